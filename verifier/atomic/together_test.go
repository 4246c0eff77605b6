package atomic_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/atomic"
	"gospin/verifier/system"
	"gospin/verifier/systemtest"
	"gospin/vm"
)

// expand finds the choices of a state.
func expand(sys system.System, s *vm.State) []system.Choice {
	x := system.Expansion{Room: system.Unlimited}
	sys.Expand(s, &x)
	return x.Choices
}

// TestStepsOfASequenceAreOneChoice: three atomic steps, the second of which another process takes part in,
// and a last one that leaves the sequence.
func TestStepsOfASequenceAreOneChoice(t *testing.T) {
	sys := atomic.New(systemtest.Sequence(), nil)
	var s vm.State
	sys.Initial(&s)
	choices := expand(sys, &s)
	require.Len(t, choices, 1)
	step := sys.Do(&s, &choices[0], system.Unlimited)
	require.Zero(t, step.Effect&(vm.Transient|atomic.Failure))
	require.Equal(t, vm.Counts{Before: 3, Handshakes: 1}, step.Counts)
	require.Equal(t, 4, step.Deeper())
	require.EqualValues(t, -1, s.Excl)

	path := sys.Path([]system.Taken{{Choice: choices[0], Before: step.Before}})
	require.Len(t, path, 4)
	machine := systemtest.Sequence()
	var one vm.State
	machine.Initial(&one)
	for i, m := range path {
		c := system.ChoiceOf(m)
		require.Contains(t, expand(machine, &one), c)
		eff := machine.Do(&one, &c, 0).Effect
		require.Equal(t, i < 3, eff&vm.Transient != 0)
		require.Equal(t, i == 1, eff&vm.Handshake != 0)
	}
	require.Equal(t, s.Vec, one.Vec)
}

// TestStepsAreSingleWithoutRoom: near a limit of depth each state is to be seen.
func TestStepsAreSingleWithoutRoom(t *testing.T) {
	taken := make([]byte, 16)
	sys := atomic.New(systemtest.Sequence(), taken)
	var s vm.State
	sys.Initial(&s)
	choices := expand(sys, &s)
	step := sys.Do(&s, &choices[0], atomic.Room-1)
	require.Equal(t, vm.Transient|vm.AtomicStep, step.Effect)
	require.Zero(t, step.Counts)
	require.Equal(t, make([]byte, 16), taken, "what is taken alone is the search's to mark")
}

// TestAFailureEndsTheChoiceBeforeIt: the search makes the step that fails, and tells of it.
func TestAFailureEndsTheChoiceBeforeIt(t *testing.T) {
	sys := atomic.New(systemtest.FailingSequence(), nil)
	var s vm.State
	sys.Initial(&s)
	choices := expand(sys, &s)
	step := sys.Do(&s, &choices[0], system.Unlimited)
	require.Equal(t, vm.Transient, step.Effect&(vm.Transient|atomic.Failure))
	require.Equal(t, vm.Counts{Before: 1}, step.Counts)
	choices = expand(sys, &s)
	require.Len(t, choices, 1)
	require.NotZero(t, sys.Do(&s, &choices[0], system.Unlimited).Effect&vm.Failed)
	require.Len(t, sys.Faults(), 1)
}
