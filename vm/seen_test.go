package vm_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/vm"
	"gospin/vm/compile"
	"gospin/vm/layout"
)

// observed are models whose processes observe each other in all ways.
var observed = []struct {
	what, text string
	o          compile.Options
}{
	{"arrays", `byte a[4], i; int n; short k[3]; unsigned u : 3; hidden byte h; bool f[3];
active [2] proctype A() { byte j;
	do :: a[i] < 3 -> a[i] = a[i] + 1; h = n; i = (i + 1) % 4
	   :: a[j] > 0 -> k[j % 3] = n; n = n + 300 * a[j]; j = (j + a[1]) % 4; n = n % 1000
	   :: k[i % 3] != 0 -> u = n; f[u % 3] = !f[u % 3]; i = h % 4 od }`, compile.Options{}},
	{"structs", `typedef In { byte x; int y[2] }; typedef Out { In p[2]; byte z }; Out o[2]; byte g;
active [2] proctype A() { Out mine; byte i;
	do :: o[i].p[g].y[i] < 500 -> o[i].p[g].y[i] = o[i].p[g].y[i] + 70; o[1 - i].z++
	   :: i = 1 - i :: g = 1 - g
	   :: mine.p[i].x < 3 -> mine.p[i].x++; o[g].p[i].x = mine.p[i].x
	   :: o[1].z > 3 -> o[1].z = 0; mine.p[i].x = 0 od }`, compile.Options{}},
	{"channels", `chan c = [2] of { byte, int }; chan d[2] = [1] of { byte }; chan e; byte x, y; int z;
init { e = d[1]; do :: c!x,z; x++ :: c!!y,x; y++ :: e!x :: d[0]!y :: e = d[x % 2] od }
active proctype B() { byte i; int k;
	do :: c?i,k; z = k :: c?eval(x),z :: c??1,k :: c?<x,k> :: e?y :: d[y % 2]?i
	   :: len(c) > 1 && nempty(d[0]) -> y = i :: c?[2,k] -> x = 0 :: full(e) -> e?_ od }`, compile.Options{}},
	{"births", `byte n, x; chan back = [1] of { byte }; bool last;
proctype P(byte k; chan c) { chan own = [1] of { byte }; byte v = k + n; own!v; c!v; x = v % 3;
	if :: own?_ :: full(own) -> n = 0 fi }
init { byte i; do :: n < 2 -> n++; i = run P(n, back) :: back?i; n = i % 3 :: _nr_pr < 3 -> x = i
	:: _last == 1 -> last = !last od }`, compile.Options{}},
	{"remote references", `byte x; active proctype A() { byte i; L: do :: i < 3 -> i++; M: x = i :: i > 1 -> i = 0 od }
active [2] proctype B() { byte k; do :: A[0]@M -> k = A[0]:i :: A@L && x > k -> x = 0; k = 0
	:: pc_value(0) == 3 -> x = 1 :: enabled(0) -> skip od }`, compile.Options{}},
	{"atomic, d_step", `byte x, y; chan c = [1] of { byte }; active [2] proctype A() { byte i;
	do :: atomic { x < 3 -> x++; i = y; c!i; x = 0 } :: d_step { c?i -> y = i + x; if :: y > 2 -> y = 0 :: else fi }
	   :: d_step { y > 1; i = 0; do :: i < 3 -> i++; x = i :: else -> break od } :: x = (x + 1) % 4 od }`,
		compile.Options{}},
	{"unless", `byte x, y; active [2] proctype A() { do :: { x++; y = x } unless { x > 2 -> x = 0 }
	:: { y > 0 -> y-- } unless { atomic { y > 1 && x < 2 -> y = 0 } } od }`, compile.Options{}},
	{"priorities", `byte x; active proctype A() priority 2 { do :: x < 2 -> x++ :: x > 1 -> set_priority(1, x + 1) od }
active proctype B() priority 3 { do :: x > 0 -> x-- :: _priority = get_priority(0) od }
active proctype C() { do :: x == 1 -> set_priority(_pid, 2 + x) :: x == 0 -> x = 2 od }`, compile.Options{}},
	{"provided, timeout", `byte x, y; active [2] proctype A() provided (x != _pid) { do :: y < 2 -> y++; x = y
	:: timeout -> y = 0 od } active proctype B() { do :: x < 2 -> x = 3 :: timeout -> d_step { x = 0; y = 0 } od }`,
		compile.Options{}},
	{"a rendezvous", `chan c = [0] of { byte, byte }; byte x, a[3];
active [2] proctype A() { byte i; do :: c!x,i :: c!i,1; i = x :: x = (x + 1) % 3 od }
active [2] proctype B() { byte j; do :: c?j,a[x] :: c?eval(a[1]),x; a[0] = x :: d_step { c?_,j; a[2] = j; x = 2 }
	:: a[2] > 0 -> a[2] = 0 od }`, compile.Options{}},
	{"a trace assertion", `chan c = [1] of { byte }; chan d = [0] of { byte }; byte x;
trace { do :: c!1 :: c?1; c?2 :: d!2 :: d?2 od }
active proctype A() { do :: c!1 :: d!2 :: x = 1 - x :: c!2 od }
active proctype B() { do :: c?_ :: d?x :: x == 2 -> x = 1 od }`, compile.Options{}},
	{"a claim", `byte x, y; active [2] proctype A() { do :: x < 3 -> L: x++ :: y = x :: x > y -> x = 0 od }
never n { byte k; do :: x > 1 -> k++ :: k > 2 && y == 1 -> k = 0 :: A[1]@L -> assert(k < 9) :: else od }`, compile.Options{Claim: "n"}},
	{"timeout in a claim", `byte x, y; active [2] proctype A() { byte i; do :: x < 2 -> x++ :: i = x; y = i; i < 2 od }
active proctype B() { x > 1; y > 1; end: do :: x == 9 od } never n { do :: timeout -> break :: x < 9 od }`,
		compile.Options{Claim: "n"}},
	{"no progress", `byte x; active [2] proctype A() { do :: x = 1 :: progress: x = 0 od }`,
		compile.Options{Claim: compile.NonProgressClaim}},
}

