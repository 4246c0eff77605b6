package papers

import (
	"context"
	"fmt"
	"iter"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"gospin/verifier"
	"gospin/verifier/compare/tables"
	"gospin/verifier/report"
	"gospin/verifier/source"
)

// paper is a paper whose tables are made again, each as a sheet.
type paper struct {
	name   string
	source string // authors, title, year
	models []string
	sheets func(*maker)
}

// papers has all papers.
var papers = []*paper{deltaPaper, differencePaper, cachingPaper, sweepPaper}

// Names returns the names of the papers.
func Names() []string {
	var out []string
	for _, p := range papers {
		out = append(out, p.name)
	}
	return out
}

func paperOf(name string) (*paper, error) {
	for _, p := range papers {
		if p.name == name {
			return p, nil
		}
	}
	return nil, fmt.Errorf("unknown paper %q: there are %s", name, strings.Join(Names(), ", "))
}

// Models returns the names of the models for the tables of a paper.
func Models(name string) ([]string, error) {
	p, err := paperOf(name)
	if err != nil {
		return nil, err
	}
	return p.models, nil
}

// Config has the options for making the tables of a paper.
type Config struct {
	Dir      string        // where the models are
	Large    bool          // use the paper's sizes where they are known
	Models   []string      // models to run; nil for all
	Time     time.Duration // of each run; 0 for no limit
	Memory   int64         // of each run, in bytes; 0 for three quarters of the machine's
	Runs     int           // number of times to make each run; the quickest counts; 0 for one
	Keep     string        // a file of runs, which are not made again; "" for none
	Version  string        // version of this program: kept runs of other versions are ignored
	Charts   bool          // draw charts, which needs some more runs
	Progress tables.Progress

	// Made, if not nil, is called when the runs of a model have ended, with the tables so far.
	// Figures of runs that have not been made yet are missing.
	Made func(*Sheets) error

	verify func(context.Context, verifier.Options) (*report.Report, error) // nil: verifier.Run
}

// Sheets has the tables of a paper, made again.
type Sheets struct {
	Paper   string         `json:"paper"`
	Source  string         `json:"source"`
	Sizes   string         `json:"sizes"` // small or large
	Sheets  []Sheet        `json:"sheets"`
	Charts  []tables.Chart `json:"-"`
	Reasons []string       `json:"reasons"` // why figures are missing; Why of an Entry counts them from 1
	Partial bool           `json:"partial"`
}

// Sheet is one table. The paper's figures stand in brackets next to those of our runs.
type Sheet struct {
	Title string    `json:"title"`
	Notes []string  `json:"notes"` // what is counted, and remarks
	Head  []string  `json:"head"`
	Lines [][]Entry `json:"lines"`

	lead, joint int // as in tables.Table
}

// Entry is a figure of our runs, and the paper's.
type Entry struct {
	Ours  string `json:"ours,omitempty"`
	Paper string `json:"paper,omitempty"`
	Why   int    `json:"why,omitempty"` // number of the reason why ours is missing; 0 if it is not
}

// Run makes the tables of a paper again. If a run fails, its figure is missing, with the reason. When
// ctx is done, Run returns what has been made so far, marked as partial.
func Run(ctx context.Context, name string, c Config) (*Sheets, error) {
	p, err := paperOf(name)
	if err != nil {
		return nil, err
	}
	for _, m := range c.Models {
		if !slices.Contains(p.models, m) {
			return nil, fmt.Errorf("-paper=%s has no model %q: there are %s", name, m,
				strings.Join(p.models, ", "))
		}
	}
	r := &maker{Config: &c, ctx: ctx, runs: map[string]outcome{}, shapes: map[string]shaped{}}
	if c.Keep != "" {
		if r.kept, err = keep(c.Keep, c.Version, r.runs); err != nil {
			return nil, err
		}
	}
	defer r.Progress.Tell("")
	models := c.Models
	if len(models) == 0 {
		models = p.models
	}
	for _, m := range models {
		one := *r.Config
		one.Models = []string{m}
		r.with(&one, false, p)
		if c.Made == nil || ctx.Err() != nil {
			continue
		}
		if err := c.Made(r.with(&c, true, p)); err != nil {
			return nil, err
		}
	}
	return r.with(&c, false, p), r.kept.missing()
}

// maker makes the sheets of a paper. Its runs are made model by model, so if it is
// interrupted, the figures of some models are complete.
type maker struct {
	*Config
	ctx    context.Context
	out    *Sheets
	runs   map[string]outcome // by their options
	shapes map[string]shaped  // by models and macros
	kept   *kept              // nil if runs are not kept
	only   bool               // report the runs there are, and make no others
}

// with makes the sheets of a paper.
func (p *maker) with(c *Config, only bool, of *paper) *Sheets {
	r := *p
	r.Config, r.only = c, only
	r.out = &Sheets{Paper: of.name, Source: of.source, Sizes: "small"}
	if c.Large {
		r.out.Sizes = "large"
	}
	of.sheets(&r)
	r.out.Partial = only || p.ctx.Err() != nil
	return r.out
}

