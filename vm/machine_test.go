package vm_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/resolve"
	"gospin/vm"
	"gospin/vm/compile"
)

// run is a machine with its present state.
type run struct {
	t *testing.T
	p *vm.Program
	m *vm.Machine
	s vm.State
}

// start returns the initial state of a model.
func start(t *testing.T, text string, o compile.Options) *run {
	t.Helper()
	model, err := resolve.ParseString(t.Context(), "m.pml", text, resolve.Options{})
	require.NoError(t, err, text)
	p, err := compile.Compile(t.Context(), model, o)
	require.NoError(t, err, text)
	r := &run{t: t, p: p, m: vm.NewMachine(p)}
	r.m.Initial(&r.s)
	return r
}

// after makes the moves with these names, which are separated by semicolons.
func after(t *testing.T, text, path string) *run {
	t.Helper()
	r := start(t, text, compile.Options{})
	r.walk(path)
	return r
}

// name returns the process of a move and its statement; for a handshake also the receiver.
func (r *run) name(mv vm.Move) string {
	text := fmt.Sprintf("%d %s", mv.Pid, r.m.Describe(mv).Text)
	if mv.Partner != 0 {
		text += fmt.Sprintf(" -> %d %s", mv.Peer, r.p.Stmts[r.p.Trans[mv.Partner].Stmt].Text)
	}
	return text
}

func (r *run) names(moves []vm.Move) string {
	var list []string
	for _, mv := range moves {
		list = append(list, r.name(mv))
	}
	return strings.Join(list, "; ")
}

// moves returns the names of the state's moves, in order.
func (r *run) moves() string {
	r.t.Helper()
	moves, eff := r.m.Moves(&r.s, nil)
	require.Zero(r.t, eff&(vm.Failed|vm.Released))
	return r.names(moves)
}

// do makes the move with a name.
func (r *run) do(name string) vm.Effect {
	r.t.Helper()
	moves, _ := r.m.Moves(&r.s, nil)
	for _, mv := range moves {
		if r.name(mv) == name {
			r.s.Dirty = 0
			return r.m.Do(&r.s, mv)
		}
	}
	require.Fail(r.t, "no such move", "%s is not among %s", name, r.names(moves))
	return 0
}

func (r *run) walk(path string) {
	r.t.Helper()
	for name := range strings.SplitSeq(path, "; ") {
		if name != "" {
			r.do(name)
		}
	}
}

// global returns the value of a global variable.
func (r *run) global(name string) int32 {
	r.t.Helper()
	for i := range r.p.Shown {
		if v := &r.p.Shown[i]; v.Name == name {
			return v.Value(r.s.Vec, 0, 0)
		}
	}
	require.Fail(r.t, "no such variable", name)
	return 0
}

// walks are models with a path from the initial state, and the moves after it.
type walks []struct{ what, text, path, want string }

func (w walks) check(t *testing.T) {
	for _, c := range w {
		t.Run(c.what, func(t *testing.T) {
			require.Equal(t, c.want, after(t, c.text, c.path).moves())
		})
	}
}

func TestOrderOfMoves(t *testing.T) {
	walks{
		{
			"the youngest process comes first",
			"byte x; active [2] proctype A() { x = 1 } active proctype B() { x = 2 }",
			"", "2 x = 2; 1 x = 1; 0 x = 1",
		},
		{
			"options come in source order, if they are executable",
			"byte x; active proctype A() { if :: x = 3 :: x == 1 :: x = 2 :: x == 0 fi }",
			"", "0 x = 3; 0 x = 2; 0 ((x==0))",
		},
		{
			"those of a selection that is itself a guard stand in its place",
			"byte x; active proctype A() { if :: x = 1 :: if :: x = 2 :: x = 3 fi :: x = 4 fi }",
			"", "0 x = 1; 0 x = 2; 0 x = 3; 0 x = 4",
		},
		{
			"an escape that can't be taken does not hinder",
			"byte x; active proctype A() { { x = 1; x = 2 } unless { x == 1; x = 9 } }",
			"", "0 x = 1",
		},
		{
			"one that can be leaves nothing else",
			"byte x; active proctype A() { { x = 1; x = 2 } unless { x == 1; x = 9 } }",
			"0 x = 1", "0 ((x==1))",
		},
		{
			"with all its options, which pan puts in front one by one: the last is the first",
			"byte x; active proctype A() { { x = 1 } unless { if :: x < 2 :: x == 5 :: x < 3 fi } }",
			"", "0 ((x<3)); 0 ((x<2))",
		},
		{
			"the outermost escape wins",
			"byte x; active proctype A() { { { x = 1 } unless { x < 2 } } unless { x < 3 } }",
			"", "0 ((x<3))",
		},
		{
			"an inner one moves if the outer one can't",
			"byte x; active proctype A() { { { x = 1 } unless { x < 2 } } unless { x > 3 } }",
			"", "0 ((x<2))",
		},
		{
			"who is not provided for does not move",
			"byte x; active proctype A() provided (x == 1) { x = 2 } active proctype B() { x = 1; x = 3 }",
			"", "1 x = 1",
		},
		{
			"until that holds",
			"byte x; active proctype A() provided (x == 1) { x = 2 } active proctype B() { x = 1; x = 3 }",
			"1 x = 1", "1 x = 3; 0 x = 2",
		},
		{
			"a higher priority goes before",
			"byte x; active proctype A() priority 2 { x = 1 } active proctype B() { x = 2 }",
			"", "0 x = 1",
		},
		{
			"but only while it can move",
			"byte x; active proctype A() priority 2 { x == 1 } active proctype B() { x = 2 }",
			"", "1 x = 2",
		},
		{
			"a process that is run has priority 1, whatever its proctype declares",
			"byte x; proctype A() priority 2 { x = 1 } init { run A(); x = 2 }",
			"0 (run A())", "1 x = 1; 0 x = 2",
		},
		{
			"or what the run says",
			"byte x; proctype A() priority 2 { x = 1 } init { run A() priority 3; x = 2 }",
			"0 (run A())", "1 x = 1",
		},
	}.check(t)
}

