package vm_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/vm"
	"gospin/vm/compile"
)

func TestBirthsAndDeaths(t *testing.T) {
	r := start(t, `byte child, x;
proctype P(byte k) { chan c = [1] of { byte }; byte v = k + 1; c!v; x = v }
init { child = run P(258) }`, compile.Options{})
	l := r.m.Layout()
	root := l.ShapeOf(r.s.Vec)
	require.Len(t, root.Procs, 1)
	require.Empty(t, root.Chans)
	before := len(r.s.Vec)

	require.Zero(t, r.do("0 child = run P(258)"))
	child := l.ShapeOf(r.s.Vec)
	require.Same(t, root, child.Parent)
	require.Len(t, child.Procs, 2)
	require.Len(t, child.Chans, 1)
	require.Len(t, r.s.Vec, child.Size)
	require.EqualValues(t, 1, r.global("child"))
	require.Equal(t, "shape, globals, process 0, process 1, channel 1", r.dirty())

	// The argument is truncated to the width of the parameter before the locals are initialised.
	r.walk("1 c!v; 1 x = v")
	require.EqualValues(t, 3, r.global("x"))

	// The older process must wait for the younger one. Its death also removes its channel.
	require.Equal(t, "1 -end-", r.moves())
	require.Zero(t, r.do("1 -end-"))
	require.Equal(t, "shape", r.dirty())
	require.Same(t, root, l.ShapeOf(r.s.Vec))
	require.Len(t, r.s.Vec, before)
	require.Equal(t, "0 -end-", r.moves())

	require.Zero(t, r.do("0 -end-"))
	moves, eff := r.m.Moves(&r.s, nil)
	require.Empty(t, moves)
	require.Zero(t, eff, "nobody is left: that is no deadlock")
}

// After a birth and a death, a state is the same, byte by byte.
func TestTheSameStateAgain(t *testing.T) {
	r := start(t, "proctype P() { byte i; i = 7 } init { do :: run P() od }", compile.Options{})
	first := new(vm.State)
	first.CopyFrom(&r.s)
	for range 3 {
		r.walk("0 (run P()); 1 i = 7; 1 -end-")
		require.True(t, r.m.Same(first, r.s.Vec))
	}
}

func TestZombiesCount(t *testing.T) {
	walks{
		{
			"a process that has ended and is not the youngest stays",
			"active proctype A() { skip } active proctype B() { _nr_pr == 2; skip }",
			"0 (1)", "1 ((_nr_pr==2))",
		},
		{
			"so nobody gets by who waits for it to go",
			"active proctype A() { skip } active proctype B() { _nr_pr == 1; skip }",
			"0 (1)", "",
		},
		{
			"the youngest goes",
			"active proctype A() { _nr_pr == 1; skip } active proctype B() { skip }",
			"1 (1); 1 -end-", "0 ((_nr_pr==1))",
		},
	}.check(t)
}

func TestEndStates(t *testing.T) {
	const queue = "chan c = [1] of { byte }; active proctype A() { c!1; end: false }"
	for _, c := range []struct {
		what, text, path string
		strict           bool
		want             vm.Effect
	}{
		{"a blocked process", "byte x; active proctype A() { x == 1 }", "", false, vm.InvalidEnd},
		{"at an end label", "byte x; active proctype A() { end: x == 1 }", "", false, 0},
		{"any label that begins so", "byte x; active proctype A() { endless: x == 1 }", "", false, 0},
		{
			"one of two is not at an end label",
			"byte x; active proctype A() { end: x == 1 } active proctype B() { x == 2 }",
			"", false, vm.InvalidEnd,
		},
		{
			"one at its end, one at an end label",
			"byte x; active proctype A() { skip } active proctype B() { end: x == 1 }",
			"0 (1)", false, 0,
		},
		{"messages left do not matter", queue, "0 c!1", false, 0},
		{"but where channels must be empty", queue, "0 c!1", true, vm.InvalidEnd},
		{
			"also when nobody is left", "chan c = [1] of { byte }; active proctype A() { c!1 }",
			"0 c!1; 0 -end-", true, vm.InvalidEnd,
		},
		{
			"all is well if they are",
			"chan c = [1] of { byte }; active proctype A() { c!1; c?1; end: false }",
			"0 c!1; 0 c?1", true, 0,
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			r := start(t, c.text, compile.Options{Strict: c.strict})
			r.walk(c.path)
			moves, eff := r.m.Moves(&r.s, nil)
			require.Empty(t, moves)
			require.Equal(t, c.want, eff)
		})
	}
}

