package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// ways are the searches of gospin that are compared with pan's.
var ways = []struct {
	name  string
	flags []string
}{
	{byDefault, []string{"-workers=1"}},
	{byTwo, []string{"-workers=2"}},
	{depthFirst, []string{"-order=dfs"}},
	{machine, []string{"-compress=mask"}},
}

const (
	byDefault  = "default"
	byTwo      = "two workers"
	depthFirst = "dfs"
	machine    = "mask"
	byPan      = "pan"
)

const (
	large  = 1e6             // number of states from which two workers are measured
	atMost = 5 * time.Second // time limit for endless searches
)

// largeSize matches the line in an example's comment that has the macros for many states.
var largeSize = regexp.MustCompile(`(?m)^ \* large: *(.*?) *stored=\d+`)

// largeModels returns the large sizes of the seventeen examples, and SPIN's large models.
func largeModels(ours, shipped string) ([]model, error) {
	paths, err := filepath.Glob(filepath.Join(ours, "*.pml"))
	if err != nil {
		return nil, err
	}
	var out []model
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		size := largeSize.FindSubmatch(text)
		if size == nil {
			return nil, fmt.Errorf("%s has no large size", path)
		}
		m := model{name: strings.TrimSuffix(filepath.Base(path), ".pml"), path: path}
		m.defines = strings.Fields(string(size[1]))
		m.name += " " + strings.ReplaceAll(string(size[1]), "-D", "")
		out = append(out, m)
	}
	if shipped == "" {
		return out, nil
	}
	return append(out, of(largeOnes, shipped)...), nil
}

// of returns the models with paths in a directory.
func of(models []model, dir string) []model {
	out := slices.Clone(models)
	for i := range out {
		out[i].path = filepath.Join(dir, out[i].name)
	}
	return out
}

// endlessModels returns models whose searches are stopped.
func endlessModels(shipped string) []model {
	out := of(endlessOnes, shipped)
	for i := range out {
		out[i].endless = true
	}
	return out
}

// row has the measurements of a model.
type row struct {
	model
	of map[string]sample
}

func (r *row) ratio(way string) float64 {
	s, met := r.of[way]
	if !met {
		return 0
	}
	p := r.of[byPan]
	if r.endless {
		return s.cpu / s.transitions / (p.cpu / p.transitions)
	}
	return s.cpu / p.cpu
}

// large measures the large models, without claims and with, and those with errors, and prints the results.
func (b *bench) large() error {
	models, err := largeModels(b.ours, b.shipped)
	if err != nil {
		return err
	}
	if err := b.speed(models); err != nil {
		return err
	}
	fmt.Println()
	if err := b.claims(); err != nil {
		return err
	}
	fmt.Println()
	return b.errors()
}

// speed measures models, and prints the results.
func (b *bench) speed(models []model) error {
	fmt.Printf(
		"%-28s %8s %9s | %7s %7s %5s | %5s %5s | %5s %5s | %6s %6s | %6s %6s | %5s %5s\n",
		"model",
		"states",
		"transit.",
		"pan s",
		"default",
		"ratio",
		"dfs",
		"mask",
		"two s",
		"one s",
		"ns/tr",
		"pan",
		"B/st",
		"pan",
		"MB",
		"pan",
	)
	var rows []row
	for _, m := range models {
		if !strings.HasPrefix(m.name, b.only) {
			continue
		}
		r, err := b.measure(m)
		if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		r.print()
		rows = append(rows, r)
	}
	if len(rows) == 0 {
		return nil
	}
	sums(rows)
	fmt.Println()
	return b.explain(rows)
}

// measure measures a model. Every program runs once per round, so that a load on the machine affects all of
// them.
func (b *bench) measure(m model) (row, error) {
	r := row{m, map[string]sample{}}
	work, path, depth, err := b.prepare(m)
	if err != nil {
		return r, err
	}
	r.path = path
	for range b.rounds {
		s, err := m.runPan(work, "pan", depth)
		if err != nil {
			return r, err
		}
		r.take(byPan, s)
		for _, w := range ways {
			if w.name == byTwo && (m.endless || r.of[byPan].states <= large) ||
				slices.Contains(b.without, w.name) {
				continue
			}
			s, err := r.runGospin(work, b.binary, path, w.flags...)
			if err != nil {
				return r, err
			}
			if p := r.of[byPan]; !m.endless && (s.states != p.states || s.transitions != p.transitions) {
				return r, fmt.Errorf("%s stores %.0f in %.0f transitions, pan %.0f in %.0f", w.name, s.states,
					s.transitions, p.states, p.transitions)
			}
			r.take(w.name, s)
		}
	}
	return r, nil
}

