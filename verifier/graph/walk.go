package graph

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"gospin/vm"
)

// Walk visits a graph depth first from its first node, and computes each node's state by making the moves
// that lead there (figure 2 of the paper). Since moves of Promela can't be undone, a stack keeps the vectors
// of the path.
type Walk struct {
	Graph   *Graph
	Machine *vm.Machine // runs the graph's program
	// Node is called for each reachable node, the first time that it is reached. S is valid until it returns.
	Node func(i uint32, s *vm.State) error
	// Arrive is called, before Node, whenever an edge leads to a node. If it is nil, edges to visited nodes
	// are skipped.
	Arrive func(i uint32, s *vm.State) error
	// Move is called after each move with its effect; the machine has the faults. It may be nil.
	Move func(eff vm.Effect) error

	seen   bitString
	stack  []step
	vecs   []byte
	length int
	moves  []vm.Move
}

// step is a node of the path.
type step struct {
	node uint32
	next int // index of the next edge
	vec  int
}

// ErrModel means that a graph has moves that the model does not have.
var ErrModel = errors.New("the graph is not one of this model")

// Run walks through the graph.
func (w *Walk) Run() error {
	w.seen = bitString{b: make([]byte, w.Graph.Nodes/8+2*slack)}
	var s vm.State
	if w.Machine.Initial(&s)&(vm.Abort|vm.Pruned) != 0 {
		return fmt.Errorf("%w: it has no initial state", ErrModel)
	}
	if err := w.enter(0, &s); err != nil {
		return err
	}
	for len(w.stack) > 0 {
		f := &w.stack[len(w.stack)-1]
		out := w.Graph.Out(f.node)
		if f.next == out.N {
			w.vecs = w.vecs[:f.vec]
			w.stack = w.stack[:len(w.stack)-1]
			continue
		}
		t := w.Graph.Edge(&out, f.next)
		f.next++
		known := w.seen.get(uint64(t.To), 1) != 0
		if known && w.Arrive == nil {
			continue
		}
		s.Vec = append(s.Vec[:0], w.vecs[f.vec:]...)
		s.Excl, s.Turn, s.Copy, s.Dirty = -1, 0, 0, ^uint64(0)
		if err := w.follow(&s, f.node, t.Move); err != nil {
			return err
		}
		if w.Arrive != nil {
			if err := w.Arrive(t.To, &s); err != nil {
				return err
			}
		}
		if !known {
			if err := w.enter(t.To, &s); err != nil {
				return err
			}
		}
	}
	return nil
}

// Path returns the numbers of the moves from the first node to the current one.
func (w *Walk) Path() (rows []uint32) {
	for i := range w.stack {
		f := &w.stack[i]
		if f.next > 0 {
			out := w.Graph.Out(f.node)
			rows = append(rows, w.Graph.Edge(&out, f.next-1).Move)
		}
	}
	return rows
}

func (w *Walk) enter(i uint32, s *vm.State) error {
	w.seen.b[i>>3] |= 1 << (i & 7)
	if w.Node != nil {
		t := *s
		if err := w.Node(i, &t); err != nil {
			return err
		}
	}
	w.stack = append(w.stack, step{node: i, vec: len(w.vecs)})
	w.vecs = append(w.vecs, s.Vec...)
	w.length = max(w.length, len(w.stack))
	return nil
}

// Longest returns the number of nodes of the longest path.
func (w *Walk) Longest() int { return w.length }

// follow makes a row of moves.
func (w *Walk) follow(s *vm.State, from, row uint32) (err error) {
	w.moves, err = follow(w.Machine, s, w.Graph.Moves(row), w.moves, w.Move)
	if err != nil {
		if w.Machine.Layout().Unstored {
			err = fmt.Errorf("%w; the model changes hidden variables, which states do not have", err)
		}
		return fmt.Errorf("%w: node %d, move %d: %w", ErrModel, from, row, err)
	}
	return nil
}

// follow makes moves, each of which must be enabled. Afterwards a process that is blocked in an atomic
// sequence loses control.
func follow(
	m *vm.Machine, s *vm.State, row, moves []vm.Move, tell func(vm.Effect) error,
) ([]vm.Move, error) {
	for k, mv := range row {
		shape := m.Layout().ShapeOf(s.Vec)
		if int(mv.Pid) >= len(shape.Procs) || int(mv.Trans) >= len(m.Program().Trans) {
			return moves, errors.New("there is no such process")
		}
		if moves, _ = m.Moves(s, moves[:0]); !slices.Contains(moves, mv) {
			return moves, errors.New("it is not enabled")
		}
		eff := m.Do(s, mv)
		if tell != nil {
			if err := tell(eff); err != nil {
				return moves, err
			}
		}
		if eff&(vm.Pruned|vm.Abort) != 0 {
			return moves, errors.New("it fails")
		}
		if k < len(row)-1 && eff&vm.Transient == 0 {
			return moves, errors.New("it ends an atomic sequence before its end")
		}
	}
	if s.Excl >= 0 {
		if moves, eff := m.Moves(s, moves[:0]); eff&vm.Released == 0 {
			return moves, errors.New("it ends inside an atomic sequence")
		}
	}
	return moves, nil
}

// Shadow stores the states that a graph's numbers stand for, and compares states that are computed again with
// them.
type Shadow struct {
	m      *vm.Machine
	g      *Graph
	states map[uint32][]byte
	moves  []vm.Move
	first  []vm.Move
}

// NewShadow returns a shadow without states.
func NewShadow(g *Graph, m *vm.Machine) *Shadow {
	return &Shadow{m: m, g: g, states: map[uint32][]byte{}}
}

// Node stores the state of a node, and compares its choices with the edges.
func (h *Shadow) Node(i uint32, s *vm.State) error {
	h.states[i] = slices.Clone(h.m.Layout().Key(s.Vec))
	if !h.g.Expanded(i) {
		return nil
	}
	moves, eff := h.m.Moves(s, h.moves[:0])
	h.moves = moves
	if dead := eff&vm.InvalidEnd != 0; dead != h.g.Dead(i) {
		return fmt.Errorf("%w: node %d is an invalid end state in one of them", ErrModel, i)
	}
	if h.g.Cut > 0 || h.g.Reason != "" {
		return nil // edges may be missing
	}
	out := h.g.Out(i)
	h.first = h.first[:0]
	for k := range out.N {
		mv := h.g.Moves(h.g.Edge(&out, k).Move)[0]
		if n := len(h.first); n == 0 || h.first[n-1] != mv {
			h.first = append(h.first, mv)
		}
	}
	if !slices.Equal(h.first, moves) {
		return fmt.Errorf("%w: node %d has other moves", ErrModel, i)
	}
	return nil
}

// Arrive compares a state with the one stored for a node.
func (h *Shadow) Arrive(i uint32, s *vm.State) error {
	if was, ok := h.states[i]; ok && !bytes.Equal(was, h.m.Layout().Key(s.Vec)) {
		return fmt.Errorf("%w: node %d stands for two states", ErrModel, i)
	}
	return nil
}

// Different returns the number of different states among the nodes.
func (h *Shadow) Different() int {
	all := map[string]struct{}{}
	for _, s := range h.states {
		all[string(s)] = struct{}{}
	}
	return len(all)
}

// Follow makes a row of moves, each of which must be enabled.
func Follow(m *vm.Machine, s *vm.State, row []vm.Move) error {
	_, err := follow(m, s, row, nil, nil)
	return err
}
