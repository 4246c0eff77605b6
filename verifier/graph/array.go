package graph

import "fmt"

// Target is an edge of a graph: the number of its move, and the number of its target node.
type Target struct{ Move, To uint32 }

// Array locates the edges of a node. The zero Array has none.
type Array struct {
	N        int    // edges
	at       uint64 // position of the first edge, in bits
	move, to uint8  // width of the two numbers, in bits
}

// The header of an array: the number of edges in gamma code, and the bits of its numbers.
const (
	moveBits = 5
	toBits   = 6
	maxMoves = 1 << (1<<moveBits - 1)
)

// appendArray appends the edges of a node, which must have some, given the number of known moves. It is the
// paper's CREATE_EDGE_ARRAY.
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

// readArray reads the header of the array at a position, and returns where the array ends.
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

// edge returns the k-th edge of an array.
func (s *bitString) edge(a *Array, k int) Target {
	at := a.at + uint64(k)*uint64(a.move+a.to)
	return Target{uint32(s.get(at, uint(a.move))), uint32(s.get(at+uint64(a.move), uint(a.to)))}
}

// In memory, headers are shorter. The width of moves is stored once for all following arrays. The width of
// targets is stored as the difference from the width of the node's own number.

// widening is a position from which arrays have wider moves.
type widening struct {
	at   uint64
	bits uint8
}

// keep copies the array of node i from another string into the arena. The width of moves never shrinks.
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

// array returns the array of a node at a position.
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
