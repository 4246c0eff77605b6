package graph

// Stats has the figures of a graph.
type Stats struct {
	Nodes    uint64 `json:"nodes"`
	Edges    uint64 `json:"edges"`
	Moves    int    `json:"moves"` // |T|
	Expanded uint64 `json:"expanded"`

	StateBits  uint   `json:"bits_per_state"`     // width of the greatest number
	MoveBits   uint   `json:"bits_per_move"`      // width of |T| numbers
	ArrayBits  uint64 `json:"array_bits"`         // all edge arrays
	HeaderBits uint64 `json:"header_bits"`        // the headers' part of them
	Memory     Bytes  `json:"memory_bytes"`       // arrays, positions, moves, labels
	Fixed      uint64 `json:"fixed_width_bits"`   // |E|(ceil log2 |T| + ceil log2 R), the least that edges need
	Paper      uint64 `json:"paper_bits"`         // fixed_width_bits plus 2wR, with the paper's w of 32
	File       int64  `json:"file_bytes"`         // 0 if unknown
	OutLeast   int    `json:"least_out_degree"`   //
	OutMost    int    `json:"most_out_degree"`    //
	InMost     uint32 `json:"most_in_degree"`     //
	Loops      uint64 `json:"edges_to_their_own"` // edges to their own source
	Back       uint64 `json:"edges_back"`         // edges to a smaller number

	Depth  int      `json:"depth"`  // greatest distance from the first node
	Levels []uint64 `json:"levels"` // number of nodes by distance

	Components  uint64 `json:"components"`          // strongly connected
	Trivial     uint64 `json:"trivial_components"`  // a single node without a loop
	Largest     uint64 `json:"largest_component"`   // number of nodes
	Terminal    uint64 `json:"terminal_components"` // without outgoing edges
	Dead        uint64 `json:"dead"`                // nodes without edges
	InvalidEnds uint64 `json:"invalid_end_states"`  // those of Dead that are invalid
	Home        uint64 `json:"home"`                // nodes reachable from every node
	Reachable   uint64 `json:"reachable"`           // from the first node
}

// paperWord is the width of a word in the paper.
const paperWord = 32

// Stat computes the figures.
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

// EdgeBits returns the size of an edge in memory, with everything in the graph except labels.
func (s *Stats) EdgeBits() float64 {
	return per(8*float64(s.Memory.Sum()-s.Memory.Labels), s.Edges)
}

// LeastBits returns the size of an edge in the paper's theory.
func (s *Stats) LeastBits() float64 { return per(float64(s.Paper), s.Edges) }

func per(v float64, n uint64) float64 {
	if n == 0 {
		return 0
	}
	return v / float64(n)
}

// levels computes distances, breadth first.
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

// components computes the strongly connected components (Tarjan, "Depth-first search and linear graph
// algorithms", 1972), without recursion.
func (g *Graph) components(s *Stats) {
	type frame struct {
		node uint32
		next int
	}
	n := uint32(g.Nodes)
	index := make([]uint32, n) // from 1 on
	low := make([]uint32, n)   // for nodes off the stack: the component's number, from 1 on
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

// judge counts the kinds of components, given each node's component and the components' sizes.
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
