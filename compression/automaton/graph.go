package automaton

import (
	"math/bits"
	"slices"

	"gospin/compression/mix"
	"gospin/compression/offheap"
)

// graph is the vertices of all automata. A vertex is named by its offset in the arena: a word with the next vertex of
// the bucket, the degree and the references, and one word by edge, in the order of the letters. The root of an
// automaton is in no bucket.
type graph struct {
	words   offheap.Arena[uint64]
	heads   offheap.Block[uint64] // first vertices of the buckets, two in a word
	buckets int
	free    [33 * 8]uint32 // first piece by size
	n       int            // vertices in buckets
	edges   int
	scratch []uint64
}

const (
	accepting   = 1 // the vertex behind a last letter
	degreeShift = 32
	degreeMask  = 1<<17 - 1
	refShift    = 49
	refMask     = 1<<15 - 1 // a vertex with so many references is kept for good
	letterShift = 32
)

func newGraph() *graph {
	g := &graph{}
	g.words.Alloc(2)
	g.buckets = 1 << 8
	g.heads = offheap.Alloc[uint64](g.buckets / 2)
	return g
}

func degree(v []uint64) int { return int(v[0] >> degreeShift & degreeMask) }

func refs(v []uint64) int { return int(v[0] >> refShift) }

func edgesOf(v []uint64) []uint64 { return v[1 : 1+degree(v)] }

func (g *graph) at(id uint32) []uint64 { return g.words.From(int(id)) }

// size returns how many words a vertex of a degree takes, and the number of the list of such pieces.
func size(degree int) (words, list int) {
	n := degree + 1
	if n <= 8 {
		return n, n
	}
	s := bits.Len(uint(n-1)) - 3
	n = (n + 1<<s - 1) >> s
	return n << s, s*8 + n - 1
}

func (g *graph) alloc(degree int) uint32 {
	n, list := size(degree)
	if id := g.free[list]; id != 0 {
		g.free[list] = uint32(g.at(id)[0])
		return id
	}
	return uint32(g.words.Alloc(n))
}

func (g *graph) release(id uint32, degree int) {
	_, list := size(degree)
	g.at(id)[0] = uint64(g.free[list])
	g.free[list] = id
}

func (g *graph) head(i int) uint32 { return uint32(g.heads.Data[i>>1] >> (i & 1 << 5)) }

func (g *graph) setHead(i int, id uint32) {
	s := uint(i & 1 << 5)
	w := &g.heads.Data[i>>1]
	*w = *w&^((1<<32-1)<<s) | uint64(id)<<s
}

func setNext(v []uint64, id uint32) { v[0] = v[0]&^(1<<32-1) | uint64(id) }

// equal returns the vertex in a bucket that has the edges, or 0.
func (g *graph) equal(edges []uint64, bucket int) uint32 {
	for id := g.head(bucket); id != 0; {
		v := g.at(id)
		if degree(v) == len(edges) && slices.Equal(v[1:1+len(edges)], edges) {
			return id
		}
		id = uint32(v[0])
	}
	return 0
}

func (g *graph) bucket(edges []uint64) int { return mix.Slot(mix.Words(edges), g.buckets) }

func (g *graph) link(id uint32, bucket int) {
	setNext(g.at(id), g.head(bucket))
	g.setHead(bucket, id)
	if g.n++; g.n > g.buckets {
		g.spread()
	}
}

func (g *graph) unlink(id uint32) {
	v := g.at(id)
	i := g.bucket(edgesOf(v))
	g.n--
	if g.head(i) == id {
		g.setHead(i, uint32(v[0]))
		return
	}
	for p := g.at(g.head(i)); ; p = g.at(uint32(p[0])) {
		if uint32(p[0]) == id {
			setNext(p, uint32(v[0]))
			return
		}
	}
}

// spread makes more buckets.
func (g *graph) spread() {
	old, n := g.heads, g.buckets
	g.buckets += n / 4 * 2
	g.heads = offheap.Alloc[uint64](g.buckets / 2)
	for i := range n {
		for id := uint32(old.Data[i>>1] >> (i & 1 << 5)); id != 0; {
			v := g.at(id)
			next := uint32(v[0])
			b := g.bucket(edgesOf(v))
			setNext(v, g.head(b))
			g.setHead(b, id)
			id = next
		}
	}
	old.Free()
}

func (g *graph) inc(id uint32) {
	if id == accepting {
		return
	}
	if v := g.at(id); refs(v) < refMask {
		v[0] += 1 << refShift
	}
}

// dec takes a reference from a vertex in a bucket.
func (g *graph) dec(id uint32) {
	if id == accepting {
		return
	}
	v := g.at(id)
	if refs(v) == refMask {
		return
	}
	if v[0] -= 1 << refShift; refs(v) == 0 {
		g.unlink(id)
		g.drop(id)
	}
}

// drop releases a vertex that is in no bucket.
func (g *graph) drop(id uint32) {
	v := g.at(id)
	d := degree(v)
	for _, e := range v[1 : 1+d] {
		g.dec(uint32(e))
	}
	g.edges -= d
	g.release(id, d)
}

// fresh makes a vertex in no bucket, without references.
func (g *graph) fresh(edges []uint64) uint32 {
	id := g.alloc(len(edges))
	v := g.at(id)
	v[0] = uint64(len(edges)) << degreeShift
	copy(v[1:], edges)
	for _, e := range edges {
		g.inc(uint32(e))
	}
	g.edges += len(edges)
	return id
}

// share returns the one vertex that has the edges.
func (g *graph) share(edges []uint64) uint32 {
	b := g.bucket(edges)
	if id := g.equal(edges, b); id != 0 {
		return id
	}
	id := g.fresh(edges)
	g.link(id, b)
	return id
}

// search returns the place of the first edge whose letter is not below a letter.
func search(edges []uint64, letter uint16) int {
	lo, hi := 0, len(edges)
	for hi-lo > 8 {
		if m := (lo + hi) / 2; uint16(edges[m]>>letterShift) < letter {
			lo = m + 1
		} else {
			hi = m
		}
	}
	for lo < hi && uint16(edges[lo]>>letterShift) < letter {
		lo++
	}
	return lo
}

func (g *graph) bytes() int64 { return g.words.Bytes() + g.heads.Bytes() }
