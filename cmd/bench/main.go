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
	b := &bench{}
	flag.IntVar(&b.rounds, "rounds", 3, "how often each program runs")
	flag.StringVar(&b.only, "only", "", "models to run, by the beginning of their names")
	flag.StringVar(&b.shipped, "spin-examples", "/usr/share/doc/spin/examples/Examples",
		"where SPIN's own models are")
	flag.StringVar(&b.ours, "examples", "examples", "where this repository's models are")
	stores := flag.Bool("stores", false, "ways to store states, beside pan and pan -DCOLLAPSE")
	claims := flag.Bool("claims", false, "formulas that hold, and cycles that there are none of, beside pan -a")
	errs := flag.Bool("errors", false, "models with errors, all of which are counted, beside pan -c0")
	small := flag.Bool("small", false, "how long searches of few states take from end to end")
	endless := flag.Bool("endless", false, "models with more states than can be waited for, for some seconds each")
	checkpoints := flag.Bool("checkpoints", false, "what it costs to keep searches, and to go on with them")
	machines := flag.Bool("machines", false, "what searches in parts cost, and how long many machines would take")
	folder := flag.String("states", "", "how many states default searches of the models in a `FOLDER` store")
	without := flag.String("without", "", "searches to leave out: a list of two workers, dfs, none, mask and collapse")
	flag.Parse()
	b.without = strings.Split(*without, ",")
	run := b.large
	switch {
	case *folder != "":
		run = func() error { return b.states(*folder) }
	case *endless:
		run = func() error { return b.speed(endlessModels(b.shipped)) }
	case *checkpoints:
		run = b.checkpoints
	case *machines:
		b.tags, run = "nats", b.machines
	case *claims:
		run = b.claims
	case *errs:
		run = b.errors
	case *stores:
		run = func() error { return b.stores(b.some()) }
	case *small:
		run = b.small
	}
	if err := b.built(run); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench has the options, and the folder with the programs.
type bench struct {
	rounds        int
	only          string
	shipped, ours string
	dir, binary   string
	tags          string   // with which the program is built
	without       []string // searches to omit
}

type model struct {
	name, path string
	defines    []string
	formula    string   // a formula that holds; "" for a safety search
	cycles     bool     // search for accepting cycles
	flags      []string // for gospin and pan
	macros     []string // for compiling pan
	endless    bool     // it has too many states for a complete search
}

// built builds the program, and calls run.
func (b *bench) built(run func() error) (err error) {
	if b.dir, err = os.MkdirTemp("", "gospin-bench"); err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(b.dir) }()
	b.binary = filepath.Join(b.dir, "gospin")
	if _, err := call("", "go", "build", "-tags", b.tags, "-o", b.binary, "gospin/cmd/gospin"); err != nil {
		return err
	}
	return run()
}

// some returns the models on which stores are compared.
func (b *bench) some() []model {
	of := func(name, path string, defines ...string) model {
		return model{name: name, path: path, defines: defines}
	}
	return []model{
		of("sort N=7", filepath.Join(b.shipped, "sort.pml")),
		of("leader N=6", filepath.Join(b.ours, "leader.pml"), "-DN=6"),
		of("cambridge", filepath.Join(b.shipped, "cambridge.pml")),
		of("dtp", filepath.Join(b.shipped, "dtp.pml")),
		of("pftp", filepath.Join(b.shipped, "LTL", "pftp.pml")),
		of("peterson N=4", filepath.Join(b.ours, "peterson.pml"), "-DN=4"),
	}
}

// stores prints a comparison of the ways of storing states.
func (b *bench) stores(models []model) error {
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
		if !strings.HasPrefix(m.name, b.only) {
			continue
		}
		if err := m.compare(b.dir, b.binary, b.rounds); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
	}
	return nil
}

// compare runs every pan and every store once per round, so that a load on the machine affects all of them.
func (m model) compare(dir, binary string, rounds int) error {
	path, err := filepath.Abs(m.path)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp(dir, "model")
	if err != nil {
		return err
	}
	pans, err := m.buildPans(work, path)
	if err != nil {
		return err
	}
	stores := []string{"none", "mask", "collapse"}
	got := map[string][]sample{}
	for range rounds {
		for kind, pan := range pans {
			s, err := m.runPan(work, pan, "-m1000000")
			if err != nil {
				return err
			}
			got["pan "+kind] = append(got["pan "+kind], s)
		}
		for _, store := range stores {
			s, err := m.runGospin(work, binary, path, "-c0", "-compress="+store)
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
	states, transitions float64
	seconds, cpu, wall  float64 // printed time of the search; times of the process
	peak, perState      float64

	bare   float64 // pan's bytes per state without its hash array
	cut    bool    // pan's stack was too small
	engine string  // gospin's
	errors uint64
}

// median returns the median of each figure separately.
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
