package main

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
)

// claims are formulas that hold on the large sizes of examples, so that every search is complete.
var claims = []struct{ model, formula string }{
	{"buffer", "[] (len(queue) <= 5)"},
	{"buffer", "<> (seen[0] == 1)"},
	{"bus", "[] (masters <= 1)"},
	{"bus", "[] (masters > 0 -> <> (masters == 0))"},
	{"cambridge", "[] (expected[0] == 1 -> (expected[0] == 1 W holds[0]))"},
	{"dtp", "[] (received <= sent)"},
	{"farm", "[] (results < 16)"},
	{"hajek", "[] (len(line[0]) <= 2)"},
	{"leader", "(informed == 0) W (leaders == 1)"},
	{"leader", "<> [] (leaders == 1)"},
	{"llc", "[] (len(back) <= 2)"},
	{"peterson", "[] (inside <= 1)"},
	{"peterson", "[] <> (inside == 1)"},
	{"pftp", "[] (complete -> (complete W (disk == 0)))"},
	{"phils", "[] !(eats[0] && eats[1])"},
	{"phone", "[] (through[0] != 1)"},
	{"potest", "[] (total == 0)"},
	{"potest", "<> (ended == 2)"},
	{"snoopy", "[] !(line[0] == dirty && line[1] == dirty)"},
	{"sort", "[] (sorted[1] == 0 || sorted[0] > 0)"},
	{"sort", "<> [] (sorted[0] > 0)"},
	{"urp", "[] (len(back) <= 3)"},
	{"window", "[] (len(forth) <= 3)"},
}

// claimed returns the large examples with formulas, and all examples without a formula, which have no
// accepting labels but are searched for cycles all the same.
func claimed(ours string) ([]model, error) {
	all, err := largeModels(ours, "")
	if err != nil {
		return nil, err
	}
	var out []model
	for _, a := range claims {
		i := slices.IndexFunc(all, func(m model) bool { return strings.HasPrefix(m.name, a.model+" ") })
		m := all[i]
		m.formula = a.formula
		out = append(out, m)
	}
	for _, m := range all {
		if filepath.Dir(m.path) == filepath.Clean(ours) {
			m.cycles = true
			out = append(out, m)
		}
	}
	return out, nil
}

// claimSearches are the searches of gospin that are compared with pan -a.
var claimSearches = []struct {
	name  string
	flags []string
}{
	{byDefault, []string{"-workers=1"}},
	{"none", []string{"-compress=none"}},
	{machine, []string{"-compress=mask"}},
	{"collapse", []string{"-compress=collapse"}},
}

// claims prints the CPU times of searches with claims, relative to pan -a.
func (b *bench) claims() error {
	models, err := claimed(b.ours)
	if err != nil {
		return err
	}
	fmt.Printf("%-28s %-56s %-9s %8s %9s %9s | %6s %7s | %7s %5s %5s %8s\n", "model", "formula", "engine",
		"states", "transit.", "by pan's", "pan s", "default", "default", "none", "mask", "collapse")
	ratios := map[string][]float64{}
	for _, m := range models {
		if !strings.HasPrefix(m.name, b.only) {
			continue
		}
		r, err := b.measureClaim(m)
		if err != nil {
			return fmt.Errorf("%s, %s: %w", m.name, m.formula, err)
		}
		g, p := r.of[byDefault], r.of[byPan]
		fmt.Printf("%-28s %-56s %-9s %8.0f %9.0f %9.2f | %6.2f %7.2f |", m.name, m.formula, g.engine, g.states,
			g.transitions, g.transitions/p.transitions, p.cpu, g.cpu)
		for i, w := range claimSearches {
			fmt.Printf(" %*.2f", []int{7, 5, 5, 8}[i], r.ratio(w.name))
			if x := r.ratio(w.name); x > 0 {
				ratios[w.name] = append(ratios[w.name], x)
				if i == 0 {
					ratios[g.engine] = append(ratios[g.engine], x)
				}
			}
		}
		fmt.Println()
	}
	fmt.Println()
	for _, name := range []string{byDefault, "batch", "none", machine, "collapse"} {
		sayRatios(name+", CPU time by that of pan -a", ratios[name])
	}
	return nil
}

// measureClaim measures a model with its claim. Every program runs once per round.
func (b *bench) measureClaim(m model) (row, error) {
	r := row{m, map[string]sample{}}
	work, path, depth, err := b.prepare(m)
	if err != nil {
		return r, err
	}
	for range b.rounds {
		s, err := m.runPan(work, "pan", depth)
		if err != nil {
			return r, err
		}
		r.take(byPan, s)
		for _, w := range claimSearches {
			if slices.Contains(b.without, w.name) {
				continue
			}
			if s, err = m.runGospin(work, b.binary, path, w.flags...); err != nil {
				return r, err
			}
			r.take(w.name, s)
		}
	}
	return r, nil
}

// sayRatios prints the median and the largest of some ratios.
func sayRatios(what string, v []float64) {
	if len(v) == 0 {
		return
	}
	slices.Sort(v)
	product := 0.0
	for _, x := range v {
		product += math.Log(x)
	}
	mid := (v[(len(v)-1)/2] + v[len(v)/2]) / 2
	fmt.Printf("%-44s of %2d models: median %.2f, geometric mean %.2f, best %.2f, worst %.2f\n", what, len(v), mid,
		math.Exp(product/float64(len(v))), v[0], v[len(v)-1])
}
