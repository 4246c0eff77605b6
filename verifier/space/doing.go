package space

import (
	"encoding/binary"

	"gospin/verifier/system"
	"gospin/vm"
)

// do makes a choice of a state of the present generation. The result false says that what it does is not
// known any more.
func (f *facade[R]) do(s *vm.State, c *system.Choice) (vm.Step, bool) {
	n := f.note(uint64(c.Note - 1))
	if n.offer|n.next != 0 || n.nshifts != 0 || n.choice.Leaf != c.Leaf {
		return f.doOther(s, c, n)
	}
	var r R
	vec, w := s.Vec[:8*len(r)], len(r)
	at := int(f.noted[c.Note-1].at)
	item := f.lists[at : at+2*w]
	for j := 0; j < len(r); j++ {
		x := binary.LittleEndian.Uint64(vec[8*j:])
		binary.LittleEndian.PutUint64(vec[8*j:], x&item[j]|item[w+j])
	}
	return n.step, true
}

func (f *facade[R]) doOther(s *vm.State, c *system.Choice, n *note) (vm.Step, bool) {
	r := f.root(s)
	if n.offer == 0 {
		return f.doNoted(s, &r, uint64(c.Note-1), c, n.next != 0 || n.choice.Leaf != c.Leaf)
	}
	offer := n.offer
	d, fits := f.changed(&r, uint64(c.Note-1))
	at := f.seats(&d)
	if at == nil || !fits {
		return vm.Step{}, false
	}
	list, what := f.taking(&d, at, int(c.Peer), offer)
	if what == anew {
		f.system.gen++
	}
	if what != done || list == 0 || f.lists[list]&slow != 0 {
		return vm.Step{}, false
	}
	within, base := f.lists[list]&stepped != 0, f.lists[list+1]
	for i := range f.lists[list] & countMask {
		n := &f.note(base + i).choice
		if n.Partner == c.Partner && (within || n.Leaf == c.Leaf) && n.Note != 0 {
			return f.doNoted(s, &d, base+i, c, within)
		}
	}
	return vm.Step{}, false
}

// doNoted makes the choice of a note of the root r. Within says that it is the first of some that begin with
// the same step, and some lead into atomic sequences.
func (f *facade[R]) doNoted(s *vm.State, r *R, at uint64, c *system.Choice, within bool) (vm.Step, bool) {
	if within {
		return f.doLeaf(s, r, at, uint64(len(f.noted))-at, int(c.Leaf))
	}
	d, fits := f.changed(r, at)
	if !fits {
		return vm.Step{}, false
	}
	f.set(s, &d)
	return f.note(at).step, true
}

// again returns what the present generation remembers of a choice of s that an earlier one found; 0: nothing.
func (f *facade[R]) again(s *vm.State, c *system.Choice) uint32 {
	r := f.root(s)
	at := f.seats(&r)
	if at == nil || int(c.Pid) >= len(at.of) {
		return 0
	}
	p := &at.of[c.Pid]
	n := p.number(slice(&r))
	if n >= uint64(len(p.infos)) {
		return 0
	}
	in := &p.infos[n]
	for k := in.first; k < in.first+uint32(in.n); k++ {
		q := &f.parts[k]
		list := q.list
		if list == 0 {
			list = f.engine.recall(&r, q)
		}
		head, base := f.lists[list], f.lists[list+1]
		for i := range head & countMask {
			n := f.note(base + i)
			x := n.choice
			x.Note *= uint32(base+i) + 1
			if x.Trans != c.Trans {
				continue
			}
			if n.offer != 0 && c.Partner != 0 {
				return x.Note
			}
			if x.Partner == c.Partner && x.Peer == c.Peer && (head&stepped != 0 || x.Leaf == c.Leaf) {
				return x.Note
			}
		}
	}
	return 0
}
