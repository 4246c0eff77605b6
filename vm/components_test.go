package vm_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/resolve"
	"gospin/vm"
	"gospin/vm/compile"
	"gospin/vm/layout"
)

// comps names components given as in State.Dirty. Processes and channels have their numbers in the model.
func (r *run) comps(set uint64) string {
	sh := r.m.Layout().ShapeOf(r.s.Vec)
	var list []string
	if set>>63 != 0 {
		list = append(list, "shape")
	}
	for set &^= 1 << 63; set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set)
		name := "globals"
		if pid := slices.IndexFunc(sh.Procs, func(q layout.ProcAt) bool { return q.Comp == i }); pid >= 0 {
			name = fmt.Sprintf("process %d", pid)
		}
		if n := slices.IndexFunc(sh.Chans, func(c layout.ChanAt) bool { return c.Comp == i }); n >= 0 {
			name = fmt.Sprintf("channel %d", n+1)
		}
		list = append(list, name)
	}
	return strings.Join(list, ", ")
}

func (r *run) dirty() string { return r.comps(r.s.Dirty) }

// TestWhatMovesWriteAndRead: what a move writes and what its effect depends on, except for its own process.
func TestWhatMovesWriteAndRead(t *testing.T) {
	const vars = "byte x, y; chan c = [2] of { byte }; chan d = [0] of { byte }; "
	for _, c := range []struct{ what, text, move, writes, reads string }{
		{"a test", "active proctype A() { x == 0 }", "0 ((x==0))", "process 0", ""},
		{"a local", "init { byte i; i = 1 }", "0 i = 1", "process 0", ""},
		{"a global", "active proctype A() { x = 1 }", "0 x = 1", "globals, process 0", ""},
		{"from another", "active proctype A() { x = y }", "0 x = y", "globals, process 0", "globals"},
		{"into a local", "init { byte i; i = y }", "0 i = y", "process 0", "globals"},
		{"from a local", "init { byte i; x = i }", "0 x = i", "globals, process 0", ""},
		{"a send", "active proctype A() { c!1 }", "0 c!1", "channel 1, process 0", "channel 1"},
		{
			"a copy of a message", "init { c!1; c?<x> }", "0 c?<x>",
			"globals, process 0", "channel 1",
		},
		{
			"a receive", "init { byte i; c!1; c?i }", "0 c?i",
			"channel 1, process 0", "channel 1",
		},
		{
			"a handshake",
			"active proctype A() { d!1 } active proctype B() { byte i; d?i }", "0 d!1 -> 1 d?i",
			"process 0, process 1", "channel 2",
		},
		{
			"with a global", "active proctype A() { d!1 } active proctype B() { d?x }", "0 d!1 -> 1 d?x",
			"globals, process 0, process 1", "channel 2",
		},
		{
			"a d_step", "active proctype A() { byte i; d_step { i = 1; c!1 } }", "0 D_STEP1",
			"channel 1, process 0", "channel 1",
		},
		{
			"of others, nothing", "active [3] proctype A() { byte i; i = 1 }", "1 i = 1",
			"process 1", "",
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			r := start(t, vars+c.text, compile.Options{})
			for n := 0; ; n++ {
				require.Less(t, n, 3)
				moves, _ := r.m.Moves(&r.s, nil)
				i := slices.IndexFunc(moves, func(mv vm.Move) bool { return r.name(mv) == c.move })
				r.s.Dirty = 0
				if i < 0 {
					r.m.Do(&r.s, moves[0])
					continue
				}
				_, read := r.m.Apart(&r.s, moves[i])
				require.Equal(t, c.writes, r.dirty())
				require.Equal(t, c.reads, r.comps(read))
				return
			}
		})
	}
}

func TestWhatGuardsRead(t *testing.T) {
	const vars = "byte x; chan c = [2] of { byte }; chan d = [0] of { byte }; "
	const others = ` active proctype B() { byte i; L: i == 0 }
active proctype C() { x == 0 && len(c) == 0 }`
	for _, c := range []struct{ what, body, reads string }{
		{"nothing", "skip", ""},
		{"a local", "byte i; i == 0", ""},
		{"a global", "x == 0", "globals"},
		{"room in a channel", "c!1", "channel 1"},
		{"messages in it", "c?1", "channel 1"},
		{"its length", "len(c) == 0", "channel 1"},
		{"no message fits, whatever is asked for", "c?eval(x)", "channel 1"},
		{"both sides of a conjunction", "x == 0 && len(c) == 0", "globals, channel 1"},
		{"the second does not count if the first fails", "x == 1 && len(c) == 0", "globals"},
		{"nor that of a disjunction if the first holds", "x == 0 || len(c) == 0", "globals"},
		{"else looks at what comes before it", "if :: x == 1 :: else fi", "globals"},
		{"an escape is looked at first", "{ skip } unless { x == 1 }", "globals"},
		{"the first of a d_step", "d_step { x == 0; skip }", "globals"},
		{"another's control state", "B[1]@L", "process 1"},
		{"another's variable", "B[1]:i == 0", "process 1"},
		{"all that may be partners in a rendezvous", "d!1", "channel 2, process 1, process 2"},
	} {
		t.Run(c.what, func(t *testing.T) {
			r := start(t, vars+"active proctype A() { "+c.body+" }"+others, compile.Options{})
			_, _, read := r.m.Alone(&r.s, 2, nil)
			require.Equal(t, "globals, channel 1", r.comps(read))
			_, _, read = r.m.Alone(&r.s, 0, nil)
			require.Equal(t, c.reads, r.comps(read))
		})
	}
}