// Faults of moves: after a failed assertion, and after a fault that pan only counts, the state is meaningful;
// after run-time errors it is not.
func TestFaultsOfMoves(t *testing.T) {
	const wrong = vm.Failed | vm.Pruned
	for _, c := range []struct {
		what, text, path string
		eff              vm.Effect
		kind             vm.FaultKind
		msg              string
	}{
		{
			"assertion", "byte x; active proctype A() { x = 1; assert(x == 2); x = 3 }", "0 x = 1",
			vm.Failed, vm.AssertionViolated, "assertion violated (x==2)",
		},
		{
			"assertion in a d_step",
			"byte x; active proctype A() { d_step { x = 1; assert(x == 2); x = 3 } }", "",
			vm.Failed, vm.AssertionViolated, "assertion violated (x==2)",
		},
		{
			"division by zero", "byte x, z; active proctype A() { x = 5 / z }", "",
			wrong, vm.RuntimeError, "division by zero or overflow in a division",
		},
		{
			"remainder by zero", "byte x, z; active proctype A() { x = 5 % z }", "",
			wrong, vm.RuntimeError, "division by zero or overflow in a division",
		},
		{
			"index too large", "byte a[3], i = 3; active proctype A() { a[i] = 1 }", "",
			wrong, vm.RuntimeError, "assertion violated - invalid array index",
		},
		{
			"index below zero", "byte a[3], x; int i = -1; active proctype A() { x = a[i] }", "",
			wrong, vm.RuntimeError, "assertion violated - invalid array index",
		},
		{
			"a d_step that blocks amid", "byte x; active proctype A() { d_step { x = 1; x == 2 } }", "",
			wrong | vm.Abort, vm.RuntimeError, "block in d_step seq",
		},
		{
			"a rendezvous amid a d_step",
			"chan c = [0] of { byte }; byte x; active proctype A() { d_step { x = 1; c!1 } }", "",
			wrong | vm.Abort, vm.RuntimeError, "rv-attempt in d_step",
		},
		{
			"an event that is not foreseen",
			"chan c = [1] of { byte }; trace { c!1 } active proctype A() { c!2 }", "",
			vm.Failed, vm.EventError, "event_trace error (no matching event)",
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			r := after(t, c.text, c.path)
			moves, _ := r.m.Moves(&r.s, nil)
			require.Len(t, moves, 1)
			require.Equal(t, c.eff, r.m.Do(&r.s, moves[0]))
			require.Len(t, r.m.Faults(), 1)
			f := r.m.Faults()[0]
			require.Equal(t, c.kind, f.Kind)
			require.Equal(t, c.msg, f.Msg)
			require.Zero(t, f.Pid)
			require.Equal(t, moves[0].Trans, f.Trans)
		})
	}
}

// Faults of guards: the statement can't be executed, but others can.
func TestFaultsOfGuards(t *testing.T) {
	for _, c := range []struct{ what, text, msg string }{
		{"sending to no channel", "chan c; active proctype A() { c!1 }", "ref to uninitialized chan name"},
		{"receiving from none", "chan c; active proctype A() { c?1 }", "ref to uninitialized chan name"},
		{
			"the length of none", "chan c; active proctype A() { len(c) == 0 }",
			"ref to uninitialized chan name",
		},
		{
			"division by zero", "byte z; active proctype A() { 5 / z == 0 }",
			"division by zero or overflow in a division",
		},
		{
			"index out of range", "byte a[3], i = 3; active proctype A() { a[i] == 0 }",
			"assertion violated - invalid array index",
		},
		{
			"looking into a rendezvous", "chan c = [0] of { byte }; active proctype A() { c?[1] }",
			"error to poll rendezvous channel",
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			r := start(t, "byte x; "+c.text+" active proctype B() { x = 1 }", compile.Options{})
			moves, eff := r.m.Moves(&r.s, nil)
			require.Equal(t, "1 x = 1", r.names(moves))
			require.Equal(t, vm.Failed, eff)
			require.Len(t, r.m.Faults(), 1)
			require.Equal(t, vm.RuntimeError, r.m.Faults()[0].Kind)
			require.Equal(t, c.msg, r.m.Faults()[0].Msg)
		})
	}
}

// After a failed assertion, the run continues.
func TestRunsGoOnBehindAssertions(t *testing.T) {
	r := after(t, "byte x; active proctype A() { assert(x == 2); x = 3 }", "0 assert((x==2))")
	require.Equal(t, "0 x = 3", r.moves())
	r = after(t, "byte x; active proctype A() { d_step { assert(x == 2); x = 3 } }", "0 D_STEP1")
	require.EqualValues(t, 3, r.global("x"))
}