// watcher changes what is not recorded as read, and checks that nothing depends on it.
type watcher struct {
	*run
	rand  *rand.Rand
	seen  vm.Seen
	first []int // by address of a byte of the globals: the first byte of its cell

	unread, unwritten int
}

func watch(r *run, seed uint64) *watcher {
	w := &watcher{run: r, rand: rand.New(rand.NewPCG(seed, 1))}
	w.m.Observe(&w.seen)
	w.first = make([]int, len(w.seen.Globals))
	for i := range w.first {
		w.first[i] = i
	}
	two := func(at int) { w.first[at+1] = at }
	for _, f := range w.m.Layout().Fields {
		for i := range f.Len {
			for k := range layout.CellSize(f.Elem.Cell) {
				w.first[f.Elem.Off+i*f.Stride+k] = f.Elem.Off + i*f.Stride
			}
		}
	}
	if w.p.Claim != nil {
		two(w.p.ClaimAt)
	}
	return w
}

// note returns what is recorded for a byte of a vector, and its component; -1 for the globals.
func (w *watcher) note(sh *layout.Shape, at int) (uint8, int) {
	if at < len(w.first) {
		return w.seen.Globals[w.first[at]], -1
	}
	i := slices.IndexFunc(sh.Comps, func(c layout.Comp) bool { return c.Off <= at && at < c.Off+c.Len })
	if i < 0 {
		return vm.SeenRead | vm.SeenWritten, i // bytes between components never change
	}
	return w.seen.Comps[i], i
}

// own returns the components of processes.
func own(sh *layout.Shape, pids ...uint8) (out []int) {
	for _, p := range pids {
		if p != vm.ClaimPid {
			out = append(out, sh.Procs[p].Comp)
		}
	}
	return out
}

// others returns the addresses of bytes that are not recorded as read, outside the components in own.
func (w *watcher) others(s *vm.State, own []int) (out []int) {
	if w.seen.All {
		return nil
	}
	l := w.m.Layout()
	sh := l.ShapeOf(s.Vec)
	for at := range s.Vec {
		if at >= l.Hidden && at < l.Hidden+layout.ShapeBytes {
			continue
		}
		if n, comp := w.note(sh, at); n&vm.SeenRead == 0 && !slices.Contains(own, comp) {
			out = append(out, at)
		}
	}
	w.rand.Shuffle(len(out), func(i, k int) { out[i], out[k] = out[k], out[i] })
	return out[:min(len(out), 12)]
}

// outcome is everything that a machine reports about a state.
func (w *watcher) outcome(s *vm.State, ask func(s *vm.State) ([]vm.Move, vm.Effect)) string {
	moves, eff := ask(s)
	w.seen.Coarsen()
	return fmt.Sprint(moves, eff, s.Dirty, s.Excl, w.m.Faults())
}

