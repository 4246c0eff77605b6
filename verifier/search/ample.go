package search

import (
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// ample is what a frame has of its ample set.
type ample struct {
	print uint64 // of the state, if it is open
	from  int32  // the frame of the nearest stored state, this one included: there the answers are collected
	set   uint8  // the set that is being tried; 0: all choices are made
	off   bool   // some choice of the set leads off the path
	on    bool   // some choice of it leads back
	open  bool   // the state counts as one on the path
}

// proviso judges the ample sets on a depth-first path.
//
// With SomeOff, only states that have an ample set count as open: then every state whose set is accepted has
// a way to one with all its choices. By induction over the order in which the search leaves the states: the
// choice that leads off the open ones leads to a state that is left before, and has such a way, or to one on
// the path that has all its choices. What is enabled and put off stays enabled along that way.
type proviso struct {
	Proviso
	sys    system.System
	open   store.Bag // the fingerprints of open states
	weight *weight
}

// begin notes that the choices of the present state, which is stored, are made now: those of an ample set,
// or all.
func (p *proviso) begin(a *ample, s *vm.State, set uint8) {
	a.set, a.off, a.on = set, false, false
	if open := p.Proviso != SomeOff || set != 0; open != a.open {
		if a.open = open; open {
			a.print = p.sys.Fingerprint(s)
			before := p.open.Bytes()
			p.open.Add(a.print)
			if more := p.open.Bytes() - before; more > 0 {
				p.weight.add(int(more))
			}
		} else {
			p.open.Drop(a.print)
		}
	}
}

// arrived notes where a choice has led: to the present state.
func (p *proviso) arrived(a *ample, s *vm.State, known bool) {
	switch {
	case a.set == 0 || a.off && p.Proviso != NoneOn:
	case known && p.open.Has(p.sys.Fingerprint(s)):
		a.on = true
	default:
		a.off = true
	}
}

// leadsOn reports whether the choices made are enough. Those that end in run-time errors lead nowhere.
func (p *proviso) leadsOn(a *ample) bool {
	return a.set == 0 || a.off && (p.Proviso != NoneOn || !a.on)
}

func (p *proviso) leave(a *ample) {
	if a.open {
		p.open.Drop(a.print)
	}
}
