package vm_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/vm"
	"gospin/vm/compile"
)

// meeting are models with rendezvous.
var meeting = []struct{ what, text string }{
	{"several receivers", `chan c = [0] of { byte, int }; byte x; int y;
active [2] proctype A() { byte i; do :: c!x,300 + i :: c!i,y; i = (i + 1) % 3 :: x = i od }
active [3] proctype B() { byte j; do :: c?j,y :: c?_,_ :: c?x,y -> x = x % 3 :: y > 400 -> y = 0 od }`},
	{"patterns", `mtype = { a, b }; chan c = [0] of { mtype, byte }; byte x; unsigned u : 2;
active proctype A() { do :: c!a,x :: c!b,x + 1 :: c!a(u) :: x = (x + 1) % 4 od }
active [2] proctype B() { byte k; do :: c?a(x) :: c?b,eval(x + k) -> u++ :: c?a,eval(u); k = x :: k = 1 - k od }`},
	{"d_steps that receive", `chan c = [0] of { byte }; chan q = [1] of { byte }; byte x, y;
active [2] proctype A() { byte i; do :: c!i :: i = (i + 1) % 4 :: atomic { c!3; x = 0; i = y % 4 } od }
active [2] proctype B() { byte k; do :: d_step { c?1 -> x++; y = k } :: d_step { c?k -> if :: k > 1 -> y = k :: else fi; k = 0 }
	:: d_step { if :: c?2 -> x = 2 :: c?eval(x) -> y = 3 fi; x = x % 3 } :: d_step { c?0; q!y; q?k } od }`},
	{"atomic", `chan c = [0] of { byte }; chan d = [0] of { byte }; byte x, l;
active [2] proctype A() { byte i; do :: atomic { i < 2 -> i++; c!i; l = _last; d?x } :: atomic { d!x; i = 0 } :: i > 0 -> i-- od }
active [2] proctype B() { byte k; do :: atomic { c?k; x = k; d!1; k = 0 } :: atomic { d?x; c?_; x = 0 } :: d?k od }`},
	{"channels in variables", `chan c[3] = [0] of { byte }; chan b = [1] of { byte }; chan v; chan w; byte x;
init { chan mine = [0] of { byte }; v = c[1]; run P(mine); run P(c[2]);
	do :: v!x :: c[x]!1 :: mine!2 :: v = c[x] :: x < 2 -> x++ :: w!0 :: w = mine :: v = b od }
proctype P(chan to) { byte i; do :: v?i :: c[i]?x -> x = x % 3 :: to?_ :: to?x; i = 1 - i :: c[x % 3]?eval(i) :: b?i; i = 0 od }`},
	{"unless", `chan c = [0] of { byte }; chan d = [0] of { byte }; byte x;
active [2] proctype A() { do :: { c!1; x = 0 } unless { d?_ } :: { d!1 } unless { x == 2 -> x = 0 }
	:: { x < 2 -> x++ } unless { c!x } :: { skip } unless { c!2; d?_ } od }
active [2] proctype B() { byte k; do :: { c?k } unless { c?2 -> x = 2 } :: { d?_ } unless { x == 1 -> x = 2 } od }`},
	{"escapes", `chan c = [0] of { byte }; chan d = [0] of { byte }; byte x;
active [2] proctype A() { do :: { c!1; x = 0 } unless { x == 2 -> x = 0 } :: x = 1 od }
active proctype B() { byte k; do :: c?k; { x = 3 - x } unless { if :: d!k :: x > 1 -> x = 0 fi } od }
active proctype D() { { c?_ } unless { if :: c?x :: c?1 fi } }
active proctype C() { do :: { x < 2 -> x++ } unless { d?_ } :: { d?eval(x) } unless { c?1; x = 1 } od }`},
	{"else", `chan c = [0] of { byte }; byte x;
active [2] proctype A() { do :: c!x :: x > 1 -> x = 0 :: else -> x++ od }
active [2] proctype B() { byte k; do :: c?2; x = 1 :: x = 2 :: c?k od }`},
	{"priorities and provided", `chan c = [0] of { byte }; byte x; active [2] proctype A() { do :: c!x :: x = (x + 1) % 4 od }
active proctype B() priority 2 provided (x != 2) { byte k; do :: c?k :: c?1 -> set_priority(0, 1 + k) od }
active proctype C() provided (x > 0) { do :: c?_ od }`},
	{"remote references", `chan c = [0] of { byte }; byte x, a[4]; active proctype A() { byte i; do :: L: c!i; M: i = (i + 1) % 3 :: c!x od }
active [2] proctype B() { byte k; do :: c?eval(A[0]:i) -> x = A[0]:i :: c?a[A[0]@M] :: c?k; x = pc_value(0) % 3 od }`},
	{"dead variables that others look at", `chan c = [0] of { byte }; byte x, a[4];
active proctype A() { byte i; do :: atomic { i = x; c!i } :: i = x; c!i :: x = (x + 1) % 3 od }
active proctype B() { do :: c?a[A[0]:i] od }`},
	{"births", `chan c = [0] of { byte }; byte n; proctype P(byte k) { byte i; c!k; c?i; n-- }
init { byte i; do :: n < 3 -> n++; run P(n) :: c?i :: c!i od }`},
	{"what goes wrong", `chan c = [0] of { byte, byte }; chan d = [0] of { byte }; byte x, z, a[2];
active [2] proctype A() { do :: c!x,0 :: c!1 :: d!5 / z :: d!x :: x = (x + 1) % 3 :: d!1,2 :: z = 1 - z od }
active [2] proctype B() { do :: c?_,z :: d?a[x] :: d?eval(3 / z) :: d_step { d?2; assert(z == 0) } :: c?1 :: d?<x> od }`},
	{"D_proctype", `chan c = [0] of { byte }; byte x; D_proctype A() { do :: c!x :: x > 0 -> x-- :: x > 1 -> x = 0 od }
active proctype B() { run A(); do :: c?_ :: x < 3 -> x++ od }`},
	{"a trace assertion", `chan c = [0] of { byte }; byte x; trace { do :: c!1; c?1 :: c!0; c?0 od }
active proctype A() { do :: c!x :: x = 1 - x od } active proctype B() { do :: c?_ od }`},
}

