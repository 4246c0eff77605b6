package component

import (
	"gospin/verifier/atomic"
	"gospin/verifier/system"
	"gospin/vm"
)

// What a reduction asks of an engine: the class of a process is remembered with the number of its component.

// Classify implements system.Classified.
func (e *Engine) Classify(class func(s *vm.State, pid int) uint32) {
	e.class = class
	e.in.Classify(class)
}

// Classes implements system.Classified.
func (e *Engine) Classes(s *vm.State, dst []uint32) []uint32 {
	if e.unpack(s) {
		return e.in.Classes(&e.full, dst)
	}
	e.load(s)
	sh := e.shape(e.root[0])
	for pid := range sh.procs {
		p := &sh.procs[pid]
		n := int(e.root[p.word] >> (p.shift & 63) & p.mask)
		if n >= len(p.classes) || p.classes[n] == 0 {
			p.classes = append(p.classes, make([]uint32, max(0, n+1-len(p.classes)))...)
			p.classes[n] = e.class(e.unpacked(), pid) + 1
		}
		dst = append(dst, p.classes[n]-1)
	}
	return dst
}

// ExpandOf implements system.Classified.
func (e *Engine) ExpandOf(s *vm.State, pid int, x *system.Expansion) {
	x.Clear()
	e.foreseen = false
	if e.unpack(s) {
		e.in.ExpandOf(&e.full, pid, x)
		return
	}
	e.load(s)
	if x.Room < atomic.Room {
		e.in.ExpandOf(e.unpacked(), pid, x)
		return
	}
	sh := e.shape(e.root[0])
	p := &sh.procs[pid]
	word := e.find(p, pid)
	if word == 0 {
		var what outcome
		switch word, what = e.learn(sh, p, pid); what {
		case renewed:
			e.ExpandOf(s, pid, x)
			return
		case fails:
			e.in.ExpandOf(e.unpacked(), pid, x)
			return
		}
	}
	if word&attempted != 0 {
		x.Effect |= vm.Attempted
	}
	if e.foreseen = x.Ahead; x.Ahead {
		x.Choices = e.foresee(x.Choices, word)
	} else {
		x.Choices = e.memo.list(x.Choices, word)
	}
}

// Shorten implements system.Classified.
func (e *Engine) Shorten(x *system.Expansion) {
	if !e.foreseen {
		return
	}
	k := e.words
	for i := range x.Choices {
		if at := e.at[i]; at < 0 || !e.store.Knows(e.behind[i*k:i*k+k], at) {
			e.leaveOut(x)
			return
		}
	}
}

// Unpacked implements system.Classified.
func (e *Engine) Unpacked(s *vm.State) *vm.State {
	if !e.unpack(s) {
		e.load(s)
		e.unpacked()
	}
	return &e.full
}

// Fingerprint implements system.System: it is made of the numbers of the components, which do not change with
// their packing.
func (e *Engine) Fingerprint(s *vm.State) uint64 {
	e.load(s)
	h := stir(start(uint64(e.codec.Shape(e.root[0]))), 1)
	sh := e.shape(e.root[0])
	for i := range sh.fields {
		f := &sh.fields[i]
		h = stir(h+1, e.root[f.Word]>>(f.Shift&63)&f.Mask)
	}
	return h
}