// check compares results with the record: nothing else is read, and nothing else is written.
func (w *watcher) check(pids []uint8, ask func(s *vm.State) ([]vm.Move, vm.Effect)) {
	w.seen.Clear()
	sh := w.m.Layout().ShapeOf(w.s.Vec)
	mine := own(sh, pids...)
	after := new(vm.State)
	after.CopyFrom(&w.s)
	after.Dirty = 0
	want := w.outcome(after, ask)
	w.checkWritten(sh, after, mine)
	noted := w.seen
	noted.Globals, noted.Comps = slices.Clone(w.seen.Globals), slices.Clone(w.seen.Comps)
	other := new(vm.State)
	for _, at := range w.others(&w.s, mine) {
		other.CopyFrom(&w.s)
		other.Dirty = 0
		other.Vec[at] ^= byte(1 + w.rand.IntN(255))
		changed := other.Vec[at]
		w.seen.Clear()
		require.Equal(w.t, want, w.outcome(other, ask), "byte %d", at)
		require.Equal(w.t, noted, w.seen, "byte %d", at)
		if n, _ := w.note(sh, at); n&vm.SeenWritten == 0 && at < len(other.Vec) {
			require.Equal(w.t, changed, other.Vec[at], "byte %d stays", at)
			other.Vec[at] = w.s.Vec[at]
			w.unwritten++
		}
		require.Equal(w.t, after.Vec, other.Vec, "byte %d", at)
		w.unread++
	}
}

// checkWritten looks for every difference in the record of what is written.
func (w *watcher) checkWritten(sh *layout.Shape, after *vm.State, own []int) {
	l := w.m.Layout()
	now := l.ShapeOf(after.Vec)
	for at, b := range after.Vec {
		if at >= l.Hidden && at < l.Hidden+layout.ShapeBytes {
			continue
		}
		if n, _ := w.note(now, at); at >= len(w.s.Vec) || w.s.Vec[at] != b {
			require.NotZero(w.t, n&vm.SeenWritten, "byte %d", at)
		}
	}
	for i, n := range w.seen.Comps {
		if n == vm.SeenWritten && i < min(len(sh.Comps), len(now.Comps)) {
			require.Contains(w.t, own, i, "a component written, but not read")
		}
	}
}

// step checks what the processes and the claim can do in a state, and makes one of the moves.
func (w *watcher) step() bool {
	for pid := range w.m.Layout().ShapeOf(w.s.Vec).Procs {
		w.check([]uint8{uint8(pid)}, func(s *vm.State) ([]vm.Move, vm.Effect) {
			moves, eff, _ := w.m.Alone(s, pid, nil)
			return moves, eff
		})
	}
	if w.p.Claim != nil {
		w.check(nil, func(s *vm.State) ([]vm.Move, vm.Effect) { return w.m.ClaimMoves(s, nil, false) })
		if moves, _ := w.m.ClaimMoves(&w.s, nil, false); len(moves) > 0 && !w.take(moves, w.m.ClaimDo) {
			return false
		}
	}
	moves, eff := w.m.Moves(&w.s, nil)
	if eff&vm.Released != 0 {
		moves, _ = w.m.Moves(&w.s, nil)
	}
	return len(moves) > 0 && w.take(moves, w.m.Do)
}

// take checks and makes one of the moves.
func (w *watcher) take(moves []vm.Move, do func(*vm.State, vm.Move) vm.Effect) bool {
	mv := moves[w.rand.IntN(len(moves))]
	pids := []uint8{mv.Pid}
	if mv.Partner != 0 {
		pids = append(pids, mv.Peer)
	}
	w.check(pids, func(s *vm.State) ([]vm.Move, vm.Effect) { return nil, do(s, mv) })
	return do(&w.s, mv)&vm.Pruned == 0
}

func (w *watcher) walk(steps int) {
	w.m.Initial(&w.s)
	for range steps {
		if !w.step() {
			w.m.Initial(&w.s)
		}
	}
}

// TestOnlyWhatIsNotedCounts: on random walks through all models, nothing depends on what is not recorded as
// read, and everything that differs after a step is recorded as written.
func TestOnlyWhatIsNotedCounts(t *testing.T) {
	reduced := compile.Options{Merge: true, Dataflow: true, DropUnread: true}
	for i, c := range observed {
		t.Run(c.what, func(t *testing.T) {
			for _, o := range []compile.Options{{}, {Padded: true}, reduced} {
				o.Claim = c.o.Claim
				w := watch(start(t, c.text, o), uint64(i))
				w.walk(150)
				require.NotZero(t, w.unread)
				require.NotZero(t, w.unwritten)
			}
		})
	}
}