// halver makes the halves of rendezvous separately, and compares.
type halver struct {
	*run
	rand *rand.Rand

	halves, untold, given, separate int
}

// whole finds the moves of a process like Alone, but by halves.
func (h *halver) whole(pid int) ([]vm.Move, vm.Effect, bool) {
	procs := len(h.m.Layout().ShapeOf(h.s.Vec).Procs)
	halves, eff, ok := h.m.Halves(&h.s, pid, nil)
	if !ok {
		require.Empty(h.t, halves)
		return nil, 0, false
	}
	var out []vm.Move
	for _, mv := range halves {
		if mv.Partner != vm.AnyPartner {
			out = append(out, mv)
			continue
		}
		h.halves++
		behind := new(vm.State)
		behind.CopyFrom(&h.s)
		id, msg, _, ok := h.m.Give(behind, mv)
		if !ok {
			require.Equal(h.t, h.s, *behind)
			return nil, 0, false
		}
		msg = slices.Clone(msg)
		for peer := procs - 1; peer >= 0; peer-- {
			if peer == pid {
				continue
			}
			takers, e := h.m.Takers(&h.s, peer, id, msg, nil)
			for i := range takers {
				takers[i].Trans, takers[i].Pid = mv.Trans, mv.Pid
			}
			out, eff = append(out, takers...), eff|e
		}
	}
	return out, eff, true
}

// apart finds the same as Halves for a process, one transition at a time.
func (h *halver) apart(pid int) {
	first, n, ok := h.m.Separable(&h.s, pid)
	if !ok {
		return
	}
	want, all, told := h.m.Halves(&h.s, pid, nil)
	var got []vm.Move
	var eff vm.Effect
	for i := first; i < first+n; i++ {
		var e vm.Effect
		got, e, ok = h.m.One(&h.s, pid, i, got)
		if !ok {
			require.False(h.t, told)
			return
		}
		eff |= e
	}
	require.True(h.t, told)
	require.Equal(h.t, want, got)
	require.Equal(h.t, all, eff)
	h.separate++
}

