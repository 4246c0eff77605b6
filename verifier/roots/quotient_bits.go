package roots

import (
	"math/bits"
	"slices"
)

// gather collects bits of roots into a number: the bits under masks, in order. Masks added later have higher
// places.
type gather struct {
	pieces []piece
	bits   uint // bits of the number
}

// piece is a set of bits of a word. If they are not contiguous, they are moved together in steps of 1, 2, 4
// ... 32 (Steele's compress, in Warren, "Hacker's Delight", 7-4).
type piece struct {
	word int
	to   uint // their place in the number
	mask uint64
	run  bool // the bits are contiguous
	from uint
	move [6]uint64 // masks of the bits that move in each step
}

// add adds the bits under masks, none of which may have been added before.
func (g *gather) add(masks []uint64) {
	for w, m := range masks {
		if m == 0 {
			continue
		}
		p := piece{word: w, to: g.bits, mask: m, from: uint(bits.TrailingZeros64(m))}
		p.run = bits.Len64(m)-bits.TrailingZeros64(m) == bits.OnesCount64(m)
		p.plan()
		g.pieces = append(g.pieces, p)
		g.bits += uint(bits.OnesCount64(m))
	}
}

func (p *piece) plan() {
	m, gaps := p.mask, ^p.mask<<1
	for i := range p.move {
		odd := gaps // bits with an odd number of gaps below them
		for s := 1; s < 64; s *= 2 {
			odd ^= odd << s
		}
		mv := odd & m
		p.move[i] = mv
		m = m ^ mv | mv>>(1<<i)
		gaps &^= odd
	}
}

// from returns the number of a root.
func (g *gather) from(r []uint64) (x uint64) {
	for i := range g.pieces {
		p := &g.pieces[i]
		v := r[p.word] & p.mask
		if p.run {
			x |= v >> (p.from & 63) << (p.to & 63)
			continue
		}
		t := v & p.move[0]
		v = v ^ t | t>>1
		t = v & p.move[1]
		v = v ^ t | t>>2
		t = v & p.move[2]
		v = v ^ t | t>>4
		t = v & p.move[3]
		v = v ^ t | t>>8
		t = v & p.move[4]
		v = v ^ t | t>>16
		t = v & p.move[5]
		v = v ^ t | t>>32
		x |= v << (p.to & 63)
	}
	return x
}

// scatter sets the bits of r from a number. They must be 0 before.
func (g *gather) scatter(x uint64, r []uint64) {
	for i := range g.pieces {
		p := &g.pieces[i]
		v := x >> (p.to & 63)
		if p.run {
			r[p.word] |= v << (p.from & 63) & p.mask
			continue
		}
		for j, mv := range slices.Backward(p.move[:]) {
			v = v&^mv | v<<(1<<j)&mv
		}
		r[p.word] |= v & p.mask
	}
}
