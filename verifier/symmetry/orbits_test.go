package symmetry_test

import (
	"context"
	"os"
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
	*symmetry.Trier
	known map[string]int
	vecs  []string
}

func (w *whole) add(vec string) {
	if _, is := w.known[vec]; !is {
		w.known[vec] = len(w.vecs)
		w.vecs = append(w.vecs, vec)
	}
}

// orbits makes the whole graph, checks that each action makes edges of edges, and counts the orbits. Wrong is
// what is not so.
func orbits(prog *vm.Program, g *symmetry.Group, most int) (states, classes int, wrong string) {
	w := &whole{Trier: symmetry.NewTrier(prog), known: map[string]int{}}
	w.add(w.Initial())
	next, fails := map[int][]string{}, map[int][]string{}
	for i := 0; i < len(w.vecs) && i < most; i++ {
		next[i], fails[i] = w.Successors(w.vecs[i])
		for _, to := range next[i] {
			w.add(to)
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
				image, why := w.Maps(g, a, w.vecs[i], next[i], fails[i])
				if why != "" {
					return reached, 0, why
				}
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
	return reached, classes, ""
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
			states, classes, wrong := orbits(prog, g, 1<<20)
			require.Empty(t, wrong)
			require.Equal(t, c.states, states)
			require.Equal(t, c.orbits, classes)
			require.Equal(t, states, stored(t, prog, nil))
			require.Equal(t, classes, stored(t, prog, g))
		})
	}
}

// TestBitsHaveTwoValues: that a bit is not 2 does not say which of its values it has.
func TestBitsHaveTwoValues(t *testing.T) {
	g, _ := symmetry.Find(compiled(t, `byte bad;
active [2] proctype P() {
	bit l;
	do
	:: d_step { if :: l == 2 -> skip :: else ->
		if :: l == 0 -> l = 1 :: else -> if :: _pid == 1 -> bad = 1 :: else -> l = 0 fi fi fi }
	od
}`, raw))
	require.Nil(t, g)
}

// TestFound: what is found in small models, and that as many states are stored as there are orbits of it.
func TestFound(t *testing.T) {
	for name, c := range map[string]struct {
		text, want     string
		states, orbits int
	}{
		"behind a rendezvous": {`chan r = [0] of { byte };
active [3] proctype P() { do :: r!1; r!2 od }
active proctype Q() { byte l; do :: r?l od }`, "P[0..2] may be exchanged", 15, 7},
		"an index counted with": {`byte slot[3], next;
proctype P() { byte my; do
	:: atomic { my = next; next = (next + 1) % 3 };
	   atomic { slot[(my + 2) % 3] == 0 -> slot[my % 3] = 1 }; slot[my % 3] = 0 od }
init { atomic { run P(); run P() } }`, "P[1..2] may be exchanged", 185, 98},
		"elements of others": {`byte next[2], tail = 255;
active [2] proctype P() { byte pred; do
	:: next[_pid] = 255; d_step { pred = tail; tail = _pid };
	if :: pred == 255 :: pred != 255 -> next[pred] = _pid fi; pred = 255; tail = 255 od }`,
			"P[0..1] may be exchanged", 305, 166},
		"a number that is reset to 0": {`byte next[2], tail = 255;
active [2] proctype P() { byte pred; do
	:: next[_pid] = 255; d_step { pred = tail; tail = _pid };
	if :: pred == 255 :: pred != 255 -> next[pred] = _pid fi; pred = 0; tail = 255 od }`,
			"P[0..1] may be exchanged", 287, 148},
		"variables with names of their own": {`bool flag0, flag1; byte turn;
active proctype P0() { do :: flag0 = 1; turn = 1; !flag1 || turn == 0; flag0 = 0 od }
active proctype P1() { do :: flag1 = 1; turn = 0; !flag0 || turn == 1; flag1 = 0 od }`,
			"P0 to P1[0..1] may be exchanged", 20, 10},
		"a loop over all, and nobody": {`bool up[3]; byte ack[3], holder = 3;
active [3] proctype P() { byte j; do
	:: d_step { holder == 3 -> holder = _pid; do :: j < 3 -> up[j] = 1; j++ :: else -> j = 0; break od }
	:: d_step { ack[_pid] == 3 -> holder = 3; ack[_pid] = 0 }
	:: d_step { holder < 3 && up[_pid] -> up[_pid] = 0; ack[holder]++ } od }`,
			"P[0..2] may be exchanged", 25, 7},
	} {
		t.Run(name, func(t *testing.T) {
			prog := compiled(t, c.text, raw)
			g, against := symmetry.Find(prog)
			require.NotNil(t, g, against)
			states, classes, wrong := orbits(prog, g, 1<<20)
			require.Empty(t, wrong)
			require.Contains(t, g.String(), c.want)
			require.Equal(t, []int{c.states, c.orbits}, []int{states, classes})
			require.Equal(t, classes, stored(t, prog, g))
		})
	}
}
