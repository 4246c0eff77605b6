package automaton

import (
	"slices"
	"unsafe"
)

// A vertex is a sequence of words: a header with the next vertex of the bucket, the degree and the reference
// count, then the body. The body of a plain vertex, whose edges have one letter each, is its edges, ordered
// by letter. The body of a labelled vertex is its own length, the edges, for every 64th edge the start of its
// further letters, and the further letters of all edges.
//
// An edge has its first letter, its number of letters, and its target.
const (
	degreeShift = 32
	degreeMask  = 1<<17 - 1
	labelledBit = 1 << 49
	refShift    = 50
	refMask     = 1<<14 - 1 // a vertex with this many references is never freed

	lengthShift = 32
	lengthMask  = 1<<16 - 1
	letterShift = 48
	markShift   = 6
)

func degree(v []uint64) int { return int(v[0] >> degreeShift & degreeMask) }

func refs(v []uint64) int { return int(v[0] >> refShift) }

// first returns the position of the first edge.
func first(v []uint64) int { return 1 + int(v[0]/labelledBit&1) }

func edgesOf(v []uint64) []uint64 {
	at := first(v)
	return v[at : at+degree(v)]
}

func bodyOf(v []uint64) []uint64 {
	if v[0]&labelledBit != 0 {
		return v[1 : 1+v[1]]
	}
	return v[1 : 1+degree(v)]
}

func lengthOf(edge uint64) int { return int(edge >> lengthShift & lengthMask) }

// furtherOf returns the further letters of all edges, followed by some zeros.
func furtherOf(v []uint64) []uint16 {
	if v[0]&labelledBit == 0 {
		return nil
	}
	d := degree(v)
	return letters(v[2+d+(d-1)>>markShift : 1+v[1]])
}

// letters converts words to four letters each.
func letters(words []uint64) []uint16 {
	return unsafe.Slice((*uint16)(unsafe.Pointer(unsafe.SliceData(words))), 4*len(words))
}

// further returns the further letters of edge i.
func further(v []uint64, i int) []uint16 {
	if v[0]&labelledBit == 0 {
		return nil
	}
	edges := edgesOf(v)
	n := lengthOf(edges[i]) - 1
	if n == 0 {
		return nil
	}
	at := offset(v, edges, i)
	return furtherOf(v)[at : at+n]
}

// offset returns the start of the further letters of edge i in a labelled vertex.
func offset(v, edges []uint64, i int) int {
	at, from := 0, i>>markShift
	if from > 0 {
		at = int(v[2+len(edges)+from-1])
	}
	for _, e := range edges[from<<markShift : i] {
		at += lengthOf(e) - 1
	}
	return at
}

// search returns the position of the first edge whose letter is at least the given one.
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

// draft is a vertex under construction.
type draft struct {
	edges   []uint64
	further []uint16
	body    []uint64
}

func (d *draft) clear() { d.edges, d.further = d.edges[:0], d.further[:0] }

// load copies a vertex.
func (d *draft) load(v []uint64) {
	edges := edgesOf(v)
	d.edges = append(d.edges[:0], edges...)
	d.further = d.further[:0]
	if v[0]&labelledBit != 0 {
		last := len(edges) - 1
		d.further = append(d.further, furtherOf(v)[:offset(v, edges, last)+lengthOf(edges[last])-1]...)
	}
}

// at returns the start of the further letters of edge i.
func (d *draft) at(i int) int {
	at := 0
	for _, e := range d.edges[:i] {
		at += lengthOf(e) - 1
	}
	return at
}

// insert adds an edge, which must have at least one letter, at its position.
func (d *draft) insert(i int, word []uint16, target uint32) {
	d.further = slices.Insert(d.further, d.at(i), word[1:]...)
	d.edges = slices.Insert(d.edges, i,
		uint64(word[0])<<letterShift|uint64(len(word))<<lengthShift|uint64(target))
}

// cut shortens edge i to n letters, and changes its target.
func (d *draft) cut(i, n int, target uint32) {
	at, e := d.at(i), d.edges[i]
	d.further = slices.Delete(d.further, at+n-1, at+lengthOf(e)-1)
	d.edges[i] = e>>letterShift<<letterShift | uint64(n)<<lengthShift | uint64(target)
}

// finish returns the header, without references, and the body, which the next call overwrites.
func (d *draft) finish() (header uint64, body []uint64) {
	n := len(d.edges)
	header = uint64(n) << degreeShift
	if len(d.further) == 0 {
		return header, d.edges
	}
	d.body = append(append(d.body[:0], 0), d.edges...)
	for i, at := 0, 0; i < n; i++ {
		if i > 0 && i&(1<<markShift-1) == 0 {
			d.body = append(d.body, uint64(at))
		}
		at += lengthOf(d.edges[i]) - 1
	}
	from := len(d.body)
	for range (len(d.further) + 3) / 4 {
		d.body = append(d.body, 0)
	}
	copy(letters(d.body[from:]), d.further)
	d.body[0] = uint64(len(d.body))
	return header | labelledBit, d.body
}
