package search

import (
	"math/bits"

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
	sys  system.System
	open prints
}

// begin notes that the choices of the stored state at hand are made now: those of an ample set, or all.
func (p *proviso) begin(a *ample, s *vm.State, set uint8) {
	a.set, a.off, a.on = set, false, false
	if open := p.Proviso != SomeOff || set != 0; open != a.open {
		if a.open = open; open {
			a.print = p.sys.Fingerprint(s)
			p.open.add(a.print)
		} else {
			p.open.drop(a.print)
		}
	}
}

// arrived notes where a choice has led: to the state at hand.
func (p *proviso) arrived(a *ample, s *vm.State, known bool) {
	switch {
	case a.set == 0 || a.off && p.Proviso != NoneOn:
	case known && p.open.has(p.sys.Fingerprint(s)):
		a.on = true
	default:
		a.off = true
	}
}

// leadsOn says whether the choices made are enough. Those that end in run-time errors lead nowhere.
func (p *proviso) leadsOn(a *ample) bool {
	return a.set == 0 || a.off && (p.Proviso != NoneOn || !a.on)
}

func (p *proviso) leave(a *ample) {
	if a.open {
		p.open.drop(a.print)
	}
}

// prints is a bag of fingerprints, with linear probing. It says of no fingerprint in it that it is not: two
// states with the same one count as two.
type prints struct {
	slots []uint64 // 0: free
	shift uint
	n     int
}

// home is the slot where a fingerprint belongs. None is 0.
func (b *prints) home(x uint64) int { return int(x * 0x9e3779b97f4a7c15 >> (b.shift & 63)) }

func (b *prints) has(x uint64) bool {
	if b.n == 0 {
		return false
	}
	x |= 1
	for i := b.home(x); ; i = (i + 1) & (len(b.slots) - 1) {
		if y := b.slots[i]; y == x {
			return true
		} else if y == 0 {
			return false
		}
	}
}

func (b *prints) add(x uint64) {
	if 2*b.n >= len(b.slots) {
		old := b.slots
		b.slots = make([]uint64, max(64, 2*len(old)))
		b.shift, b.n = uint(64-bits.TrailingZeros(uint(len(b.slots)))), 0
		for _, y := range old {
			if y != 0 {
				b.add(y)
			}
		}
	}
	x |= 1
	i := b.home(x)
	for b.slots[i] != 0 {
		i = (i + 1) & (len(b.slots) - 1)
	}
	b.slots[i] = x
	b.n++
}

// drop takes one of those with this fingerprint out, and moves up what was pushed on by it.
func (b *prints) drop(x uint64) {
	x |= 1
	mask := len(b.slots) - 1
	i := b.home(x)
	for b.slots[i] != x {
		i = (i + 1) & mask
	}
	b.n--
	for j := i; ; {
		j = (j + 1) & mask
		y := b.slots[j]
		if y == 0 {
			break
		}
		if (j-b.home(y))&mask >= (j-i)&mask {
			b.slots[i], i = y, j
		}
	}
	b.slots[i] = 0
}