// take keeps the minimum of each figure.
func (r *row) take(way string, s sample) {
	if was, met := r.of[way]; met {
		if r.endless {
			if was.cpu/was.transitions < s.cpu/s.transitions {
				s = was
			}
		} else {
			s.cpu, s.wall = min(s.cpu, was.cpu), min(s.wall, was.wall)
		}
		s.peak, s.perState = min(s.peak, was.peak), min(s.perState, was.perState)
	}
	r.of[way] = s
}

func (r *row) print() {
	g, p := r.of[byDefault], r.of[byPan]
	two, one := "", ""
	if t, met := r.of[byTwo]; met {
		two, one = fmt.Sprintf("%.2f", t.wall), fmt.Sprintf("%.2f", g.wall)
	}
	fmt.Printf(
		"%-28s %8.0f %9.0f | %7.2f %7.2f %5.2f | %5.2f %5.2f | %5s %5s | %6.0f %6.0f | %6.1f %6.1f | %5.0f %5.0f\n",
		r.name,
		g.states,
		g.transitions,
		p.cpu,
		g.cpu,
		r.ratio(byDefault),
		r.ratio(depthFirst),
		r.ratio(machine),
		two,
		one,
		1e9*g.cpu/g.transitions,
		1e9*p.cpu/p.transitions,
		g.perState,
		p.perState,
		g.peak/1e6,
		p.peak/1e6,
	)
}

// sums prints the median and the worst over all models.
func sums(rows []row) {
	fmt.Println()
	for _, way := range []string{byDefault, depthFirst, machine} {
		var v []float64
		for _, r := range rows {
			if x := r.ratio(way); x > 0 {
				v = append(v, x)
			}
		}
		sayRatios(way+", CPU time by pan's", v)
	}
	var v, w []float64
	for _, r := range rows {
		if two, met := r.of[byTwo]; met {
			v = append(v, two.wall/r.of[byDefault].wall)
			w = append(w, two.wall/r.of[byPan].wall)
		}
	}
	sayRatios("two workers, wall time by that of one", v)
	sayRatios("two workers, wall time by pan's", w)
}

// explain prints the engine's counts, from one more run of each model.
func (b *bench) explain(rows []row) error {
	fmt.Printf(
		"%-28s %5s | %7s %7s %7s | %9s %8s %6s %5s %6s | %s\n",
		"what the engine did",
		"words",
		"direct",
		"hashed",
		"split",
		"finds",
		"misses",
		"share",
		"packs",
		"fallb.",
		"ns per transition",
	)
	slices.SortStableFunc(rows, func(x, y row) int {
		return cmp.Compare(y.ratio(byDefault), x.ratio(byDefault))
	})
	for _, r := range rows {
		report, _, err := r.report(b.dir, b.binary, r.path, "-workers=1", "-stats")
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		s := report.Stats
		if s == nil {
			return errors.New("the report has no statistics")
		}
		var phases []string
		for _, p := range s.Phases {
			phases = append(phases, fmt.Sprintf("%s %.0f", p.Name, p.Each))
		}
		fmt.Printf("%-28s %5d | %6.1f%% %6.1f%% %6.1f%% | %9d %8d %6.3f %5d %6d | %s\n", r.name, s.Words,
			100*s.Direct, 100*s.Hashed, 100*s.Split, s.Finds, s.Misses,
			float64(s.Misses)/float64(max(s.Finds, 1)), s.Repacks, s.Fallbacks, strings.Join(phases, ", "))
	}
	return nil
}

// small prints the times of whole processes for models with few states.
func (b *bench) small() error {
	fmt.Printf("%-28s %8s | %8s %8s\n", "from end to end", "states", "ms", "CPU ms")
	for _, name := range smallOnes {
		if !strings.HasPrefix(name, b.only) {
			continue
		}
		m := model{name: name, path: filepath.Join(b.shipped, name), flags: noErrors}
		r := row{m, map[string]sample{}}
		for range max(b.rounds, 10) {
			s, err := m.runGospin(b.dir, b.binary, m.path)
			if err != nil {
				return fmt.Errorf("%s: %w", m.name, err)
			}
			r.take(byDefault, s)
		}
		s := r.of[byDefault]
		fmt.Printf("%-28s %8.0f | %8.1f %8.1f\n", m.name, s.states, 1e3*s.wall, 1e3*s.cpu)
	}
	return nil
}
