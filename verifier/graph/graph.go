package graph

import (
	"fmt"

	"gospin/verifier/search"
	"gospin/vm"
)

type edge = search.Edge

// Head identifies the model of a graph, and how it was read.
type Head struct {
	Model   string   `json:"model"`             // path of the model
	Digest  string   `json:"digest"`            // of the compiled program
	Defines []string `json:"defines,omitempty"` // as after -D, for people
	Undefs  []string `json:"undefs,omitempty"`  // as after -U
	Lossy   bool     `json:"lossy,omitempty"`
	Strict  bool     `json:"strict,omitempty"` // valid end states have empty channels
	Sweep   string   `json:"sweep,omitempty"`  // the progress measure
	Atoms   []string `json:"atoms,omitempty"`  // conditions that each node has a bit for
}

// Tail has the results of the search that built a graph.
type Tail struct {
	Nodes  uint64 `json:"nodes"`
	Edges  uint64 `json:"edges"`
	Reason string `json:"reason,omitempty"` // why the graph is incomplete; "" if it is complete
	// Cut is the number of run-time errors. The moves that led to them have no target.
	Cut uint64 `json:"cut,omitempty"`
	// for a sweep-line search
	Sweeps     int    `json:"sweeps,omitempty"`
	Persistent uint64 `json:"persistent,omitempty"`
	Regress    uint64 `json:"regress_edges,omitempty"`
}

// Graph is a condensed reachability graph: nodes are numbers, and edges connect numbers.
type Graph struct {
	Head
	Tail
	moves  [][]vm.Move
	places []byte        // positions of arrays in the arena, five bytes each, or the marks below
	packed *packedPlaces // replaces places in a graph that was read
	arena  bitString
	wider  []widening // changes of the width of moves in the arena
	labels bitString  // a bit for each node and condition
}

// Marks in the place of an array's position.
const (
	unexpanded = iota
	stays      // expanded, without edges, and no invalid end state
	dead
	firstPlace = 8
)

const placeBytes = 5

// New returns a graph without nodes.
func New(h Head) *Graph {
	g := &Graph{Head: h}
	g.arena.put(0, firstPlace)
	return g
}

func (g *Graph) known() uint64 { return uint64(len(g.places) / placeBytes) }

// grow makes room for a number of nodes.
func (g *Graph) grow(nodes uint64) {
	if n := int(nodes) * placeBytes; n > len(g.places) {
		g.places = append(g.places, make([]byte, n-len(g.places))...)
	}
}

func (g *Graph) place(i uint32) uint64 {
	if g.packed != nil {
		return g.packed.at(i)
	}
	return readPlace(g.places[int(i)*placeBytes:])
}

func (g *Graph) setPlace(i uint32, at uint64) error {
	if at>>(8*placeBytes) != 0 {
		return fmt.Errorf("the edges of a graph take more than %d GiB", 1<<(8*placeBytes-33))
	}
	writePlace(g.places[int(i)*placeBytes:], at)
	return nil
}

// Expanded reports whether the edges of a node are known.
func (g *Graph) Expanded(i uint32) bool { return g.place(i) != unexpanded }

// Dead reports whether a node is an invalid end state.
func (g *Graph) Dead(i uint32) bool { return g.place(i) == dead }

// Out returns the array of a node's edges.
func (g *Graph) Out(i uint32) Array {
	at := g.place(i)
	if at < firstPlace {
		return Array{}
	}
	return g.array(i, at)
}

// Edge returns the k-th edge of an array.
func (g *Graph) Edge(a *Array, k int) Target { return g.arena.edge(a, k) }

// Moves returns a row of moves, as a machine makes them one by one.
func (g *Graph) Moves(n uint32) []vm.Move { return g.moves[n] }

// Label reports whether a condition holds in a node.
func (g *Graph) Label(i uint32, atom int) bool {
	return g.labels.get(uint64(i)*uint64(len(g.Atoms))+uint64(atom), 1) != 0
}

// put stores the position of a node's array, or a mark.
func (g *Graph) put(i uint32, at uint64) error {
	if uint64(i) >= g.known() {
		g.grow(uint64(i) + 1)
	}
	if g.place(i) != unexpanded {
		return fmt.Errorf("node %d has its edges twice", i)
	}
	return g.setPlace(i, at)
}

// Bytes is a graph's size in memory.
type Bytes struct{ Places, Edges, Moves, Labels int64 }

// Sum returns the total.
func (b *Bytes) Sum() int64 { return b.Places + b.Edges + b.Moves + b.Labels }

// Bytes returns the graph's size in memory, without spare capacity of its tables.
func (g *Graph) Bytes() Bytes {
	b := Bytes{Places: int64(len(g.places)), Edges: int64(g.arena.n+7) >> 3, Labels: int64(g.labels.n+7) >> 3}
	if g.packed != nil {
		b.Places = int64(len(g.packed.blocks)) + int64(g.packed.offsets.n+7)>>3
	}
	b.Moves = 16 * int64(len(g.wider))
	for _, row := range g.moves {
		b.Moves += 24 + 12*int64(len(row))
	}
	return b
}

// ArenaBits returns the size of the edge arrays in bits, with headers.
func (g *Graph) ArenaBits() uint64 { return g.arena.n - firstPlace }

// MoveCount returns the number of different moves, |T|.
func (g *Graph) MoveCount() int { return len(g.moves) }

// Labeller sets the bits of the conditions that hold in a state.
type Labeller func(s *vm.State, bits []bool) error

// Builder builds a graph in memory from a search's calls.
type Builder struct {
	*Graph
	Label Labeller // may be nil if there are no conditions
	dict  moves
	row   []Target
	coded bitString
	bits  []bool
}

var _ search.Graph = (*Builder)(nil)

// NewBuilder returns a builder for an empty graph.
func NewBuilder(h Head, label Labeller) *Builder {
	return &Builder{Graph: New(h), Label: label, bits: make([]bool, len(h.Atoms))}
}

// Node implements search.Graph.
func (b *Builder) Node(s *vm.State, number uint32) error {
	if uint64(number) != b.Nodes {
		return fmt.Errorf("internal error: node %d comes after %d others", number, b.Nodes)
	}
	b.Nodes++
	b.grow(b.Nodes)
	return appendLabels(&b.labels, b.Label, s, b.bits)
}

func appendLabels(to *bitString, label Labeller, s *vm.State, bits []bool) error {
	if len(bits) == 0 {
		return nil
	}
	clear(bits)
	if err := label(s, bits); err != nil {
		return err
	}
	for _, v := range bits {
		bit := uint64(0)
		if v {
			bit = 1
		}
		to.put(bit, 1)
	}
	return nil
}

// Edges implements search.Graph.
func (b *Builder) Edges(number uint32, edges []search.Edge, isDead bool) (err error) {
	b.Tail.Edges += uint64(len(edges))
	if len(edges) == 0 {
		return b.put(number, sign(isDead))
	}
	if b.row, err = b.dict.numbered(b.row[:0], edges); err != nil {
		return err
	}
	b.Graph.moves = b.dict.list
	b.coded.reset()
	appendArray(&b.coded, b.row, len(b.dict.list))
	a, _, err := readArray(&b.coded, 0)
	if err != nil {
		return err
	}
	return b.keep(number, &a, &b.coded)
}

func sign(isDead bool) uint64 {
	if isDead {
		return dead
	}
	return stays
}
