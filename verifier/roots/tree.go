package roots

import (
	"math"
	"math/bits"

	"gospin/compression/mix"

	"gospin/compression/quotient"
)

const (
	leastSample = 1 << 13
	mostSample  = 1 << 16
	mostBits    = 58 // most bits of a gathered value when it is planned
)

const (
	minSaving   = 0.15 // part of the memory that a new plan must save
	tableGrowth = 1.4  // about how much the values of a table increase when the number of roots doubles
)

// plan plans the cuts again, and moves all roots. If better is true, it does so only if that saves much
// memory.
func (s *Compact[R]) plan(better bool) {
	old := &Compact[R]{
		deep: s.deep, initial: s.initial, base: s.base, differing: s.differing, nodes: s.nodes, top: s.top,
	}
	n := int(s.Len())
	if s.initial != nil {
		n = max(n, s.planned)
	}
	p := planner[R]{n: float64(n), deep: s.deep, counts: map[[2]int]float64{}}
	if p.sample = s.takeSample(max(leastSample, min(n/8, mostSample))); s.initial != nil {
		s.base = p.sample[0]
	}
	for w := range len(s.base) {
		s.differing[w] |= s.novel[w]
		if s.initial != nil {
			for i := range p.sample {
				s.differing[w] |= p.sample[i][w] ^ s.base[w]
			}
		}
		for m := s.differing[w]; m != 0; m &= m - 1 {
			p.order = append(p.order, uint16(w<<6+bits.TrailingZeros64(m)))
		}
	}
	p.seen = make([]uint64, mostSample*8/64)
	_, cost := p.split(0, len(p.order), p.n, true)
	s.planned, s.nextPlan = n, max(n, 1<<13)*replan
	if better && cost > (1-minSaving)*s.cost() {
		s.differing = old.differing
		return
	}
	s.initial, s.novel = nil, *new(R)
	s.nodes = p.nodes
	for i := range s.nodes {
		x := &s.nodes[i]
		x.base = x.gather.from(Words(&s.base))
	}
	for i := range s.nodes {
		x := &s.nodes[i]
		s.join(x)
		if i < len(s.nodes)-1 {
			x.table = quotient.NewTable(min(64, x.bits+bitsSpare), p.rooms[i])
			x.recent = make([]numbered, 1<<recentBits)
			x.recent[0].value = 1<<64 - 1 // not the value 0, whose cache entry this is
		}
	}
	s.top = quotient.New(s.nodes[len(s.nodes)-1].bits, 0)
	size := quotient.Size(s.top.Bits(), n+n/8)
	if size > 1<<25 { // it grows while the old set is released
		size /= 4
	}
	s.rebuild(s.top.Bits(), size)
	s.takeFrom(old)
}

// takeSample returns about n of the roots, or all of them.
func (s *Compact[R]) takeSample(n int) (out []R) {
	if s.initial != nil {
		s.initial.Each(func(r *R) { out = append(out, *r) })
		return out
	}
	s.eachRoot(func(f func(uint64, uint16)) { s.top.Some(n, f) }, func(r *R) { out = append(out, *r) })
	return out
}

// takeFrom moves all roots of another set into this one.
func (s *Compact[R]) takeFrom(old *Compact[R]) {
	batch, fresh := make([]R, 0, batchSize), make([]uint32, 0, batchSize)
	add := func() {
		for from := 0; from < len(batch); {
			if fresh, from = s.Add(batch, from, fresh[:0]); from < len(batch) {
				s.Grow(0)
			}
		}
		batch = batch[:0]
	}
	old.Drain(func(r *R) {
		batch = append(batch, *r)
		if len(batch) == batchSize {
			add()
		}
	})
	add()
}

// planner decides where to cut the bits of roots, based on a sample of roots. It tries to minimise the number
// of bits stored for all roots, including the values of parts.
type planner[R Root] struct {
	sample []R
	n      float64  // number of roots
	order  []uint16 // the bits in use
	deep   bool
	counts map[[2]int]float64
	seen   []uint64 // a bitmap of hashes
	nodes  []node
	rooms  []int // of the tables of nodes
}

