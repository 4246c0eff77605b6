package graph

import "fmt"

// Target is an edge of a graph: the number of the move, and of the node that it leads to.
type Target struct{ Move, To uint32 }

// Array is the place of a node's edges in a graph. The zero Array has none.
type Array struct {
	N        int    // edges
	at       uint64 // of the first edge, in bits
	move, to uint8  // bits of the two numbers
}

// The header of an array: the number of edges in gamma code, and the bits of its numbers.
const (
	moveBits = 5
	toBits   = 6
	maxMoves = 1 << (1<<moveBits - 1)
)

// appendArray appends the array of the edges of a node that has at least one, where this many moves are
// known: the paper's CREATE_EDGE_ARRAY.
func appendArray(s *bitString, edges []Target, moves int) {
	most := uint32(0)
	for i := range edges {
		most = max(most, edges[i].To)
	}
	move, to := width(uint64(moves)), width(uint64(most)+1)
	s.gamma(uint64(len(edges)))
	s.put(uint64(move), moveBits)
	s.put(uint64(to), toBits)
	for i := range edges {
		s.put(uint64(edges[i].Move), move)
		s.put(uint64(edges[i].To), to)
	}
}

// readArray reads the header of the array at a place, and tells where the array ends.
func readArray(s *bitString, at uint64) (a Array, end uint64, err error) {
	n, at := s.readGamma(at)
	if n == 0 || at+moveBits+toBits > s.n {
		return a, 0, fmt.Errorf("an edge array has no header")
	}
	a.N, a.move, a.to = int(n), uint8(s.get(at, moveBits)), uint8(s.get(at+moveBits, toBits))
	a.at = at + moveBits + toBits
	if a.to > 32 {
		return a, 0, fmt.Errorf("an edge array has numbers of %d bits", a.to)
	}
	end = a.at + n*uint64(a.move+a.to)
	if end > s.n {
		return a, 0, fmt.Errorf("an edge array ends in the middle")
	}
	return a, end, nil
}

// edge is one of an array.
func (s *bitString) edge(a *Array, k int) Target {
	at := a.at + uint64(k)*uint64(a.move+a.to)
	return Target{uint32(s.get(at, uint(a.move))), uint32(s.get(at+uint64(a.move), uint(a.to)))}
}

// In memory the header is shorter: bits of moves are given once for all arrays that follow, and those of
// nodes by how many more they are than those of the node's own number.

// widening is from where on arrays have moves of this many bits.
type widening struct {
	at   uint64
	bits uint8
}

// keep puts an array of another string into the arena, which is that of a node. Bits of moves never get
// fewer.
func (g *Graph) keep(i uint32, a *Array, from *bitString) error {
	at := g.arena.n
	if err := g.put(i, at); err != nil {
		return err
	}
	switch n := len(g.wider); {
	case n == 0 || g.wider[n-1].bits < a.move:
		g.wider = append(g.wider, widening{at, a.move})
	case g.wider[n-1].bits > a.move:
		return fmt.Errorf("node %d has fewer moves to tell apart than the one before", i)
	}
	g.arena.gamma(uint64(a.N))
	g.arena.gamma(zigzag(int64(a.to)-int64(width(uint64(i)+1))) + 1)
	g.arena.copyFrom(from, a.at, uint64(a.N)*uint64(a.move+a.to))
	return nil
}

// array is that of a node, kept at a place.
func (g *Graph) array(i uint32, at uint64) (a Array) {
	last := len(g.wider) - 1
	for g.wider[last].at > at {
		last--
	}
	a.move = g.wider[last].bits
	n, at := g.arena.readGamma(at)
	more, at := g.arena.readGamma(at)
	a.N, a.at, a.to = int(n), at, uint8(int64(width(uint64(i)+1))+unzigzag(more-1))
	return a
}
