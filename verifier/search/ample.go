package search

import (
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// ample is the state of a frame's ample set.
type ample struct {
	print uint64 // fingerprint of the state, if it is open
	from  int32  // the frame of the nearest stored state, possibly this one, which collects the answers
	set   uint8  // the set that is being tried; 0 if all choices are made
	off   bool   // a choice of the set leads off the path
	on    bool   // a choice of the set leads back to the path
	open  bool   // the state counts as a state of the path
}

// proviso decides whether ample sets on a depth-first path suffice.
//
// With SomeOff, only states that have an ample set count as open. Then every state whose set is accepted has
// a path to one with all its choices. The proof is by induction over the order in which the search leaves the
// states: a choice that leads off the open states leads to a state that is left before, and has such a path,
// or to a state on the present path with all its choices. What is enabled and postponed stays enabled along
// that path.
type proviso struct {
	Proviso
	sys    system.System
	open   store.Bag // fingerprints of open states
	weight *weight
}

// begin records that the choices of the present state, which is stored, are made now: those of an ample set,
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

// arrived records that a choice has led to the present state.
func (p *proviso) arrived(a *ample, s *vm.State, known bool) {
	switch {
	case a.set == 0 || a.off && p.Proviso != NoneOn:
	case known && p.open.Has(p.sys.Fingerprint(s)):
		a.on = true
	default:
		a.off = true
	}
}
