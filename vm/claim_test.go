package vm_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/vm"
	"gospin/vm/compile"
)

const beside = "byte x; active proctype A() { x = 1; progress: x = 2; x = 3 } "

// claim formats the moves of the claim.
func (r *run) claim(alone bool) string {
	r.t.Helper()
	moves, eff := r.m.ClaimMoves(&r.s, nil, alone)
	require.Zero(r.t, eff)
	for _, mv := range moves {
		require.EqualValues(r.t, vm.ClaimPid, mv.Pid)
	}
	return r.names(moves)
}

// doClaim makes the claim's move with a number.
func (r *run) doClaim(n int) vm.Effect {
	r.t.Helper()
	moves, _ := r.m.ClaimMoves(&r.s, nil, false)
	require.Greater(r.t, len(moves), n)
	r.s.Dirty = 0
	return r.m.ClaimDo(&r.s, moves[n])
}

func TestClaimsLookOn(t *testing.T) {
	r := start(t, beside+`never c {
	do :: x == 1 -> goto accept :: true od;
accept: do :: x == 1 :: x == 2 -> break od }`, compile.Options{Claim: "c"})
	require.Equal(t, "255 (1)", r.claim(false))
	require.Equal(t, vm.Silent, r.doClaim(0))
	require.Equal(t, "globals", r.dirty())
	require.Equal(t, "0 x = 1", r.moves(), "the claim does not hinder the processes")

	r.do("0 x = 1")
	require.Equal(t, "255 ((x==1)); 255 (1)", r.claim(false))
	require.False(t, r.m.Accepting(&r.s))
	require.Equal(t, vm.Silent|vm.Accepting, r.doClaim(0))
	require.True(t, r.m.Accepting(&r.s))
	require.False(t, r.m.ClaimEnded(&r.s))

	r.do("0 x = 2")
	require.Equal(t, "255 ((x==2))", r.claim(false))
	require.Equal(t, vm.Silent|vm.ClaimEnd, r.doClaim(0))
	require.True(t, r.m.ClaimEnded(&r.s))
	require.Equal(t, "0 x = 3", r.moves())
}

// A claim that begins in an accepting state has that effect at once, and a blocked one has no moves.
func TestClaimsBegin(t *testing.T) {
	r := start(t, beside+"never c { accept: do :: x == 1 od }", compile.Options{Claim: "c"})
	require.Equal(t, vm.Accepting, r.m.Initial(&r.s))
	require.Empty(t, r.claim(false))
}

func TestElseOfClaims(t *testing.T) {
	r := start(t, beside+"never c { do :: x == 1 -> break :: else od }", compile.Options{Claim: "c"})
	require.Equal(t, "255 else", r.claim(false))
	r.do("0 x = 1")
	require.Equal(t, "255 ((x==1))", r.claim(false))
}

// A claim may contain assertions. A step with one is not silent.
func TestAssertionsOfClaims(t *testing.T) {
	r := start(t, beside+"never c { do :: assert(x == 0) od }", compile.Options{Claim: "c"})
	require.Zero(t, r.doClaim(0))
	r.do("0 x = 1")
	require.Equal(t, vm.Failed, r.doClaim(0))
	require.Equal(t, "assertion violated (x==0)", r.m.Faults()[0].Msg)
}

// Timeout is true if no process can move.
func TestTimeoutOfClaims(t *testing.T) {
	r := start(t, `byte x; active proctype A() { x = 1; x == 2 }
never c { do :: timeout -> break :: x < 9 od }`, compile.Options{Claim: "c"})
	require.Equal(t, "255 ((x<9))", r.claim(false))
	r.do("0 x = 1")
	require.Equal(t, "255 (timeout); 255 ((x<9))", r.claim(false))
	require.Equal(t, "255 (timeout); 255 ((x<9))", r.claim(true))
}

// np_ is true while no process is at a progress label, unless the system is blocked.
func TestNonProgress(t *testing.T) {
	r := start(t, beside, compile.Options{Claim: compile.NonProgressClaim})
	count := func(alone bool) int {
		moves, eff := r.m.ClaimMoves(&r.s, nil, alone)
		require.Zero(t, eff)
		return len(moves)
	}
	// The claim may also wait for ever.
	require.Equal(t, 2, count(false))
	require.Equal(t, 1, count(true))
	r.do("0 x = 1")
	require.Equal(t, 1, count(false), "the process is at its progress label")
	r.do("0 x = 2")
	require.Equal(t, 2, count(false))
}

// Acceptance labels of processes count with claims, as in pan; but in a search for non-progress cycles, only
// the claim accepts.
func TestAcceptanceLabels(t *testing.T) {
	const text = "byte x; active proctype A() { x = 1; accept: x = 2 }"
	r := start(t, text, compile.Options{Claim: compile.AcceptanceClaim})
	require.True(t, r.m.Labelled())
	require.False(t, r.m.ProcessAccepts(&r.s, 0))
	r.do("0 x = 1")
	require.True(t, r.m.ProcessAccepts(&r.s, 0))
	require.True(t, r.m.Labels(&r.s))
	require.True(t, r.m.Accepting(&r.s))
	r.do("0 x = 2")
	require.False(t, r.m.Labels(&r.s))

	require.False(t, start(t, text, compile.Options{Claim: compile.NonProgressClaim}).m.Labelled())
}

// The moves of a claim depend on what its conditions read. They also depend on its control state, which is
// not reported.
func TestWhatClaimsRead(t *testing.T) {
	const vars = `byte x; chan c = [1] of { byte };
active proctype A() { L: x = 1 } active proctype B() { if :: x == 2 :: c?2 :: A@L fi } `
	for _, c := range []struct{ cond, reads string }{
		{"true", ""},
		{"x == 0", "globals"},
		{"len(c) == 0", "channel 1"},
		{"A@L", "process 0"},
	} {
		t.Run(c.cond, func(t *testing.T) {
			r := start(t, vars+"never c1 { do :: "+c.cond+" od }", compile.Options{Claim: "c1"})
			_, _, all := r.m.Alone(&r.s, 1, nil)
			require.Equal(t, "globals, channel 1, process 0", r.comps(all))
			_, eff, read := r.m.ClaimAlone(&r.s, nil, false)
			require.Zero(t, eff)
			require.Equal(t, c.reads, r.comps(read))
		})
	}
}
