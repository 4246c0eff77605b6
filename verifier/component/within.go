package component

import (
	"encoding/binary"

	"gospin/verifier/system"
	"gospin/vm"
)

// States within atomic sequences are not stored: their vectors are left unpacked, and their components
// without numbers. Behind the machine's vector are the root of the stored state that they come from, the
// components written since, and, in the place of the generation, unpacked.

const unpacked = 1<<32 - 1

// leaveUnpacked makes the state that a walk has come to, from the one under way, that of s.
func (e *Engine) leaveUnpacked(s *vm.State) {
	s.Vec = append(s.Vec[:0], e.walk.state.Vec...)
	for _, w := range e.root {
		s.Vec = binary.LittleEndian.AppendUint64(s.Vec, w)
	}
	s.Vec = binary.LittleEndian.AppendUint64(s.Vec, e.walk.state.Dirty)
	s.Vec = binary.LittleEndian.AppendUint32(s.Vec, unpacked)
	s.Vec = binary.LittleEndian.AppendUint32(s.Vec, uint32(e.packed))
}

// unpack makes s the state under way and in full, if it is one that was left unpacked. The root under way is
// then that of the stored state.
func (e *Engine) unpack(s *vm.State) bool {
	if generation(s.Vec) != unpacked {
		return false
	}
	size := e.l.ShapeOf(s.Vec).Size
	root := e.store.loadRoot(s.Vec[size:len(s.Vec)-16], binary.LittleEndian.Uint32(s.Vec[len(s.Vec)-4:]))
	if e.codec.Version() != e.packed {
		e.renew()
	}
	copy(e.root, root)
	e.full.Vec = append(e.full.Vec[:0], s.Vec[:size]...)
	e.full.Dirty, e.full.Excl = binary.LittleEndian.Uint64(s.Vec[len(s.Vec)-16:]), s.Excl
	e.fullOf = nil
	return true
}

// expandWithin finds the choices of s, which was left unpacked.
func (e *Engine) expandWithin(s *vm.State, x *system.Expansion) {
	e.unpack(s)
	e.in.Expand(&e.full, x)
	if s.Excl = e.full.Excl; x.Effect&vm.Released != 0 {
		e.pack(s, e.store.Encode(e.full.Vec, e.full.Dirty, e.root))
	}
}
