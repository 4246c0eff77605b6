package systemtest

import (
	"gospin/compression/mix"
	"gospin/verifier/system"
	"gospin/vm"
)

// What a reduction asks of a system.

// Classify keeps the classes of processes.
func (t *Toy) Classify(class func(s *vm.State, pid int) uint32) { t.class = class }

// Classes appends the classes of all processes.
func (t *Toy) Classes(s *vm.State, dst []uint32) []uint32 {
	for pid := range t.L.ShapeOf(s.Vec).Procs {
		dst = append(dst, t.class(s, pid))
	}
	return dst
}

// ExpandOf finds the choices of one process.
func (t *Toy) ExpandOf(s *vm.State, pid int, x *system.Expansion) {
	x.Clear()
	if t.choicesOf(s, pid, x) {
		x.Effect |= vm.Attempted
	}
}

// Shorten does nothing.
func (t *Toy) Shorten(*system.Expansion) {}

// Unpacked is the state itself.
func (t *Toy) Unpacked(s *vm.State) *vm.State { return s }

// Fingerprint is a hash of what is stored.
func (t *Toy) Fingerprint(s *vm.State) uint64 { return mix.Bytes(t.L.Key(s.Vec)) }
