package systemtest

import (
	"gospin/compression/mix"
	"gospin/verifier/system"
	"gospin/vm"
)

// What a reduction asks of a system.

// ExpandOf finds the choices of one process.
func (t *Toy) ExpandOf(s *vm.State, pid int, x *system.Expansion) {
	x.Clear()
	if t.choicesOf(s, pid, x) {
		x.Effect |= vm.Attempted
	}
}

// Fingerprint is a hash of what is stored.
func (t *Toy) Fingerprint(s *vm.State) uint64 { return mix.Bytes(t.L.Key(s.Vec)) }