func TestElseAndTimeout(t *testing.T) {
	const offers = "chan c = [0] of { byte }; byte x; active proctype A() { if :: c!1 :: else fi }"
	const waits = "byte x; active proctype A() { x = 1; timeout } active proctype B() { timeout || x == 2 }"
	walks{
		{
			"else is for when nothing before it can move",
			"byte x; active proctype A() { if :: x == 1 :: else :: x == 2 fi }",
			"", "0 else",
		},
		{
			"and only then",
			"byte x; active proctype A() { if :: else :: x == 0 :: x == 1 fi }",
			"", "0 ((x==0))",
		},
		{
			"an inner else does not look at the options behind its selection",
			"byte x; active proctype A() { if :: if :: x == 1 :: else fi :: x == 0 fi }",
			"", "0 else; 0 ((x==0))",
		},
		{
			"but at those before it",
			"byte x; active proctype A() { if :: x == 0 :: if :: x == 1 :: else fi fi }",
			"", "0 ((x==0))",
		},
		{"a rendezvous that nobody takes is not executable", offers, "", "0 else"},
		{
			"one that is taken is", offers + " active proctype B() { c?x }",
			"", "0 c!1 -> 1 c?x",
		},
		{"timeout is false while somebody moves", waits, "", "0 x = 1"},
		{"then it is true for all", waits, "0 x = 1", "1 ((timeout||(x==2))); 0 (timeout)"},
		{
			"a process that may die is not stuck",
			"byte x; active proctype A() { timeout } active proctype B() { x = 1 }",
			"1 x = 1", "1 -end-",
		},
	}.check(t)
}

func TestHandshakes(t *testing.T) {
	const channel = "chan c = [0] of { byte }; byte x; "
	walks{
		{
			"the youngest receiver comes first",
			channel + "active proctype A() { c!1 } active [2] proctype B() { c?x }",
			"", "0 c!1 -> 2 c?x; 0 c!1 -> 1 c?x",
		},
		{
			"each receive that fits is a move of its own",
			channel + "active proctype A() { c!1 } active proctype B() { if :: c?1 :: c?2 :: c?x fi }",
			"", "0 c!1 -> 1 c?1; 0 c!1 -> 1 c?x",
		},
		{
			"who escapes by receiving does nothing else",
			channel + "active proctype A() { c!1 } active proctype B() { { c?x } unless { c?1 } }",
			"", "0 c!1 -> 1 c?1",
		},
		{
			"nobody meets himself",
			channel + "active proctype A() { if :: c!1 :: c?x fi }",
			"", "",
		},
		{
			"other channels do not matter",
			channel + "chan d = [0] of { byte }; active proctype A() { c!1 } active proctype B() { d?x }",
			"", "",
		},
		{
			"a message is what is left of it in the channel's field",
			channel + "active proctype A() { c!257 } active proctype B() { if :: c?257 :: c?1 fi }",
			"", "0 c!257 -> 1 c?1",
		},
		{
			"both have moved",
			channel + "active proctype A() { c!1; x = 2 } active proctype B() { c?x; x = 3 }",
			"0 c!1 -> 1 c?x", "1 x = 3; 0 x = 2",
		},
		{
			"a d_step may begin with a receive",
			channel + "active proctype A() { c!1 } active proctype B() { d_step { c?x; x = x + 1 }; x == 2 }",
			"0 c!1 -> 1 D_STEP1", "1 ((x==2))",
		},
	}.check(t)
}