// give makes a rendezvous by halves, and as a whole.
func (h *halver) give(mv vm.Move) {
	var whole, halves vm.State
	whole.CopyFrom(&h.s)
	halves.CopyFrom(&h.s)
	whole.Dirty, halves.Dirty = 0, 0
	id, msg, eff, ok := h.m.Give(&halves, mv)
	if !ok {
		return
	}
	h.given++
	eff |= h.m.Take(&halves, mv, id, msg)
	faults := slices.Clone(h.m.Faults())
	require.Equal(h.t, h.m.Do(&whole, mv), eff)
	require.ElementsMatch(h.t, h.m.Faults(), faults)
	if eff&vm.Pruned == 0 {
		require.Equal(h.t, whole, halves)
	}
}

func (h *halver) step() bool {
	for pid := range h.m.Layout().ShapeOf(h.s.Vec).Procs {
		if moves, eff, ok := h.whole(pid); ok {
			want, all, _ := h.m.Alone(&h.s, pid, nil)
			require.Equal(h.t, all, eff)
			if all&vm.Failed == 0 {
				require.Equal(h.t, want, moves)
			} else {
				require.Subset(h.t, moves, want)
			}
		} else {
			h.untold++
		}
		h.apart(pid)
	}
	moves, eff := h.m.Moves(&h.s, nil)
	if eff&vm.Released != 0 {
		moves, _ = h.m.Moves(&h.s, nil)
	}
	for _, mv := range moves {
		if mv.Partner != 0 {
			h.give(mv)
		}
	}
	return len(moves) > 0 && h.m.Do(&h.s, moves[h.rand.IntN(len(moves))])&vm.Pruned == 0
}

// TestHalvesMakeAWhole: on random walks, the halves of rendezvous are found and have the same effect as the
// whole, and so do single transitions.
func TestHalvesMakeAWhole(t *testing.T) {
	reduced := compile.Options{Merge: true, Dataflow: true, DropUnread: true}
	ours := reduced
	ours.Own = true
	for i, c := range meeting {
		t.Run(c.what, func(t *testing.T) {
			for _, o := range []compile.Options{{}, reduced, ours} {
				h := &halver{run: start(t, c.text, o), rand: rand.New(rand.NewPCG(uint64(i), 1))}
				for range 400 {
					if !h.step() {
						h.m.Initial(&h.s)
					}
				}
				seldom := c.what == "unless" || c.what == "a trace assertion" || c.what == "D_proctype"
				require.Equal(t, seldom, h.halves == 0 && h.untold > 0)
				require.Equal(t, c.what == "a trace assertion", h.given == 0)
				require.NotZero(t, h.separate)
			}
		})
	}
}

// TestOfHalvesOnlyWhatIsNotedCounts: a half of a rendezvous, or a single transition, only depends on what is
// recorded as read.
func TestOfHalvesOnlyWhatIsNotedCounts(t *testing.T) {
	for i, c := range meeting {
		t.Run(c.what, func(t *testing.T) {
			w := watch(start(t, c.text, compile.Options{}), uint64(i))
			for range 100 {
				for pid := range w.m.Layout().ShapeOf(w.s.Vec).Procs {
					w.checkHalves(pid)
				}
				moves, _ := w.m.Moves(&w.s, nil)
				if len(moves) == 0 || w.m.Do(&w.s, moves[w.rand.IntN(len(moves))])&vm.Pruned != 0 {
					w.m.Initial(&w.s)
				}
			}
			require.NotZero(t, w.unread)
		})
	}
}

func (w *watcher) checkHalves(pid int) {
	self := []uint8{uint8(pid)}
	halves := func(s *vm.State) ([]vm.Move, vm.Effect) {
		moves, eff, _ := w.m.Halves(s, pid, nil)
		return moves, eff
	}
	w.check(self, halves)
	if first, n, ok := w.m.Separable(&w.s, pid); ok {
		for i := first; i < first+n; i++ {
			w.check(self, func(s *vm.State) ([]vm.Move, vm.Effect) {
				moves, eff, _ := w.m.One(s, pid, i, nil)
				return moves, eff
			})
		}
	}
	moves, _ := halves(&w.s)
	for _, mv := range moves {
		if mv.Partner == vm.AnyPartner {
			w.checkRendezvous(mv)
		}
	}
}

