package atomic

import (
	"gospin/verifier/system"
	"gospin/vm"
)

// How many steps may come before the last one of a choice, and how many of them be rendezvous. Bounded, they
// fit in a few bits where choices are remembered.
const (
	MostBefore     = 63
	MostHandshakes = 31
	maxBeyond      = 3
)

// Room is what a choice of several steps needs: more levels than such choices reach.
const Room = MostBefore + MostHandshakes + maxBeyond + 3

// Failure is what ends a sequence of steps before its time.
const Failure = vm.Failed | vm.Pruned | vm.Abort

// Together is a system that does what another one does, and takes the steps of an atomic sequence together as
// long as there is no choice.
type Together struct {
	system.Claimed
	taken    []byte
	stepwise bool // all states on the way matter
	x        system.Expansion
	before   vm.State // the one before the step taken last
	steps    []vm.Move
}

var _ interface {
	system.Claimed
	system.Stepped
} = (*Together)(nil)

// New returns in with the steps of atomic sequences taken together. The transitions of steps that are taken
// with others are marked in taken, unless it is nil.
func New(in system.Claimed, taken []byte) *Together {
	return &Together{Claimed: in, taken: taken, stepwise: in.Labelled()}
}

// Do makes the choice c of s, and steps after it.
func (t *Together) Do(s *vm.State, c *system.Choice, room int) vm.Step {
	step := t.Claimed.Do(s, c, room)
	if step.Effect&(vm.Transient|Failure) != vm.Transient || room < Room || t.stepwise {
		return step
	}
	t.steps = append(t.steps[:0], c.Move())
	return t.continueSequence(s, step)
}

// continueSequence continues from s, which a step within an atomic sequence led to.
func (t *Together) continueSequence(s *vm.State, step vm.Step) vm.Step {
	x := &t.x
	x.Room = system.Unlimited
	for step.Effect&vm.Transient != 0 && step.Before < MostBefore && step.Handshakes < MostHandshakes {
		excl := s.Excl
		t.Claimed.Expand(s, x)
		attempted := uint8(0)
		if x.Effect&vm.Attempted != 0 {
			attempted = 1
		}
		if x.Effect&^(vm.Attempted|vm.Released) != 0 || len(x.Choices) > 1 ||
			len(x.Choices) == 0 && x.Effect&vm.Released == 0 {
			s.Excl = excl
			return step
		}
		levels := uint8(1)
		if step.Effect&vm.Handshake != 0 {
			levels = 2
		}
		if len(x.Choices) == 0 { // the sequence is broken: the state counts as any other
			step.Effect &^= vm.Transient
			step.Beyond = levels + attempted
			return step
		}
		t.before.CopyFrom(s)
		c := &x.Choices[0]
		next := t.Claimed.Do(s, c, 0)
		if t.taken != nil {
			t.taken[c.Trans], t.taken[c.Partner] = 1, 1
		}
		if next.Effect&Failure != 0 {
			s.CopyFrom(&t.before)
			return step
		}
		t.steps = append(t.steps, c.Move())
		step.Effect = next.Effect
		step.Counts = vm.Counts{
			Before:     step.Before + 1,
			Handshakes: step.Handshakes + levels - 1,
			Beyond:     attempted,
		}
	}
	return step
}

// Steps implements system.Stepped.
func (t *Together) Steps(dst []vm.Move) []vm.Move { return append(dst, t.steps...) }

// Path lists the steps of the choices on a path one by one.
func (t *Together) Path(path []system.Taken) []vm.Move {
	var s vm.State
	t.Initial(&s)
	out := make([]system.Taken, 0, len(path))
	for _, k := range path {
		before := k.Before
		k.Before = 0
		out = append(out, k)
		if k.Pid == vm.ClaimPid {
			t.DoClaim(&s, &k.Choice)
			continue
		}
		t.x.Base = nil
		t.Claimed.Expand(&s, &t.x) // who is blocked inside an atomic sequence loses control
		t.Claimed.Do(&s, &k.Choice, 0)
		for range before {
			t.Claimed.Expand(&s, &t.x)
			out = append(out, system.Taken{Choice: t.x.Choices[0]})
			t.Claimed.Do(&s, &t.x.Choices[0], 0)
		}
	}
	return t.Claimed.Path(out)
}