// outcome is the result of a run, or the reason why it has no figures. The time of its search is CPU time,
// if that is known.
type outcome struct {
	*report.Report
	why string
}

// add appends a sheet if it has lines.
func (p *maker) add(s Sheet) {
	if len(s.Lines) > 0 {
		p.out.Sheets = append(p.out.Sheets, s)
	}
}

// wants reports whether a model's figures are requested.
func (p *maker) wants(model string) bool {
	return len(p.Models) == 0 || slices.Contains(p.Models, model)
}

// wanted yields the lines of a file whose models are requested, with the options for searching all states.
func (p *maker) wanted(file string) iter.Seq2[line, verifier.Options] {
	return func(yield func(line, verifier.Options) bool) {
		for _, l := range figures(file) {
			size := l["small"]
			if p.Large {
				size = l["large"]
			}
			if p.wants(l["model"]) && !yield(l, p.raw(l["model"], strings.Fields(size))) {
				return
			}
		}
	}
}

// raw returns the options for searching all states of a model.
func (p *maker) raw(model string, defines []string) verifier.Options {
	return verifier.Options{
		Source:   source.Source{Model: filepath.Join(p.Dir, model+".pml"), Defines: defines},
		Storage:  verifier.Storage{Compress: "mask"},
		Limits:   verifier.Limits{Time: p.Time, Memory: p.Memory},
		Question: verifier.Question{NoClaim: true},
		Order:    "dfs",
	}
}

// inMode returns a run's options for a mode.
func inMode(mode string, o verifier.Options) verifier.Options {
	if o.Compress = mode; mode == "unmove" {
		o.Order = "bfs" // which is quicker in this mode
	}
	return o
}

// verifyOnce makes a run if it has not been made yet. need returns what the report lacks, or "".
func (p *maker) verifyOnce(o verifier.Options, need func(*report.Report) string) outcome {
	named := o
	named.Model, named.Graph = filepath.Base(o.Model), filepath.Base(o.Graph)
	key := fmt.Sprintf("%+v", named)
	if out, ok := p.runs[key]; ok {
		return out
	}
	if why := p.ended(); why != "" {
		return outcome{&report.Report{}, why}
	}
	p.Progress.Tell(titled(&o) + ", " + described(&o))
	var out outcome
	runs := max(p.Runs, 1)
	if o.Cache != "" {
		runs = 1 // its time is not reported
	}
	for range runs {
		next := p.runOnce(o, need)
		if out.Report == nil || next.why == "" && next.Time.Search < out.Time.Search {
			out = next
		}
		if out.why != "" {
			break
		}
	}
	if p.ctx.Err() == nil {
		p.runs[key] = out
		p.kept.add(key, out)
	}
	return out
}

func (p *maker) runOnce(o verifier.Options, need func(*report.Report) string) outcome {
	verify := p.verify
	if verify == nil {
		verify = verifier.Run
		runtime.GC() // so that the garbage of earlier runs does not count
	}
	before, known := processorSeconds()
	r, err := verify(p.ctx, o)
	if after, _ := processorSeconds(); known && err == nil && p.verify == nil {
		r.Time.Search = after - before
	}
	switch {
	case err != nil:
		return outcome{&report.Report{}, strings.Join(strings.Fields(err.Error()), " ")}
	case p.ctx.Err() != nil:
		return outcome{r, p.ended()}
	case o.States > 0 && r.States.Stored >= o.States: // the run was to end there
	case r.Verdict == report.Inconclusive:
		return outcome{r, r.Reason}
	}
	if need != nil {
		return outcome{r, need(r)}
	}
	return outcome{r, ""}
}

// ended returns why no more runs are made, or "".
func (p *maker) ended() string {
	switch {
	case p.ctx.Err() != nil:
		return "interrupted"
	case p.only:
		return "not run yet"
	}
	return ""
}

// titled returns the name of a run's model, with its macros.
func titled(o *verifier.Options) string {
	name := strings.TrimSuffix(filepath.Base(o.Model), ".pml")
	return strings.Join(append([]string{name}, o.Defines...), " ")
}

// described returns a description of a run.
func described(o *verifier.Options) string {
	var words []string
	if o.Sweep == "" && o.Cache == "" {
		words = append(words, o.Compress)
	}
	add := func(name string, value any) {
		if text := fmt.Sprint(value); text != "" && text != "0" && text != "false" {
			words = append(words, name+" "+text)
		}
	}
	add("k", max(o.KDelta, o.KDiff))
	add("cells", o.DiffCells)
	add("whole", o.WholeStates)
	add("compared", o.Compare)
	if o.NoShorten {
		words = append(words, "not shortened")
	}
	if o.SlotHash < 0 {
		words = append(words, "no hash")
	}
	if o.Order != "dfs" {
		add("order", o.Order)
	}
	add("cache", o.Cache)
	add("evict", strings.Join(o.Evict, ","))
	if o.Chains {
		words = append(words, "chains")
	}
	if o.Sweep != "" {
		words = append(words, "sweep-line")
	}
	return strings.Join(words, ", ")
}
