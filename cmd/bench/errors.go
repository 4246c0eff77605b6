package main

import (
	"fmt"
	"path/filepath"
	"strings"
)

// erring are examples with an error in them, as their comments have it, at large sizes.
var erring = []struct{ model, defines string }{
	{"buffer", "-DEAGER -DN=3 -DBLOCKS=5"},
	{"bus", "-DHASTY -DN=5"},
	{"cambridge", "-DUNWATCHED -DSLOTS=3 -DNOISE=2"},
	{"farm", "-DHASTY -DN=8"},
	{"hajek", "-DWINDOW=2 -DROOM=2"},
	{"phils", "-DGREEDY -DN=8"},
	{"urp", "-DUNCOUNTED -DN=5"},
}

// errors prints the CPU times of searches that count all errors, relative to pan's.
func (b *bench) errors() error {
	fmt.Printf("%-40s %9s %8s %9s | %7s %7s %5s\n", "model", "errors", "states", "transit.", "pan s", "default",
		"ratio")
	var ratios []float64
	for _, e := range erring {
		m := model{name: e.model, path: filepath.Join(b.ours, e.model+".pml"), defines: strings.Fields(e.defines)}
		if !strings.HasPrefix(m.name, b.only) {
			continue
		}
		r, err := b.besideErrors(m)
		if err != nil {
			return fmt.Errorf("%s %s: %w", e.model, e.defines, err)
		}
		g, p := r.of[byDefault], r.of[byPan]
		fmt.Printf("%-40s %9d %8.0f %9.0f | %7.2f %7.2f %5.2f\n",
			e.model+" "+strings.ReplaceAll(e.defines, "-D", ""), g.errors, g.states, g.transitions, p.cpu, g.cpu,
			r.ratio(byDefault))
		ratios = append(ratios, r.ratio(byDefault))
	}
	fmt.Println()
	sayRatios(byDefault+", CPU time by that of pan -c0", ratios)
	return nil
}

// besideErrors measures a model with errors. Every program runs once per round.
func (b *bench) besideErrors(m model) (row, error) {
	r := row{m, map[string]sample{}}
	work, path, depth, err := b.prepare(m)
	if err != nil {
		return r, err
	}
	for range b.rounds {
		p, err := m.runPan(work, "pan", depth)
		if err != nil {
			return r, err
		}
		g, err := r.runGospin(work, b.binary, path, "-workers=1", "-c0")
		if err != nil {
			return r, err
		}
		if g.errors != p.errors || g.states != p.states || g.transitions != p.transitions {
			return r, fmt.Errorf("%d errors in %.0f states and %.0f transitions, pan has %d in %.0f and %.0f",
				g.errors, g.states, g.transitions, p.errors, p.states, p.transitions)
		}
		r.take(byPan, p)
		r.take(byDefault, g)
	}
	return r, nil
}
