package roots

// packedBits gathers the bits in which roots differ into the words of a slot. The lowest bit of the first
// word is 1, since the first word of a free slot is 0.
type packedBits[R Root] struct {
	base      R        // the value of the bits that are not gathered
	differing R        // bits in which some root differs from the base
	words     []gather // none: slots have whole roots
	total     int      // bits of a slot
}

// slotWords has the words of a slot. If roots differ in more bits, whole roots are stored.
type slotWords [5]uint64

// plan decides how the differing bits are gathered.
func (p *packedBits[R]) plan() {
	p.words = []gather{{bits: 1}}
	for k := range len(p.differing) {
		for m := p.differing[k]; m != 0; {
			last := &p.words[len(p.words)-1]
			if last.bits == 64 {
				p.words = append(p.words, gather{})
				continue
			}
			var some R
			for n := last.bits; n < 64 && m != 0; n++ {
				some[k] |= m & -m
				m &= m - 1
			}
			last.add(Words(&some))
		}
	}
	p.total = 64*(len(p.words)-1) + int(p.words[len(p.words)-1].bits)
}

// meet records the bits in which a root differs from the base.
func (p *packedBits[R]) meet(r *R) {
	for k := range len(p.differing) {
		p.differing[k] |= (*r)[k] ^ p.base[k]
	}
}

// differs reports whether a root differs from the base in a bit that is not gathered.
func (p *packedBits[R]) differs(r *R) bool {
	var d uint64
	for k := range len(p.differing) {
		d |= ((*r)[k] ^ p.base[k]) &^ p.differing[k]
	}
	return d != 0
}

// from returns the words of the slot of a root.
func (p *packedBits[R]) from(r *R, to *slotWords) []uint64 {
	for i := range p.words {
		to[i] = p.words[i].from(Words(r))
	}
	to[0] |= 1
	return to[:]
}

// root sets r to the root in a slot.
func (p *packedBits[R]) root(slot *slotWords, r *R) {
	clear(Words(r))
	for i := range p.words {
		p.words[i].scatter(slot[i], Words(r))
	}
	for k := range len(p.differing) {
		(*r)[k] |= p.base[k] &^ p.differing[k]
	}
}

// bytes returns the number of bytes of a slot.
func (p *packedBits[R]) bytes() int { return (p.total + 7) / 8 }
