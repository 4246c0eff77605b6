package symmetry_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/modelgen"
	"gospin/verifier/source"
	"gospin/verifier/symmetry"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// normal searches with normal forms only, and returns how many there are and which failures it meets. If
// alike processes begin unlike, forms need not be states of the model.
func normal(t *testing.T, prog *vm.Program, g *symmetry.Group) (int, map[string]bool) {
	t.Helper()
	n, m := g.Normaliser(), symmetry.NewTrier(prog)
	form := func(vec string) string {
		normal, back := n.Back([]byte(vec))
		require.Equal(t, vec, string(back(normal)))
		return string(normal)
	}
	known, met := map[string]bool{}, map[string]bool{}
	var open []string
	add := func(vec string) {
		f := form(vec)
		require.Equal(t, f, form(f))
		if !known[f] {
			known[f] = true
			open = append(open, f)
		}
	}
	add(m.Initial())
	for len(open) > 0 {
		next, fails := m.Successors(open[0])
		open = open[1:]
		for _, to := range next {
			add(to)
		}
		for _, f := range fails {
			met[f] = true
		}
	}
	return len(known), met
}

// graph returns all states of a program with the failures that are met; nil if there are more than most.
func graph(prog *vm.Program, most int) (all map[string]int, met map[string]bool) {
	w := &whole{Trier: symmetry.NewTrier(prog), known: map[string]int{}}
	met = map[string]bool{}
	w.add(w.Initial())
	for i := 0; i < len(w.vecs); i++ {
		if i == most {
			return nil, nil
		}
		next, fails := w.Successors(w.vecs[i])
		for _, to := range next {
			w.add(to)
		}
		for _, f := range fails {
			met[f] = true
		}
	}
	return w.known, met
}

// TestNormalForms: a search of normal forms meets the same failures as one of all states, with one state of
// each orbit, or a few more.
func TestNormalForms(t *testing.T) {
	for model, orbits := range map[string]int{"papers/dbm.pml": 22, "papers/mutex.pml": 49, "papers/dining.pml": 315} {
		prog := compiled(t, example(t, model), raw)
		g, _ := symmetry.Find(prog)
		_, met := graph(prog, 1<<20)
		forms, failures := normal(t, prog, g)
		require.Equal(t, orbits, forms, model)
		require.Equal(t, met, failures)
	}
	tried, classes, forms := 0, 0, 0
	for seed := range uint64(thorough.Of(100, 600)) {
		text := modelgen.Alike(seed)
		prog := compiled(t, text, []source.Aim{raw, least}[seed/2%2])
		g, _ := symmetry.Find(prog)
		if g == nil {
			continue
		}
		all, met := graph(prog, 3000)
		if all == nil {
			continue
		}
		n, failures := normal(t, prog, g)
		require.Equal(t, met, failures, text)
		_, c, _ := orbits(prog, g, 3000)
		require.LessOrEqual(t, n, len(all), text)
		tried, classes, forms = tried+1, classes+c, forms+n
	}
	t.Logf("%d models with %d orbits, %d forms", tried, classes, forms)
	require.Greater(t, tried, 10)
}

// TestSameEachTime: all machines of a search find the same group, with the same actions in the same order.
func TestSameEachTime(t *testing.T) {
	found := 0
	for seed := range uint64(thorough.Of(40, 300)) {
		first := ""
		for i := range 4 {
			g, _ := symmetry.Find(compiled(t, modelgen.Alike(seed), raw))
			if g == nil {
				break
			}
			text, _ := g.Describe()
			for _, s := range g.Sets {
				text = fmt.Append(text, s.Ranks, s.Rotated, s.Actions)
			}
			if i == 0 {
				first = string(text)
				found++
			}
			require.Equal(t, first, string(text), seed)
		}
	}
	require.Greater(t, found, 10)
}
