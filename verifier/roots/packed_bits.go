package roots

// packedBits gathers the bits in which roots differ into the words of a slot, one bit after the other. The
// lowest bit of the first word is 1, which tells a slot in use from a free one.
type packedBits[R Root] struct {
	base  R        // of all bits that are not met
	met   R        // in which some root differs from the base
	words []gather // none: roots lie in slots as they are
	has   int      // bits
}

// slotWords are those of a slot. Roots in which more bits differ lie as they are.
type slotWords [5]uint64

// plan gathers the bits that are met.
func (p *packedBits[R]) plan() {
	p.words = []gather{{bits: 1}}
	for k := range len(p.met) {
		for m := p.met[k]; m != 0; {
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
	p.has = 64*(len(p.words)-1) + int(p.words[len(p.words)-1].bits)
}

// meet takes in the bits in which a root differs.
func (p *packedBits[R]) meet(r *R) {
	for k := range len(p.met) {
		p.met[k] |= (*r)[k] ^ p.base[k]
	}
}

// differs reports whether a root differs in a bit that is not gathered.
func (p *packedBits[R]) differs(r *R) bool {
	var d uint64
	for k := range len(p.met) {
		d |= ((*r)[k] ^ p.base[k]) &^ p.met[k]
	}
	return d != 0
}

// from makes the words of a slot.
func (p *packedBits[R]) from(r *R, to *slotWords) []uint64 {
	for i := range p.words {
		to[i] = p.words[i].from(Words(r))
	}
	to[0] |= 1
	return to[:]
}

// root makes a root of the words of a slot.
func (p *packedBits[R]) root(slot *slotWords, r *R) {
	clear(Words(r))
	for i := range p.words {
		p.words[i].scatter(slot[i], Words(r))
	}
	for k := range len(p.met) {
		(*r)[k] |= p.base[k] &^ p.met[k]
	}
}

// bytes is how many a slot of these bits takes.
func (p *packedBits[R]) bytes() int { return (p.has + 7) / 8 }
