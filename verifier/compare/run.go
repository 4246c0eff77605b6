package compare

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	"gospin/verifier/compare/tables"
	"gospin/verifier/report"
)

// Config determines what to run.
type Config struct {
	*Subject
	Binary   string   // gospin's program
	Models   []Model  // rows of the tables
	Growth   []Series // of the growth charts
	Modes    []string // of gospin
	Pan      bool     // run pan's modes as well
	Time     time.Duration
	Runs     int // number of runs for each of Models, of which the quickest counts; 0 for one
	Depth    int // of pan's stack; 0 for 1,000,000, or ten times that if necessary
	Progress tables.Progress
	Until    Bounds // limits of growth
	About    About  // version and command
}

// Series is a model with a range of values for its macro N.
type Series struct {
	Model
	From, To int
}

// Bounds limit growth: a way that has stored this many states or searched this long on one size is not run on
// larger ones, and a run that takes longer is stopped. 0 means no limit.
type Bounds struct {
	States uint64
	Time   time.Duration
}

// Run runs every mode on every model. If a run fails, its row has a note; Run returns an error only if all
// fail. When ctx is done, it returns the runs so far, marked as partial.
func Run(ctx context.Context, c Config) (*Table, error) {
	t := &Table{Modes: c.Modes, subject: c.Subject, About: c.About.here(c.Pan)}
	if c.Pan {
		t.Modes = append(slices.Clone(c.Modes), c.panModeNames()...)
	}
	defer c.Progress.Tell("")
	var wrong []error
	for i, m := range c.Models {
		rows, errs := c.runModel(ctx, m, t.Modes, fmt.Sprintf("model %d of %d", i+1, len(c.Models)))
		t.Rows, wrong = append(t.Rows, rows...), append(wrong, errs...)
		if ctx.Err() != nil {
			t.Partial = true
			return t, nil
		}
	}
	c.Runs = 1
	if c.Until.Time > 0 && (c.Time == 0 || c.Until.Time < c.Time) {
		c.Time = c.Until.Time
	}
	for _, s := range c.Growth {
		rows, errs := c.grow(ctx, s, t.Modes)
		t.Growth, wrong = append(t.Growth, rows...), append(wrong, errs...)
		if ctx.Err() != nil {
			t.Partial = true
			return t, nil
		}
	}
	if len(wrong) > 0 && len(wrong) == len(t.Rows)+len(t.Growth) {
		return nil, wrong[0]
	}
	return t, nil
}

// grow runs the sizes of a series, each way until it reaches a limit or fails.
func (c *Config) grow(ctx context.Context, s Series, modes []string) (out []Row, wrong []error) {
	for n := s.From; n <= s.To && len(modes) > 0; n++ {
		m := s.Model
		m.Defines = append(slices.Clone(m.Defines), fmt.Sprintf("N=%d", n))
		rows, errs := c.runModel(ctx, m, modes, "growth")
		out, wrong = append(out, rows...), append(wrong, errs...)
		if ctx.Err() != nil {
			break
		}
		var next []string
		for _, r := range rows {
			if !c.Until.reached(&r) {
				next = append(next, r.Mode)
			}
		}
		modes = next
	}
	return out, wrong
}

func (b Bounds) reached(r *Row) bool {
	return r.Note != "" || b.States > 0 && r.Stored >= b.States ||
		b.Time > 0 && r.Seconds >= b.Time.Seconds()
}

// patience is the time that the children of a stopped program have to end.
const patience = time.Second

