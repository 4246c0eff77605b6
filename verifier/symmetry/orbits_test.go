package symmetry_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/space"
	"gospin/verifier/symmetry"
	"gospin/vm"
)

// raw and least are how models are compiled: as they are, and with what is merged and left out by default.
var (
	raw   = source.Aim{}
	least = source.Aim{Merge: true, Dataflow: true, DropUnread: true, Own: true}
)

func compiled(t *testing.T, text string, aim source.Aim, defines ...string) *vm.Program {
	t.Helper()
	s := source.Source{
		Model: "m.pml", Defines: defines, Read: func(string) ([]byte, error) { return []byte(text), nil },
	}
	prog, err := s.Program(context.Background(), aim)
	require.NoError(t, err, text)
	return prog
}

func example(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../examples/" + name)
	require.NoError(t, err)
	return string(text)
}

// whole is the graph of a program's states, made step by step by a machine.
type whole struct {
	m     *vm.Machine
	known map[string]int
	vecs  []string
}

// successors are the states that one leads to, each as often as there are moves to it, and what fails.
func (w *whole) successors(vec string) []string {
	var out []string
	var from func(s *vm.State)
	from = func(s *vm.State) {
		moves, effect := w.m.Moves(s, nil)
		if effect&vm.Released != 0 {
			out = append(out, string(s.Vec))
			return
		}
		if effect&(vm.Failed|vm.InvalidEnd|vm.Abort) != 0 {
			out = append(out, fmt.Sprint("effect ", effect&(vm.Failed|vm.InvalidEnd|vm.Abort)))
		}
		for _, mv := range moves {
			to := &vm.State{Vec: bytes.Clone(s.Vec), Excl: s.Excl}
			effect := w.m.Do(to, mv)
			if effect&(vm.Failed|vm.Abort) != 0 {
				out = append(out, fmt.Sprint("made ", effect&(vm.Failed|vm.Abort)))
			}
			switch {
			case effect&vm.Pruned != 0:
			case effect&vm.Transient != 0:
				from(to)
			default:
				out = append(out, string(to.Vec))
			}
		}
	}
	from(&vm.State{Vec: []byte(vec), Excl: -1})
	return out
}

func (w *whole) add(vec string) {
	if _, is := w.known[vec]; !is {
		w.known[vec] = len(w.vecs)
		w.vecs = append(w.vecs, vec)
	}
}

// orbits makes the whole graph, checks that each action makes edges of edges, and counts the orbits.
func orbits(t *testing.T, prog *vm.Program, g *symmetry.Group, most int) (states, classes int) {
	t.Helper()
	w := &whole{m: vm.NewMachine(prog), known: map[string]int{}}
	var first vm.State
	w.m.Initial(&first)
	w.add(string(first.Vec))
	next := map[int][]string{}
	for i := 0; i < len(w.vecs) && i < most; i++ {
		next[i] = w.successors(w.vecs[i])
		for _, to := range next[i] {
			if !strings.HasPrefix(to, "effect ") && !strings.HasPrefix(to, "made ") {
				w.add(to)
			}
		}
	}
	reached := len(w.vecs)
	leader := make([]int, reached)
	for i := range leader {
		leader[i] = i
	}
	find := func(i int) int {
		for leader[i] != i {
			i = leader[i]
		}
		return i
	}
	for i := range min(reached, most) {
		if g == nil || !g.Holds([]byte(w.vecs[i])) {
			continue
		}
		for _, s := range g.Sets {
			for _, a := range s.Actions {
				image := string(g.Vector(a, nil, []byte(w.vecs[i])))
				require.True(t, g.Holds([]byte(image)))
				var want []string
				for _, to := range next[i] {
					if _, is := w.known[to]; is {
						require.True(t, g.Holds([]byte(to)), "what the group holds in, it goes on to hold in")
						to = string(g.Vector(a, nil, []byte(to)))
					}
					want = append(want, to)
				}
				got := w.successors(image)
				slices.Sort(got)
				slices.Sort(want)
				require.Equal(t, want, got, "an edge is made none")
				if j, is := w.known[image]; is {
					leader[find(i)] = find(j)
				}
			}
		}
	}
	for i := range leader {
		if find(i) == i {
			classes++
		}
	}
	return reached, classes
}

// searched is the search in batches, with or without a group.
func searched(t *testing.T, prog *vm.Program, g *symmetry.Group, task batch.Task) *batch.Result {
	t.Helper()
	_, res, err := space.Search(prog, nil, nil, g, nil, &task)
	require.NoError(t, err)
	return res
}

func stored(t *testing.T, prog *vm.Program, g *symmetry.Group) int {
	t.Helper()
	res := searched(t, prog, g, batch.Task{Limits: search.Limits{NoAssert: true, NoEnd: true}})
	require.False(t, res.Failed)
	return int(res.Stored)
}

// TestOrbitsAreStored: as many states are stored as there are orbits, in the whole graph made step by step.
// Figures without a source are this program's.
func TestOrbitsAreStored(t *testing.T) {
	for _, c := range []struct {
		model   string
		defines []string
		states  int
		orbits  int
	}{
		{"papers/dbm.pml", nil, 1459, 22}, // 1 + N * (N+1) / 2
		{"papers/mutex.pml", nil, 5376, 49},
		{"papers/dining.pml", nil, 1843, 315},
	} {
		t.Run(c.model, func(t *testing.T) {
			prog := compiled(t, example(t, c.model), raw, c.defines...)
			g, against := symmetry.Find(prog)
			require.NotNil(t, g, against)
			states, classes := orbits(t, prog, g, 1<<20)
			require.Equal(t, c.states, states)
			require.Equal(t, c.orbits, classes)
			require.Equal(t, states, stored(t, prog, nil))
			require.Equal(t, classes, stored(t, prog, g))
		})
	}
}
