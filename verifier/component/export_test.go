package component

import "gospin/vm"

// Unpack makes dst the state s as the system below has it.
func (e *Engine) Unpack(dst, s *vm.State) {
	if !e.unpack(s) {
		e.load(s)
		e.unpacked()
	}
	dst.CopyFrom(&e.full)
	dst.Excl, dst.Turn, dst.Copy = s.Excl, s.Turn, s.Copy
}
