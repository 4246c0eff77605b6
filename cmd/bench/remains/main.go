package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/source"
)

func main() {
	most := flag.Int("states", 50_000, "how many states a model may have")
	flag.Parse()
	fmt.Printf("| model | states | computed rule | stubborn sets | alike |\n|---|---:|---:|---:|---:|\n")
	families := map[string][]row{}
	for _, path := range flag.Args() {
		r, err := measure(path, *most)
		if err != nil {
			fmt.Fprintf(os.Stderr, "remains: %s: %v\n", path, err)
			continue
		}
		fmt.Printf("| %s | %d | %d | %d | %d |\n", r.name, r.states, r.computed, r.stubborn, r.alike)
		family, _, _ := strings.Cut(r.name, ".")
		families[family] = append(families[family], r)
	}
	fmt.Printf("\n| family | models | computed rule | stubborn sets | of the rule's | alike |\n" +
		"|---|---:|---:|---:|---:|---:|\n")
	var small []float64
	for _, family := range sorted(families) {
		of := families[family]
		computed := mean(of, func(r row) float64 { return ratio(r.computed, r.states) })
		left := mean(of, func(r row) float64 { return ratio(min(r.stubborn, r.computed), r.computed) })
		fmt.Printf("| %s | %d | %.2f | %.2f | %.2f | %.2f |\n", family, len(of), computed,
			mean(of, func(r row) float64 { return ratio(r.stubborn, r.states) }), left,
			mean(of, func(r row) float64 { return ratio(r.alike, r.states) }))
		if computed > 0.95 {
			small = append(small, math.Log(left))
		}
	}
	sum := 0.0
	for _, x := range small {
		sum += x
	}
	fmt.Printf("\nFamilies that the computed rule leaves 95 %% of or more: %d. Geometric mean of what stubborn sets "+
		"would leave of its states: %.2f.\n", len(small), math.Exp(sum/float64(len(small))))
}

// row has the numbers of states measured on a model.
type row struct {
	name                              string
	states, computed, stubborn, alike int
}

func measure(path string, most int) (r row, err error) {
	r.name = filepath.Base(path)
	reduction := verifier.Reduction{Merging: ask.MergingBeside(ask.DefaultRule)}
	aim, err := reduction.Aim()
	if err != nil {
		return r, err
	}
	s := source.Source{Model: path}
	prog, err := s.Program(context.Background(), aim)
	if err != nil {
		return r, err
	}
	g := buildGraph(prog, most)
	if g == nil {
		return r, fmt.Errorf("more than %d states", most)
	}
	reduction.POR = ask.DefaultRule
	report, err := verifier.Run(context.Background(), verifier.Options{
		Source: s, Reduction: reduction,
		Question: ask.Question{NoAssert: true, NoEnd: true, Only: []string{ask.OnlySafety}},
	})
	if err != nil {
		return r, err
	}
	rel := relate(g)
	stuck, reached := 0, 0
	for s := range g.vecs {
		if g.stuck(s) {
			stuck++
		}
	}
	if r.stubborn, reached = rel.stubborn(); reached != stuck {
		return r, fmt.Errorf("stubborn sets reach %d of %d states that are stuck", reached, stuck)
	}
	r.states, r.computed, r.alike = len(g.vecs), int(report.States.Stored), g.alike()
	return r, nil
}

func ratio(x, of int) float64 { return float64(x) / float64(of) }

func mean(of []row, what func(row) float64) float64 {
	sum := 0.0
	for _, r := range of {
		sum += math.Log(what(r))
	}
	return math.Exp(sum / float64(len(of)))
}

func sorted(of map[string][]row) (out []string) {
	for k := range of {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