// An offer that no process receives has no effect except Attempted.
func TestAttempts(t *testing.T) {
	r := start(t, "chan c = [0] of { byte }; active proctype A() { c!1 }", compile.Options{})
	moves, eff := r.m.Moves(&r.s, nil)
	require.Empty(t, moves)
	require.Equal(t, vm.Attempted|vm.InvalidEnd, eff)
}

// steps has, after each move of a run, the effect and the process that has the exclusive turn.
type steps []struct {
	move string
	eff  vm.Effect
	excl int16
}

func TestAtomicSequences(t *testing.T) {
	const inside = vm.Transient | vm.AtomicStep
	const sender = `chan c = [0] of { byte }; byte x, y;
active proctype A() { atomic { x = 1; c!1; x = 2 } } `
	for _, c := range []struct {
		what, text string
		steps      steps
	}{
		{
			"the last step ends the sequence",
			"byte x; active proctype A() { atomic { x = 1; x = 2; x = 3 }; x = 4 }",
			steps{{"0 x = 1", inside, 0}, {"0 x = 2", inside, 0}, {"0 x = 3", 0, -1}, {"0 x = 4", 0, -1}},
		},
		{
			"who receives inside a sequence goes on alone",
			sender + "active proctype B() { atomic { c?y; y = 2; y = 3 } }",
			steps{
				{"0 x = 1", inside, 0},
				{"0 c!1 -> 1 c?y", vm.Handshake | inside, 1},
				{"1 y = 2", inside, 1},
				{"1 y = 3", 0, -1},
				{"0 x = 2", 0, -1},
			},
		},
		{
			"who receives outside of one ends the sender's",
			sender + "active proctype B() { c?y; y = 3 }",
			steps{{"0 x = 1", inside, 0}, {"0 c!1 -> 1 c?y", vm.Handshake, -1}, {"1 y = 3", 0, -1}},
		},
		{
			"a jump out of the sequence is a step that ends it",
			"byte x; active proctype A() { atomic { x = 1; goto L; x = 2 }; L: x = 4 }",
			steps{{"0 x = 1", inside, 0}, {"0 goto L", 0, -1}, {"0 x = 4", 0, -1}},
		},
		{
			"a d_step is one ordinary step",
			"byte x; active proctype A() { d_step { x = 1; x = 2; x = 3 }; x = 4 }",
			steps{{"0 D_STEP1", 0, -1}, {"0 x = 4", 0, -1}},
		},
		{
			"within an atomic sequence it is one of its steps",
			"byte x; active proctype A() { atomic { d_step { x = 1; x = 2 }; x = 3 } }",
			steps{{"0 D_STEP1", inside, 0}, {"0 x = 3", 0, -1}},
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			r := start(t, c.text, compile.Options{})
			for _, st := range c.steps {
				require.Equal(t, st.eff, r.do(st.move), st.move)
				require.Equal(t, st.excl, r.s.Excl, st.move)
			}
		})
	}
}

// Within an atomic sequence other processes don't move until it blocks; then it continues as an atomic one.
func TestBlockedSequencesAreReleased(t *testing.T) {
	r := after(t, `byte x, y;
active proctype A() { atomic { x = 1; y == 1; x = 2; x = 3 } }
active proctype B() { y = 1 }`, "0 x = 1")
	require.EqualValues(t, 0, r.s.Excl)
	moves, eff := r.m.Moves(&r.s, nil)
	require.Empty(t, moves)
	require.Equal(t, vm.Released, eff)
	require.EqualValues(t, -1, r.s.Excl)
	require.Equal(t, "1 y = 1", r.moves())
	r.do("1 y = 1")
	require.Equal(t, "1 -end-; 0 ((y==1))", r.moves())
	r.do("0 ((y==1))")
	require.Equal(t, "0 x = 2", r.moves())
}

func TestDeterministicSteps(t *testing.T) {
	for _, c := range []struct {
		what, body string
		x          int32
	}{
		{"the first option that can be taken is", "if :: x == 5 :: x = 11 :: x = 12 fi; x = x * 2", 22},
		{"else is for when there is none", "if :: x == 5 -> x = 1 :: else -> x = 2 fi", 2},
		{"loops run to their end", "do :: x < 7 -> x++ :: else -> break od; x++", 8},
	} {
		t.Run(c.what, func(t *testing.T) {
			r := start(t, "byte x; active proctype A() { d_step { "+c.body+" } }", compile.Options{})
			moves, _ := r.m.Moves(&r.s, nil)
			require.Len(t, moves, 1)
			require.Zero(t, r.m.Do(&r.s, moves[0]))
			require.Equal(t, c.x, r.global("x"))
			require.Equal(t, "0 -end-", r.moves())
		})
	}
	walks{{
		"the first statement may block",
		"byte x; active proctype A() { d_step { x == 1; x = 2 } } active proctype B() { x = 1 }",
		"", "1 x = 1",
	}}.check(t)
}
