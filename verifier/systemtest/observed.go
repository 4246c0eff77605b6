package systemtest

import (
	"gospin/verifier/system"
	"gospin/vm"
)

// What an engine that remembers moves asks of a system, beside what all ask.

// Alone appends the moves of one process, and tells what they depend on.
func (b *Beside) Alone(s *vm.State, pid int, dst []vm.Move) ([]vm.Move, vm.Effect, uint64) {
	var x system.Expansion
	b.reads = 0
	eff := vm.Effect(0)
	if b.choicesOf(s, pid, &x) {
		eff = vm.Attempted
	}
	return append(dst, moves(&x)...), eff, b.reads
}

// ClaimAlone appends the moves of the claim, and tells what they depend on.
func (b *Beside) ClaimAlone(s *vm.State, dst []vm.Move, alone bool) ([]vm.Move, vm.Effect, uint64) {
	var x system.Expansion
	b.reads = 0
	b.ExpandClaim(s, &x, alone)
	return append(dst, moves(&x)...), 0, b.reads
}

// Apart makes a step, and tells what its effect depends on.
func (b *Beside) Apart(s *vm.State, m vm.Move) (vm.Effect, uint64) {
	b.reads = 0
	c := system.ChoiceOf(m)
	if m.Pid == vm.ClaimPid {
		return b.DoClaim(s, &c), b.reads
	}
	return b.Do(s, &c, 0).Effect, b.reads
}

// ProcessLabel says that no process has an acceptance label.
func (b *Beside) ProcessLabel(*vm.State, int) bool { return false }

func moves(x *system.Expansion) (out []vm.Move) {
	for i := range x.Choices {
		out = append(out, x.Choices[i].Move())
	}
	return out
}
