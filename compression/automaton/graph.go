package automaton

import (
	"math/bits"
	"slices"

	"gospin/compression/mix"
	"gospin/compression/offheap"
)

// graph has the vertices of all automata. A vertex is identified by its offset in the arena. The root of an
// automaton is in no bucket and may have a single edge; all other vertices have two or more.
type graph struct {
	words   offheap.Arena[uint64]
	heads   offheap.Block[uint64] // first vertex of each bucket, two per word
	buckets int
	free    [33 * 8]uint32 // first free piece by size
	n       int            // number of vertices in buckets
	edges   int
	draft   draft
	fork    draft
	scratch []uint64
	most    int // limit in words
}

const accepting = 1 // the vertex after a last letter

func newGraph() *graph {
	g := &graph{most: MostWords}
	g.words.Alloc(2)
	g.buckets = 1 << 8
	g.heads = offheap.Alloc[uint64](g.buckets / 2)
	return g
}

// MostWords limits the words of vertices, which are identified by 32 bits. Tests change it.
var MostWords = 1<<32 - 1

// spare is room for the roots of new kinds and letters, which have one edge, and for the unused ends of
// chunks.
const spare = 1 << 18

// isFull reports whether there may not be enough room for adding a word that was not found: for the vertices
// on its path, each with an additional letter, and two more.
func (g *graph) isFull(word []uint16, w *walk) bool {
	room := g.most - g.words.End()
	if room > g.most/2 { // far from the limit
		return false
	}
	need := spare + 4*len(word)
	for _, s := range w.steps {
		n, _ := size(2*len(bodyOf(g.at(s.id))) + 8)
		need += n
	}
	return need > room
}

func (g *graph) at(id uint32) []uint64 { return g.words.From(int(id)) }

// size returns the number of words of a piece for n words, and the number of its free list.
func size(n int) (words, list int) {
	if n <= 8 {
		return n, n
	}
	s := bits.Len(uint(n-1)) - 3
	n = (n + 1<<s - 1) >> s
	return n << s, s*8 + n - 1
}

func (g *graph) alloc(words int) uint32 {
	n, list := size(words)
	if id := g.free[list]; id != 0 {
		g.free[list] = uint32(g.at(id)[0])
		return id
	}
	return uint32(g.words.Alloc(n))
}

func (g *graph) release(id uint32, words int) {
	_, list := size(words)
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

const kindMask = degreeMask<<degreeShift | labelledBit

// equal returns the vertex in a bucket with a body, or 0.
func (g *graph) equal(header uint64, body []uint64, bucket int) uint32 {
	for id := g.head(bucket); id != 0; {
		v := g.at(id)
		if (v[0]^header)&kindMask == 0 && slices.Equal(bodyOf(v), body) {
			return id
		}
		id = uint32(v[0])
	}
	return 0
}

func (g *graph) bucket(body []uint64) int { return mix.Slot(mix.Words(body), g.buckets) }

func (g *graph) link(id uint32, bucket int) {
	setNext(g.at(id), g.head(bucket))
	g.setHead(bucket, id)
	if g.n++; g.n > g.buckets {
		g.spread()
	}
}

func (g *graph) unlink(id uint32) {
	v := g.at(id)
	i := g.bucket(bodyOf(v))
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

// spread increases the number of buckets.
func (g *graph) spread() {
	old, n := g.heads, g.buckets
	g.buckets += n / 4 * 2
	g.heads = offheap.Alloc[uint64](g.buckets / 2)
	for i := range n {
		for id := uint32(old.Data[i>>1] >> (i & 1 << 5)); id != 0; {
			v := g.at(id)
			next := uint32(v[0])
			b := g.bucket(bodyOf(v))
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

// dec removes a reference to a vertex in a bucket.
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
	for _, e := range edgesOf(v) {
		g.dec(uint32(e))
	}
	g.edges -= degree(v)
	g.release(id, 1+len(bodyOf(v)))
}

// fresh creates a vertex without references in no bucket.
func (g *graph) fresh(header uint64, body []uint64) uint32 {
	id := g.alloc(1 + len(body))
	v := g.at(id)
	v[0] = header
	copy(v[1:], body)
	for _, e := range edgesOf(v) {
		g.inc(uint32(e))
	}
	g.edges += degree(v)
	return id
}

// share returns the one vertex with a body.
func (g *graph) share(header uint64, body []uint64) uint32 {
	b := g.bucket(body)
	if id := g.equal(header, body, b); id != 0 {
		return id
	}
	id := g.fresh(header, body)
	g.link(id, b)
	return id
}

// settle moves a vertex into a bucket, or replaces it by an equal one.
func (g *graph) settle(id uint32) uint32 {
	v := g.at(id)
	body := bodyOf(v)
	b := g.bucket(body)
	if e := g.equal(v[0], body, b); e != 0 {
		g.drop(id)
		return e
	}
	g.link(id, b)
	return id
}

// rewrite changes the body of a vertex in no bucket. It does not change the reference counts of targets. If
// the vertex has to move, its old piece is freed.
func (g *graph) rewrite(id uint32, header uint64, body []uint64) uint32 {
	v := g.at(id)
	has := 1 + len(bodyOf(v))
	g.edges += int(header>>degreeShift&degreeMask) - degree(v)
	old, _ := size(has)
	if n, _ := size(1 + len(body)); n != old {
		g.release(id, has)
		id = g.alloc(1 + len(body))
		v = g.at(id)
		v[0] = header
	} else {
		v[0] = v[0]&^kindMask | header
	}
	copy(v[1:], body)
	return id
}
