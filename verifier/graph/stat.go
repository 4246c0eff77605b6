package graph

// Stats are figures of a graph.
type Stats struct {
	Nodes    uint64 `json:"nodes"`
	Edges    uint64 `json:"edges"`
	Moves    int    `json:"moves"` // |T|
	Expanded uint64 `json:"expanded"`

	StateBits  uint   `json:"bits_per_state"`     // of the greatest number
	MoveBits   uint   `json:"bits_per_move"`      // of |T|
	ArrayBits  uint64 `json:"array_bits"`         // of all edge arrays as they are
	HeaderBits uint64 `json:"header_bits"`        // of these, in headers
	Memory     Bytes  `json:"memory_bytes"`       // arrays, places, moves, labels
	Fixed      uint64 `json:"fixed_width_bits"`   // |E|(ceil log2 |T| + ceil log2 R), what edges take at least
	Paper      uint64 `json:"paper_bits"`         // 2wR more, for the paper's w of 32
	File       int64  `json:"file_bytes"`         // 0: not known
	OutLeast   int    `json:"least_out_degree"`   //
	OutMost    int    `json:"most_out_degree"`    //
	InMost     uint32 `json:"most_in_degree"`     //
	Loops      uint64 `json:"edges_to_their_own"` // that lead where they begin
	Back       uint64 `json:"edges_back"`         // that lead to a smaller number

	Depth  int      `json:"depth"`  // the greatest distance from the first node
	Levels []uint64 `json:"levels"` // nodes by distance

	Components  uint64 `json:"components"`          // strongly connected
	Trivial     uint64 `json:"trivial_components"`  // of one node without a loop
	Largest     uint64 `json:"largest_component"`   // nodes
	Terminal    uint64 `json:"terminal_components"` // that no edge leaves
	Dead        uint64 `json:"dead"`                // nodes without edges
	InvalidEnds uint64 `json:"invalid_end_states"`  // of these
	Home        uint64 `json:"home"`                // nodes that can be come to from everywhere
	Reachable   uint64 `json:"reachable"`           // from the first node
}

// paperWord is the paper's word, in bits.
const paperWord = 32

// Stat finds the figures.
func (g *Graph) Stat() *Stats {
	s := &Stats{Nodes: g.Nodes, Edges: g.Edges, Moves: len(g.moves), OutLeast: -1, Memory: g.Bytes()}
	s.StateBits, s.MoveBits = width(g.Nodes), width(uint64(len(g.moves)))
	s.ArrayBits = g.ArenaBits()
	s.Fixed = s.Edges * uint64(s.StateBits+s.MoveBits)
	s.Paper = s.Fixed + 2*paperWord*s.Nodes
	in := make([]uint32, g.Nodes)
	for i := range uint32(g.Nodes) {
		out := g.Out(i)
		if !g.Expanded(i) {
			continue
		}
		s.Expanded++
		s.OutMost = max(s.OutMost, out.N)
		if s.OutLeast < 0 || out.N < s.OutLeast {
			s.OutLeast = out.N
		}
		if out.N == 0 {
			s.Dead++
			if g.Dead(i) {
				s.InvalidEnds++
			}
			continue
		}
		s.HeaderBits += out.at - g.place(i)
		for k := range out.N {
			to := g.Edge(&out, k).To
			in[to]++
			s.InMost = max(s.InMost, in[to])
			if to == i {
				s.Loops++
			} else if to < i {
				s.Back++
			}
		}
	}
	s.OutLeast = max(s.OutLeast, 0)
	g.levels(s)
	g.components(s)
	return s
}

// EdgeBits is what an edge takes in memory, all that goes with the graph included but labels.
func (s *Stats) EdgeBits() float64 {
	return per(8*float64(s.Memory.Sum()-s.Memory.Labels), s.Edges)
}

// LeastBits is what an edge takes in the paper's theory.
func (s *Stats) LeastBits() float64 { return per(float64(s.Paper), s.Edges) }

func per(v float64, n uint64) float64 {
	if n == 0 {
		return 0
	}
	return v / float64(n)
}

// levels goes through the graph breadth first.
func (g *Graph) levels(s *Stats) {
	seen := make(set, g.Nodes/64+1)
	seen.add(0)
	for now := []uint32{0}; len(now) > 0; {
		s.Levels = append(s.Levels, uint64(len(now)))
		s.Reachable += uint64(len(now))
		var next []uint32
		for _, i := range now {
			out := g.Out(i)
			for k := range out.N {
				if to := g.Edge(&out, k).To; !seen.has(to) {
					seen.add(to)
					next = append(next, to)
				}
			}
		}
		now = next
	}
	s.Depth = len(s.Levels) - 1
}

// components finds the strongly connected ones (Tarjan, "Depth-first search and linear graph algorithms",
// 1972), without recursion.
func (g *Graph) components(s *Stats) {
	type frame struct {
		node uint32
		next int
	}
	n := uint32(g.Nodes)
	index := make([]uint32, n) // from 1 on
	low := make([]uint32, n)   // of nodes that are off the stack: their components, from 1 on
	on := make(set, g.Nodes/64+1)
	var stack, sizes []uint32
	var path []frame
	count := uint32(0)
	visit := func(i uint32) {
		count++
		index[i], low[i] = count, count
		stack = append(stack, i)
		on.add(i)
		path = append(path, frame{node: i})
	}
	for root := range n {
		if index[root] != 0 {
			continue
		}
		for visit(root); len(path) > 0; {
			f := &path[len(path)-1]
			i := f.node
			if out := g.Out(i); f.next < out.N {
				to := g.Edge(&out, f.next).To
				f.next++
				if index[to] == 0 {
					visit(to)
				} else if on.has(to) {
					low[i] = min(low[i], index[to])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				up := path[len(path)-1].node
				low[up] = min(low[up], low[i])
			}
			if low[i] != index[i] {
				continue
			}
			first := len(stack) - 1
			for stack[first] != i {
				first--
			}
			for _, j := range stack[first:] {
				on.drop(j)
				low[j] = uint32(len(sizes)) + 1
			}
			sizes = append(sizes, uint32(len(stack)-first))
			stack = stack[:first]
		}
	}
	s.judge(g, low, sizes)
}

// judge counts what the components are, of which the nodes' numbers and the sizes are known.
func (s *Stats) judge(g *Graph, of, sizes []uint32) {
	left, loops := make(set, len(sizes)/64+1), make(set, len(sizes)/64+1)
	g.each(func(i uint32, t Target) {
		if of[i] != of[t.To] {
			left.add(of[i] - 1)
		} else {
			loops.add(of[i] - 1)
		}
	})
	s.Components = uint64(len(sizes))
	for c, size := range sizes {
		s.Largest = max(s.Largest, uint64(size))
		if !loops.has(uint32(c)) {
			s.Trivial++
		}
		if !left.has(uint32(c)) {
			s.Terminal++
			s.Home = uint64(size)
		}
	}
	if s.Terminal != 1 {
		s.Home = 0
	}
}