// split plans the node for the bits lo to hi, which have count values, and the nodes below it. It returns the
// node's index, and how many bits are stored.
func (p *planner[R]) split(lo, hi int, count float64, top bool) (int, float64) {
	cost, limit := storedBits(hi-lo, count, top), mostBits
	if top && !p.deep {
		limit = 62
	}
	whole := hi-lo <= limit
	x := node{}
	if !whole || p.deep && (top || cost > p.n/4) {
		best, at := p.cut(lo, hi, count, top)
		if whole = whole && best > cost; !whole {
			a, left := p.split(lo, at, p.count(lo, at), false)
			b, right := p.split(at, hi, p.count(at, hi), false)
			x.joins = []join{{node: uint(a)}, {node: uint(b)}}
			cost = storedBits(p.width(lo, at)+p.width(at, hi), count, top) + left + right
		}
	}
	if whole {
		x.gather.add(p.masks(lo, hi))
		x.bits = x.gather.bits
	}
	p.nodes = append(p.nodes, x)
	p.rooms = append(p.rooms, room(count))
	return len(p.nodes) - 1, cost
}

// width returns the number of bits of the numbers of the values of some bits.
func (p *planner[R]) width(lo, hi int) int { return bits.Len(uint(room(p.count(lo, hi)) * 5 / 4)) }

// cost returns the number of bits that a set stores, computed as in a planner.
func (s *Compact[R]) cost() (bits float64) {
	for i := range s.nodes {
		if x := &s.nodes[i]; x.table == nil {
			bits += storedBits(int(x.bits), float64(s.top.Len()), true)
		} else {
			bits += storedBits(int(x.bits), float64(x.table.Len())*tableGrowth, false)
		}
	}
	return bits
}

// room returns the room of a table for this many values.
func room(count float64) int { return int(count*1.25) + 64 }

// cut returns the best place to cut the bits lo to hi in two, and how many bits are stored then.
func (p *planner[R]) cut(lo, hi int, count float64, top bool) (best float64, at int) {
	best, at = math.Inf(1), (lo+hi)/2
	try := func(c int) {
		if c <= lo || c >= hi {
			return
		}
		a, b := p.count(lo, c), p.count(c, hi)
		cost := storedBits(p.width(lo, c)+p.width(c, hi), count, top)
		if cost += storedBits(c-lo, a, false) + storedBits(hi-c, b, false); cost < best {
			best, at = cost, c
		}
	}
	step := max(1, (hi-lo)/8)
	for c := lo + step; c < hi; c += step {
		try(c)
	}
	for ; step > 2; step /= 2 {
		c := at
		try(c - step/2)
		try(c + step/2)
	}
	return best, at
}

// storedBits returns about how many bits it takes to store count values of this width.
func storedBits(width int, count float64, top bool) float64 {
	count = max(count, 1)
	if top {
		return count * 1.2 * max(4, float64(width)-math.Log2(count)+4.5)
	}
	return count * 1.6 * max(6, float64(width+bitsSpare)-math.Log2(count)+5.5)
}

func (p *planner[R]) masks(lo, hi int) []uint64 {
	var m R
	for _, b := range p.order[lo:hi] {
		m[b>>6] |= 1 << (b & 63)
	}
	return Words(&m)
}

// count estimates how many values the bits lo to hi have when there are twice as many roots.
func (p *planner[R]) count(lo, hi int) float64 {
	key := [2]int{lo, hi}
	if n, ok := p.counts[key]; ok {
		return n
	}
	var masks R
	copy(Words(&masks), p.masks(lo, hi))
	clear(p.seen)
	size, set, half := len(p.seen)*64, 0, 0
	for i := range p.sample {
		if i == len(p.sample)/2 {
			half = set
		}
		r := p.sample[i]
		for w := range len(r) {
			r[w] &= masks[w]
		}
		at := mix.Slot(mix.Words(Words(&r)), size)
		if bit := uint64(1) << (at & 63); p.seen[at>>6]&bit == 0 {
			p.seen[at>>6] |= bit
			set++
		}
	}
	n, was := float64(set), float64(max(half, 1))
	growth := n/was - 1
	for m := float64(len(p.sample)); m < 2*p.n; m *= 2 {
		growth *= 0.85
		n *= 1 + growth
	}
	n = min(n, 2*p.n, math.Exp2(float64(hi-lo)))
	p.counts[key] = n
	return n
}