// checkRendezvous checks both halves of an offered rendezvous.
func (w *watcher) checkRendezvous(offer vm.Move) {
	before, behind := w.s, new(vm.State)
	behind.CopyFrom(&w.s)
	id, msg, _, ok := w.m.Give(behind, offer)
	if !ok {
		return
	}
	msg = slices.Clone(msg)
	w.check([]uint8{offer.Pid}, func(s *vm.State) ([]vm.Move, vm.Effect) {
		n, again, eff, _ := w.m.Give(s, offer)
		require.Equal(w.t, id, n)
		require.Equal(w.t, msg, again)
		return nil, eff
	})
	for peer := range w.m.Layout().ShapeOf(w.s.Vec).Procs {
		if peer == int(offer.Pid) {
			continue
		}
		receiver := []uint8{uint8(peer)}
		takers := func(s *vm.State) ([]vm.Move, vm.Effect) { return w.m.Takers(s, peer, id, msg, nil) }
		w.check(receiver, takers)
		moves, _ := takers(&w.s)
		w.s = *behind
		for _, mv := range moves {
			w.check(receiver, func(s *vm.State) ([]vm.Move, vm.Effect) {
				return nil, w.m.Take(s, mv, id, msg)
			})
		}
		w.s = before
	}
}

// TestWhenHalvesTell: the enabled moves may depend on whether an offer of a rendezvous is received.
func TestWhenHalvesTell(t *testing.T) {
	const vars = "chan c = [0] of { byte }; chan q = [1] of { byte }; byte x; "
	for _, c := range []struct {
		what, body, want string
		told             bool
	}{
		{"an offer among others", "if :: x = 1 :: c!1 :: x == 0 fi", "0 x = 1; 0 c!1; 0 ((x==0))", true},
		{"else beside one", "if :: c!1 :: else fi", "", false},
		{"else which something else rules out", "if :: c!1 :: x == 0 :: else fi", "0 c!1; 0 ((x==0))", true},
		{"else beside no rendezvous", "if :: q!1 :: else fi", "0 q!1", true},
		{"an escape before", "{ c!1 } unless { x == 1 }", "0 c!1", true},
		{"that holds", "{ c!1 } unless { x == 0 }", "0 ((x==0))", true},
		{"an escape that offers", "{ x == 0 } unless { c!1 }", "", false},
		{
			"but certainly is left", "{ x = 1 } unless { if :: x == 0 :: c!1 fi }",
			"0 c!1; 0 ((x==0))", true,
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			r := start(t, vars+"active proctype A() { "+c.body+" }", compile.Options{})
			moves, eff, told := r.m.Halves(&r.s, 0, nil)
			require.Equal(t, c.told, told)
			for i := range moves {
				if moves[i].Partner == vm.AnyPartner {
					require.NotZero(t, eff&vm.Attempted)
					moves[i].Partner = 0
				}
			}
			require.Equal(t, c.want, r.names(moves))
		})
	}
}

// TestSeparable: with an else or an escape, transitions can't be examined one by one.
func TestSeparable(t *testing.T) {
	for _, c := range []struct {
		text string
		n    uint32
		ok   bool
	}{
		{"byte x; active proctype A() { if :: x = 1 :: x == 1 :: x = 3 fi }", 3, true},
		{"byte x; active proctype A() { if :: x = 1 :: x == 1 :: else fi }", 3, false},
		{"byte x; active proctype A() { { x = 1 } unless { x == 2 } }", 2, false},
		{"byte x; active D_proctype A() { if :: x == 1 :: x == 2 fi }", 2, false},
	} {
		r := start(t, c.text, compile.Options{})
		_, n, ok := r.m.Separable(&r.s, 0)
		require.Equal(t, c.n, n, c.text)
		require.Equal(t, c.ok, ok, c.text)
	}
}
