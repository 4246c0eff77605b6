package product_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/product"
	"gospin/verifier/system"
	"gospin/verifier/systemtest"
	"gospin/vm"
)

// walk makes the only choice there is again and again, and tells who made it and what came of it: c for the
// claim, s for the system, with a small letter where the state behind is not stored and a capital one where
// it is. It ends where there is no choice, or after so many.
func walk(t *testing.T, sys system.System, most int) (path string, last system.Expansion) {
	t.Helper()
	var s vm.State
	sys.Initial(&s)
	for range most {
		last.Room = system.Unlimited
		sys.Expand(&s, &last)
		require.Zero(t, last.Effect&vm.InvalidEnd, "a claim runs on")
		if len(last.Choices) == 0 {
			break
		}
		require.Len(t, last.Choices, 1)
		step := sys.Do(&s, &last.Choices[0], 0)
		who := byte('s')
		if last.Choices[0].Pid == vm.ClaimPid {
			who = 'c'
		}
		if step.Effect&(vm.Passing|vm.Transient) == 0 {
			who -= 'a' - 'A'
		}
		path += string(rune(who))
	}
	return path, last
}

// TestTurns: the claim first, then the system; in the atomic sequence the claim waits; where the system is
// blocked, the claim moves alone, and every state is stored.
func TestTurns(t *testing.T) {
	path, _ := walk(t, product.New(systemtest.Sequence()), 9)
	require.Equal(t, "c"+"sssS"+"c"+"CCC", path)
}

// TestWithoutAClaim: every state is stored but those within the sequence, and where the run comes to a halt
// in an accepting state, it is accepted.
func TestWithoutAClaim(t *testing.T) {
	toy := systemtest.Sequence()
	path, last := walk(t, product.Bare(toy), 9)
	require.Equal(t, "sssS", path)
	require.Zero(t, last.Effect&vm.Stutter)
	toy.Final[0] = true
	_, last = walk(t, product.Bare(toy), 9)
	require.NotZero(t, last.Effect&vm.Stutter)
}

// TestSeeds: a cycle is sought from accepting states in which the claim moves, not from those between.
func TestSeeds(t *testing.T) {
	toy := systemtest.Sequence()
	toy.Final[0] = true
	sys := product.New(toy)
	var s vm.State
	require.NotZero(t, sys.Initial(&s)&vm.Accepting)
	var x system.Expansion
	sys.Expand(&s, &x)
	require.NotZero(t, x.Effect&vm.Seed)
	require.NotZero(t, sys.Do(&s, &x.Choices[0], 0).Effect&vm.Accepting)
	sys.Expand(&s, &x)
	require.Zero(t, x.Effect&vm.Seed)
}

// TestTheEndOfAClaimIsTold where the state is expanded.
func TestTheEndOfAClaimIsTold(t *testing.T) {
	toy := systemtest.Sequence()
	toy.Claim[0][0].To = systemtest.EndOfClaim
	path, last := walk(t, product.New(toy), 2)
	require.Equal(t, "cs", path)
	require.NotZero(t, last.Effect&vm.ClaimEnd)
}
