package search

import (
	"errors"
	"math"
	"unsafe"

	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// Line has the options of a sweep-line search.
type Line struct {
	// Value appends the value of the progress measure in a state: a fixed number of integers, which may only
	// depend on the stored part of the state. An error ends the search.
	Value  func(s *vm.State, dst []int32) ([]int32, error)
	States SweptStates
	// Anew returns an empty set of the same kind without a limit, for finding the path to an error.
	Anew func() SweptStates
	// Resume completes a state whose vector the store has made, and reports whether it is accepting. It may
	// be nil.
	Resume  func(s *vm.State) bool
	Graph   Graph   // receives nodes and edges; may be nil
	Decided Decided // may be nil
}

// SweptStates is a store that returns states in the order of their values, and then forgets them
// (store.Sweep).
type SweptStates interface {
	store.Store
	// Sweep begins the next sweep, with a function for values. It returns false if no states are left.
	Sweep(value func(s *vm.State, m store.Met) ([]int32, error)) (bool, error)
	// Next sets s to the next state. It returns false at the end of the sweep.
	Next(s *vm.State) (store.Met, bool)
	// Known looks a state up among those found recently, without its value.
	Known(s *vm.State) (store.Met, bool)
	// Arrive looks a state up, and stores it if it is new. Regress means that its value is smaller than the
	// last one's.
	Arrive(s *vm.State, value []int32, depth uint32) (m store.Met, status store.Status, regress bool)
	// Counts returns the counts so far.
	Counts() store.SweepCounts
}

// Swept has the counts of a sweep-line search. If Regress is 0, stored and matched states are those of any
// other search. Otherwise Stored counts the nodes of an unfolding of the state graph that is bisimilar to it.
type Swept struct {
	*Result
	store.SweepCounts
	Regress uint64 // edges to smaller values
}

// TooManyNodes is the reason if a search with a graph is incomplete because node numbers have 32 bits.
const TooManyNodes = "more nodes than numbers for them"

// sweep searches by a sweep-line (Mailund, Westergaard, "Obtaining memory-efficient reachability graph
// representations using the sweep-line method", 2004, figure 3). It expands a state as a whole. The state's
// frame is the lowest on the path; those above it are within an atomic sequence.
type sweep struct {
	track
	line    *Line
	frames  stack[frame]
	at      store.Met // the state being expanded
	value   []int32
	regress uint64
	edge    uint32 // number of the next edge of that state
	accepts bool   // the present state is accepting
	before  []bool // whether the frames' states are
	edges   []Edge
	held    int // bytes of the moves of these edges
	most    int // maximum of held
	origins origins
	walk    *walk // nil during a search
}

// Sweep searches in the order of a progress measure. It forgets states as soon as no open state has a value
// as small as theirs. States that are reached against the order are kept for ever, and searched in further
// sweeps, until there are no new ones. Since every edge is compared with the measure, the measure can be
// arbitrary; it only affects memory and time.
//
// If Line.Graph is set, the system must make steps one by one.
func Sweep(t *Task, line *Line) (res *Swept, err error) {
	if t.Store != nil {
		return nil, errors.New("a sweep-line has a store of its own")
	}
	w := &sweep{line: line}
	defer func() {
		if w.ranOut(recover()) {
			res = &Swept{&w.res, line.States.Counts(), w.regress}
		}
	}()
	w.beginOver(t)
	w.frames.weight = &w.weight
	defer w.origins.all.Free() // it may have been replaced by then
	w.run()
	return &Swept{&w.res, line.States.Counts(), w.regress}, w.err
}

// beginOver initialises the search with a task and the line's own store.
func (w *sweep) beginOver(t *Task) {
	with := *t
	with.Store = w.line.States
	w.begin(&with, w.pathTaken)
}

func (w *sweep) run() {
	if _, ok := w.start(); ok {
		w.edge = noEdge
		w.reach(0)
	}
	for more := true; more && !w.stop; {
		if more, w.err = w.line.States.Sweep(w.valueOfRoot); w.err != nil {
			w.halt()
		}
		for !w.stop && w.next() {
			w.expandNode()
		}
	}
}

// next makes the next state the present one.
func (w *sweep) next() (ok bool) {
	if w.at, ok = w.line.States.Next(&w.cur); ok && w.line.Resume != nil {
		w.accepts = w.line.Resume(&w.cur)
	}
	return ok
}

func (w *sweep) valueOfRoot(s *vm.State, _ store.Met) (v []int32, err error) {
	w.value, err = w.line.Value(s, w.value[:0])
	return w.value, err
}

// expandNode expands the present state.
func (w *sweep) expandNode() {
	w.edge, w.edges, w.held = 0, w.edges[:0], 0
	w.loops = loops{at: -1} // so that the expansion depends only on the state
	g := w.frames.next()
	g.begin(&frame{ample: ample{from: -1}}, int(w.at.Depth))
	w.x.Base, w.x.Since = nil, ^uint64(0)
	w.expand(int(w.at.Depth), true)
	dead := w.x.Effect&vm.InvalidEnd != 0
	if !w.stop && len(w.x.Choices) > 0 {
		w.enter(g)
		g.base, g.baseLen = g.choices, g.n
		if !w.x.Whole || w.x.Effect&vm.Failed != 0 {
			g.baseLen = 0
		}
		for w.frames.top > 0 && !w.stop {
			w.step(w.frames.item(w.frames.top - 1))
		}
	}
	if w.line.Graph != nil && !w.stop {
		if w.err = w.line.Graph.Edges(w.at.Number, w.edges, dead); w.err != nil {
			w.halt()
		}
	}
}

// enter pushes the frame of the present state.
func (w *sweep) enter(g *frame) {
	w.keepChoices(g)
	if g.n > 1 {
		w.keepVector(g)
	}
	w.before = append(w.before[:w.frames.top], w.accepts)
	w.frames.top++
}

// step makes the next choice of the topmost frame, or leaves it.
func (w *sweep) step(f *frame) {
	if f.next == f.n {
		w.leave(f)
		if f.kept {
			w.vecs.cut(f.vec)
		}
		w.frames.cut(w.frames.top - 1)
		w.loops.left(w.frames.top)
		return
	}
	step, ok := w.choose(f, f.dirty)
	if f.next == f.n && f.kept {
		w.vecs.cut(f.vec)
		f.kept = false
	}
	if !ok {
		return
	}
	if w.accepts = step.Effect&vm.Accepting != 0; w.accepts && !w.before[w.frames.top-1] {
		if w.decide(w.line.Decided); w.stop {
			return
		}
	}
	w.arriveFrom(f, step)
}

// arriveFrom processes the present state, reached by a step from f.
func (w *sweep) arriveFrom(f *frame, step vm.Step) {
	depth, _ := w.arrive(step, int(f.depth))
	if step.Effect&(vm.Transient|vm.Passing) == 0 {
		w.reach(depth)
		return
	}
	g := w.frames.next()
	g.begin(f, depth)
	if step.Effect&vm.Transient != 0 {
		g.chain = f.chain + 1
		if w.endless(int(g.chain), w.frames.top) {
			return
		}
	}
	w.res.Depth = max(w.res.Depth, depth)
	w.useBase(g, w.cur.Dirty)
	if w.expand(depth, true) {
		w.reach(depth) // the sequence has lost control, so the state counts as an ordinary one
		return
	}
	if !w.stop && len(w.x.Choices) > 0 {
		w.enter(g)
	}
}

// reach looks up the present state, the target of an edge, and stores it at a depth if it is new.
func (w *sweep) reach(depth int) {
	if w.walk != nil {
		w.walk.reach(w)
		return
	}
	m, known := w.line.States.Known(&w.cur) // then no edge goes back: less is forgotten
	status := store.Closed
	if !known {
		if w.value, w.err = w.line.Value(&w.cur, w.value[:0]); w.err != nil {
			w.halt()
			return
		}
		var regress bool
		m, status, regress = w.line.States.Arrive(&w.cur, w.value, uint32(depth))
		if regress && status != store.Full {
			w.regress++
		}
	}
	edge := w.edge
	w.edge++
	if w.count(status) {
		w.res.Depth = max(w.res.Depth, depth)
		if w.isNew(m.Number, edge); w.stop {
			return
		}
	}
	if w.line.Graph != nil && status != store.Full && edge != noEdge {
		w.edges = append(w.edges, Edge{w.moves(), m.Number})
		w.holds()
	}
}

// holds accounts for the memory of the last edge, since those of a long atomic sequence may exceed the
// nodes'.
func (w *sweep) holds() {
	w.held += w.frames.top * int(unsafe.Sizeof(vm.Move{}))
	if more := w.held - w.most; more >= 1<<16 {
		w.most = w.held
		w.weight.add(more)
	}
	w.worked(w.frames.top)
}

// isNew records a new node, reached by an edge of the state being expanded.
func (w *sweep) isNew(number, edge uint32) {
	if w.line.Graph != nil {
		if w.err = w.line.Graph.Node(&w.cur, number); w.err != nil {
			w.halt()
		}
	}
	if number == math.MaxUint32 && (w.line.Graph != nil || w.origins.on) {
		w.res.incomplete(TooManyNodes)
		w.halt()
	}
	if !w.origins.on {
		return
	}
	w.res.Stack += originBytes
	if w.origins.note(w.at.Number, edge) {
		w.halt()
	}
}

// moves returns the moves of the present edge.
func (w *sweep) moves() []vm.Move {
	out := make([]vm.Move, w.frames.top)
	for i := range out {
		k := w.choiceMade(w.frames.item(i))
		out[i] = k.Move()
	}
	return out
}

// pathTaken returns the choices made from the initial state to the present state.
func (w *sweep) pathTaken() []system.Taken {
	out := w.wayTo(w.at.Number)
	for i := range w.frames.top {
		out = append(out, w.choiceMade(w.frames.item(i)))
	}
	return out
}