// runModel runs modes on a model. An error is also a note in the row.
func (c *Config) runModel(
	ctx context.Context,
	m Model,
	modes []string,
	which string,
) (rows []Row, wrong []error) {
	pans := panRuns{config: c, model: m}
	defer pans.clean()
	for _, mode := range modes {
		c.Progress.Tell(fmt.Sprintf("%s: %s, %s", which, m.title(), mode))
		r, err := m.row(mode), error(nil)
		if p := c.panMode(mode); p != nil {
			err = pans.run(ctx, p, &r)
		} else {
			err = c.quickest(&r, maxRuns, func(r *Row) error { return c.runGospin(ctx, m, r) })
		}
		if ctx.Err() != nil {
			break
		}
		if err != nil { // the runs so far are worth keeping
			r.Note, r.Why = strings.Join(strings.Fields(err.Error()), " "), because(err)
			wrong = append(wrong, err)
		}
		rows = append(rows, r)
	}
	c.relate(rows)
	return rows, wrong
}

// Quick searches are repeated until two times agree.
const (
	quick    = 0.05 // seconds
	nothings = 0.002
	maxRuns  = 12
	fewest   = 3
	agree    = 1.15 // ratio of the two shortest times
)

// quickest fills in a row with the quickest of several runs. Quick searches run more often, up to most times.
func (c *Config) quickest(r *Row, most int, run func(*Row) error) error {
	empty := *r
	err := run(r)
	times := []float64{r.Seconds}
	for err == nil && r.Note == "" && (len(times) < c.Runs || len(times) < most && vague(times)) {
		again := empty
		if err = run(&again); err != nil {
			break
		}
		times = append(times, again.Seconds)
		if again.Total < r.Total {
			*r = again
		}
	}
	r.Runs = len(times)
	if r.Seconds < quick {
		r.Seconds, r.Vague = slices.Min(times), vague(times)
	}
	return err
}

// vague reports whether the shortest of several times is unreliable.
func vague(times []float64) bool {
	sorted := slices.Sorted(slices.Values(times))
	switch {
	case sorted[0] >= quick:
		return false
	case len(sorted) < fewest || sorted[0] < nothings:
		return true
	}
	return sorted[1] > sorted[0]*agree
}

// title returns the model's name with its macros.
func (m *Model) title() string { return strings.Join(append([]string{m.Name}, m.Defines...), " ") }

func (m *Model) row(mode string) Row {
	return Row{Model: m.Name, Defines: strings.Join(m.Defines, " "), Mode: mode}
}

// runGospin runs one mode of gospin in a process of its own.
func (c *Config) runGospin(ctx context.Context, m Model, r *Row) error {
	args := append([]string{"verify", "-json", "-n", "-noclaim", "-c0"}, c.flags(r.Mode)...)
	if c.Time > 0 {
		args = append(args, "-time="+c.Time.String())
	}
	for _, d := range m.Defines {
		args = append(args, "-D"+d)
	}
	cmd := exec.CommandContext(ctx, c.Binary, append(args, m.Path)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.WaitDelay = patience
	start := time.Now()
	err := cmd.Run()
	r.Total = time.Since(start).Seconds()
	var rep struct {
		report.Report
		Error *struct {
			Message string
			Line    int
		}
	}
	jerr := json.Unmarshal(out.Bytes(), &rep)
	if rep.Error != nil {
		why := given(err, rep.Error.Line)
		return failure{fmt.Errorf("%s, mode %s: %s", m.Path, r.Mode, rep.Error.Message), why}
	}
	if jerr != nil {
		if err == nil {
			err = jerr
		}
		return fmt.Errorf("%s, mode %s: %w\n%s", m.Path, r.Mode, err, bytes.TrimSpace(errs.Bytes()))
	}
	r.Verdict = rep.Verdict
	r.Stored, r.Transitions, r.Vector = rep.States.Stored, rep.States.Transitions, rep.Memory.StateVector
	r.Bytes, r.PeakRSS, r.Seconds = rep.Memory.Store, rep.Memory.PeakRSS, rep.Time.Search
	r.Stack = rep.Memory.Stack
	if rep.Picked != "" {
		r.Picked = fmt.Sprintf("%v: %s", rep.Options["compress"], rep.Picked)
	}
	if rep.Verdict == report.Inconclusive {
		r.Note, r.Why = rep.Reason, cutShort(rep.Incomplete)
	}
	return nil
}
