package component

import (
	"encoding/binary"

	"gospin/vm"
)

// States within atomic sequences are not stored: their vectors are left unpacked, and their components without numbers.
// Behind the machine's vector are the root of the stored state that they come from, the components written since, and,
// in the place of the generation, unpacked.

const unpacked = 1<<32 - 1

// leaveUnpacked makes the state that a walk has come to, from the one under way, that of s.
func (e *Engine) leaveUnpacked(s *vm.State) {
	s.Vec = append(s.Vec[:0], e.walk.State.Vec...)
	for _, w := range e.root {
		s.Vec = binary.LittleEndian.AppendUint64(s.Vec, w)
	}
	s.Vec = binary.LittleEndian.AppendUint64(s.Vec, e.walk.State.Dirty)
	s.Vec = binary.LittleEndian.AppendUint32(s.Vec, unpacked)
	s.Vec = binary.LittleEndian.AppendUint32(s.Vec, uint32(e.packed))
}

// unpack makes s the state under way and in full, if it is one that was left unpacked. The root under way is then that
// of the stored state.
func (e *Engine) unpack(s *vm.State) bool {
	if generation(s.Vec) != unpacked {
		return false
	}
	size := e.l.ShapeOf(s.Vec).Size
	root := e.store.LoadRoot(s.Vec[size:len(s.Vec)-16], binary.LittleEndian.Uint32(s.Vec[len(s.Vec)-4:]))
	if e.codec.Version() != e.packed {
		e.renew()
	}
	copy(e.root, root)
	e.full.Vec = append(e.full.Vec[:0], s.Vec[:size]...)
	e.full.Dirty, e.full.Excl, e.full.Before = binary.LittleEndian.Uint64(s.Vec[len(s.Vec)-16:]), s.Excl, nil
	e.fullOf = nil
	return true
}

// movesWithin appends the moves of s, which was left unpacked.
func (e *Engine) movesWithin(s *vm.State, dst []vm.Move) ([]vm.Move, vm.Effect) {
	e.unpack(s)
	dst, eff := e.m.Moves(&e.full, dst)
	if s.Excl = e.full.Excl; eff&vm.Released != 0 {
		e.pack(s, e.store.Root(e.full.Vec, e.full.Dirty, e.root))
	}
	return dst, eff
}
