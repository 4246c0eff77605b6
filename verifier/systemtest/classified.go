package systemtest

import (
	"gospin/compression/mix"
	"gospin/verifier/system"
	"gospin/vm"
)

// What a reduction needs from a system.

// ExpandOf finds the choices of one process.
func (t *Toy) ExpandOf(s *vm.State, pid int, x *system.Expansion) {
	x.Clear()
	if t.choicesOf(s, pid, x) {
		x.Effect |= vm.Attempted
	}
}

// Fingerprint returns a hash of the stored part of a state.
func (t *Toy) Fingerprint(s *vm.State) uint64 { return mix.Bytes(t.L.Key(s.Vec)) }
