package graph

import (
	"fmt"

	"gospin/verifier/search"
	"gospin/vm"
)

type edge = search.Edge

// Head says what a graph is of.
type Head struct {
	Model   string   `json:"model"`             // path of the model
	Digest  string   `json:"digest"`            // of what the model compiles to
	Defines []string `json:"defines,omitempty"` // as after -D, so that people see it
	Undefs  []string `json:"undefs,omitempty"`  // as after -U
	Lossy   bool     `json:"lossy,omitempty"`
	Strict  bool     `json:"strict,omitempty"` // valid end states have empty channels
	Sweep   string   `json:"sweep,omitempty"`  // the progress measure
	Atoms   []string `json:"atoms,omitempty"`  // of which every node has a bit
}

// Tail says how the search ended that built a graph.
type Tail struct {
	Nodes  uint64 `json:"nodes"`
	Edges  uint64 `json:"edges"`
	Reason string `json:"reason,omitempty"` // why there is more than the graph has; "": there is not
	// Cut are run-time errors: the moves that they ended lead nowhere.
	Cut uint64 `json:"cut,omitempty"`
	// of a sweep-line search
	Sweeps     int    `json:"sweeps,omitempty"`
	Persistent uint64 `json:"persistent,omitempty"`
	Regress    uint64 `json:"regress_edges,omitempty"`
}

// Graph is a condensed reachability graph: nodes are numbers, and edges lead from number to number.
type Graph struct {
	Head
	Tail
	moves  [][]vm.Move
	places []byte        // of the nodes' arrays in the arena, in five bytes, or one of the signs below
	packed *packedPlaces // in their stead, of a graph that has been read
	arena  bitString
	wider  []widening // of the bits of moves in the arena
	labels bitString  // a bit for each node and atom
}

// What stands for the place of an array that is not there.
const (
	unexpanded = iota
	stays      // no edge leads away, and nothing is wrong with that
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

// grow makes room for this many nodes.
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

// Out is the array of the edges that leave a node.
func (g *Graph) Out(i uint32) Array {
	at := g.place(i)
	if at < firstPlace {
		return Array{}
	}
	return g.array(i, at)
}

// Edge is one of an array.
func (g *Graph) Edge(a *Array, k int) Target { return g.arena.edge(a, k) }

// Moves are those of a number, step by step as a machine makes them.
func (g *Graph) Moves(n uint32) []vm.Move { return g.moves[n] }

// Label reports whether an atom holds in a node.
func (g *Graph) Label(i uint32, atom int) bool {
	return g.labels.get(uint64(i)*uint64(len(g.Atoms))+uint64(atom), 1) != 0
}

// put gives a node without edges its sign, or one with edges the place of its array.
func (g *Graph) put(i uint32, at uint64) error {
	if uint64(i) >= g.known() {
		g.grow(uint64(i) + 1)
	}
	if g.place(i) != unexpanded {
		return fmt.Errorf("node %d has its edges twice", i)
	}
	return g.setPlace(i, at)
}

// Bytes is what the graph takes in memory.
type Bytes struct{ Places, Edges, Moves, Labels int64 }

// Sum is all of it.
func (b *Bytes) Sum() int64 { return b.Places + b.Edges + b.Moves + b.Labels }

// Bytes tells what the graph takes in memory, less what its tables have to spare.
func (g *Graph) Bytes() Bytes {
	b := Bytes{Places: int64(len(g.places)), Edges: int64(g.arena.n+7) >> 3, Labels: int64(g.labels.n+7) >> 3}
	if g.packed != nil {
		b.Places = g.packed.bytes()
	}
	b.Moves = 16 * int64(len(g.wider))
	for _, row := range g.moves {
		b.Moves += 24 + 12*int64(len(row))
	}
	return b
}

// ArenaBits is how many bits the edge arrays have, headers included.
func (g *Graph) ArenaBits() uint64 { return g.arena.n - firstPlace }

// MoveCount is the number of different moves: |T|.
func (g *Graph) MoveCount() int { return len(g.moves) }

// Labeller finds the atoms that hold in a state, and sets their bits.
type Labeller func(s *vm.State, bits []bool) error

// Builder builds a graph in memory, as a search tells of it.
type Builder struct {
	*Graph
	Label Labeller // may be nil, if there are no atoms
	dict  moves
	row   []Target
	coded bitString
	bits  []bool
}

var _ search.Graph = (*Builder)(nil)

// NewBuilder returns one for a graph without nodes.
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