// walker walks randomly through a model and checks each step against the reported components.
type walker struct {
	*run
	rand *rand.Rand

	base    []vm.Move // of an earlier state
	since   uint64    // written since then
	known   bool
	revised int
}

// examples are the models of the walks.
func examples(t *testing.T) []*walker {
	files, err := filepath.Glob("../examples/*.pml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var list []*walker
	for i, f := range files {
		model, err := resolve.ParseFile(t.Context(), f, resolve.Options{})
		require.NoError(t, err)
		p, err := compile.Compile(t.Context(), model, compile.Options{})
		require.NoError(t, err)
		list = append(list, &walker{
			run: &run{t: t, p: p, m: vm.NewMachine(p)}, rand: rand.New(rand.NewPCG(uint64(i), 1)),
		})
	}
	return list
}

func (w *walker) initial() {
	w.m.Initial(&w.s)
	w.known = false
}

// TestRevisedMovesAreTheMoves: in each state of random walks, computing only the moves of processes that read
// what was written gives the same as computing all moves.
func TestRevisedMovesAreTheMoves(t *testing.T) {
	for _, w := range examples(t) {
		w.initial()
		for range 1500 {
			if !w.next() {
				w.initial()
			}
		}
		require.NotZero(t, w.revised, w.p.Name)
	}
}

// next makes a step if there is one.
func (w *walker) next() bool {
	excl := w.s.Excl
	moves, eff := w.m.Moves(&w.s, nil)
	faults := len(w.m.Faults())
	if excl < 0 {
		if w.known {
			w.revise(moves, eff, faults)
		}
		w.base, w.since, w.known = moves, 0, true
	}
	if eff&vm.Released != 0 {
		return w.next()
	}
	if len(moves) == 0 {
		return false
	}
	w.s.Dirty = 0
	eff = w.m.Do(&w.s, moves[w.rand.IntN(len(moves))])
	w.since |= w.s.Dirty
	return eff&vm.Pruned == 0
}

func (w *walker) revise(moves []vm.Move, eff vm.Effect, faults int) {
	// After a birth or a death, components have other places.
	same := w.since>>63 == 0
	require.Equal(w.t, same, w.m.Revise(&w.s, w.since), w.p.Name)
	if !same {
		return
	}
	var got []vm.Move
	for pid := len(w.m.Layout().ShapeOf(w.s.Vec).Procs) - 1; pid >= 0; pid-- {
		if !w.m.Untouched(&w.s, pid) {
			got = w.m.MovesOf(&w.s, pid, got)
			continue
		}
		w.revised++
		for _, mv := range w.base {
			if int(mv.Pid) == pid {
				got = append(got, mv)
			}
		}
	}
	revised, done := w.m.Revised(len(got) > 0)
	require.Equal(w.t, len(moves) > 0, done, w.p.Name)
	if done {
		require.Equal(w.t, moves, got, w.p.Name)
		require.Equal(w.t, eff, revised, w.p.Name)
		require.Len(w.t, w.m.Faults(), faults, w.p.Name)
	}
}

// TestWhatIsNotMarkedStays: only components marked as written change, and a process has the same moves as
// before if they don't depend on any of these.
func TestWhatIsNotMarkedStays(t *testing.T) {
	stayed := 0
	for _, w := range examples(t) {
		w.initial()
		for range 500 {
			before, was := slices.Clone(w.s.Vec), w.m.Layout().ShapeOf(w.s.Vec)
			moves := make([][]vm.Move, len(was.Procs))
			reads := make([]uint64, len(was.Procs))
			for pid, q := range was.Procs {
				moves[pid], _, reads[pid] = w.m.Alone(&w.s, pid, nil)
				reads[pid] |= 1 << min(uint(q.Comp), 63)
			}
			if !w.next() {
				w.initial()
				continue
			}
			if w.s.Dirty>>63 != 0 {
				continue
			}
			require.Same(t, was, w.m.Layout().ShapeOf(w.s.Vec), w.p.Name)
			for i, c := range was.Comps {
				if w.s.Dirty>>min(uint(i), 63)&1 == 0 {
					require.Equal(t, before[c.Off:c.Off+c.Len], w.s.Vec[c.Off:c.Off+c.Len], w.p.Name)
				}
			}
			for pid := range was.Procs {
				if reads[pid]&w.s.Dirty == 0 {
					stayed++
					again, _, _ := w.m.Alone(&w.s, pid, nil)
					require.Equal(t, moves[pid], again, w.p.Name)
				}
			}
		}
	}
	require.NotZero(t, stayed)
}
