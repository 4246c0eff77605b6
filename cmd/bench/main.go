package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	rounds := flag.Int("rounds", 3, "how often each program runs")
	only := flag.String("only", "", "models to run, by the beginning of their names")
	shipped := flag.String("spin-examples", "/usr/share/doc/spin/examples/Examples",
		"where SPIN's own models are")
	ours := flag.String("examples", "examples", "where this repository's models are")
	claims := flag.Bool(
		"claims",
		false,
		"formulas that hold, beside pan -a, and not the safety of models",
	)
	flag.Parse()
	if err := bench(*rounds, *only, *shipped, *ours, *claims); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

type model struct {
	name, path string
	defines    []string
	formula    string // that holds; "": safety is searched for
}

func bench(rounds int, only, shipped, ours string, claims bool) error {
	dir, err := os.MkdirTemp("", "gospin-bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	binary := filepath.Join(dir, "gospin")
	if _, err := call("", "go", "build", "-o", binary, "gospin/cmd/gospin"); err != nil {
		return err
	}
	models := []model{
		{"sort N=7", filepath.Join(shipped, "sort.pml"), nil, ""},
		{"leader N=6", filepath.Join(ours, "leader.pml"), []string{"-DN=6"}, ""},
		{"cambridge", filepath.Join(shipped, "cambridge.pml"), nil, ""},
		{"dtp", filepath.Join(shipped, "dtp.pml"), nil, ""},
		{"pftp", filepath.Join(shipped, "LTL", "pftp.pml"), nil, ""},
		{"peterson N=4", filepath.Join(ours, "peterson.pml"), []string{"-DN=4"}, ""},
	}
	if claims {
		models = claimed(ours)
	}
	fmt.Printf(
		"%-13s %-9s %10s | %8s %8s %6s | %8s %8s %6s | %7s %7s %6s %7s\n",
		"model",
		"store",
		"states",
		"gospin s",
		"pan s",
		"ratio",
		"peak MB",
		"pan MB",
		"ratio",
		"B/state",
		"pan",
		"ratio",
		"no hash",
	)
	for _, m := range models {
		if !strings.HasPrefix(m.name, only) {
			continue
		}
		if err := m.compare(dir, binary, rounds); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
	}
	return nil
}

// claimed are models with formulas that hold, so that both searches see everything.
func claimed(ours string) []model {
	of := func(name, formula string, defines ...string) model {
		return model{name, filepath.Join(ours, name+".pml"), defines, formula}
	}
	return []model{
		of(
			"cambridge",
			"[] (expected[0] == 1 -> (expected[0] == 1 W holds[0]))",
			"-DSLOTS=3",
			"-DNOISE=2",
		),
		of("leader", "<>[] (informed == 7)", "-DN=7"),
		of("pftp", "[] (complete -> (complete W (disk == 0)))", "-DN=5"),
		of("bus", "[] (masters > 0 -> <> (masters == 0))", "-DN=5"),
		of("sort", "<>[] (sorted[0] > 0)", "-DN=8"),
		of("peterson", "[]<> (inside == 1)", "-DN=4"),
	}
}

// compare runs every pan and every store once in each round, so that a busy moment of the machine
// strikes all alike.
func (m model) compare(dir, binary string, rounds int) error {
	path, err := filepath.Abs(m.path)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp(dir, "model")
	if err != nil {
		return err
	}
	if m.formula != "" {
		if path, err = m.withFormula(work, path); err != nil {
			return err
		}
	}
	pans, err := m.buildPans(work, path)
	if err != nil {
		return err
	}
	stores := []string{"none", "mask", "collapse"}
	got := map[string][]sample{}
	for range rounds {
		for kind, pan := range pans {
			s, err := m.runPan(work, pan)
			if err != nil {
				return err
			}
			got["pan "+kind] = append(got["pan "+kind], s)
		}
		for _, store := range stores {
			s, err := m.runGospin(work, binary, path, store)
			if err != nil {
				return err
			}
			got[store] = append(got[store], s)
		}
	}
	for _, store := range stores {
		peer := got["pan default"]
		if store == "collapse" {
			peer = got["pan collapse"]
		}
		g, p := median(got[store]), median(peer)
		note := ""
		if g.states != p.states {
			note = fmt.Sprintf("  (pan stores %.0f)", p.states)
		}
		fmt.Printf(
			"%-13s %-9s %10.0f | %8.3f %8.2f %6.2f | %8.1f %8.1f %6.2f | %7.1f %7.1f %6.2f %7.1f%s\n",
			m.name,
			store,
			g.states,
			g.seconds,
			p.seconds,
			g.seconds/p.seconds,
			g.peak/1e6,
			p.peak/1e6,
			g.peak/p.peak,
			g.perState,
			p.perState,
			g.perState/p.perState,
			p.bare,
			note,
		)
	}
	return nil
}

// sample is one run of one program.
type sample struct {
	states, seconds, peak, perState float64

	bare float64 // pan's bytes per state without its hash array, whose size is fixed
}

// median takes each figure's median by itself.
func median(of []sample) sample {
	middle := func(figure func(sample) float64) float64 {
		var v []float64
		for _, s := range of {
			v = append(v, figure(s))
		}
		slices.Sort(v)
		return v[len(v)/2]
	}
	return sample{
		states:   middle(func(s sample) float64 { return s.states }),
		seconds:  middle(func(s sample) float64 { return s.seconds }),
		peak:     middle(func(s sample) float64 { return s.peak }),
		perState: middle(func(s sample) float64 { return s.perState }),
		bare:     middle(func(s sample) float64 { return s.bare }),
	}
}
