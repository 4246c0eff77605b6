package search

import (
	"math"
	"slices"

	"gospin/verifier/store"
	"gospin/verifier/system"
)

// noEdge replaces the edge to the initial state.
const noEdge = math.MaxUint32

// origins records how each node was first reached: from which node, by which of its edges. Only errors need
// that, and most searches have none, so at its first error a search is repeated up to there to record them.
// From then on it records them itself.
type origins struct {
	on   bool
	all  store.Words
	last uint64 // the last node of a repeated search; 0 for others
}

const originBytes = 8

// note records the next node, and reports whether it was the last.
func (k *origins) note(from, edge uint32) bool {
	k.all.Append(uint64(from)<<32 | uint64(edge))
	return uint64(k.all.Len()) == k.last
}

// wayTo returns the choices on the way to a node.
func (w *sweep) wayTo(number uint32) []system.Taken {
	if number == 0 {
		return nil
	}
	if !w.origins.on {
		w.origins = w.repeat()
	}
	var edges []uint32
	for number != 0 {
		way := w.origins.all.At(int(number))
		edges = append(edges, uint32(way))
		number = uint32(way >> 32)
	}
	slices.Reverse(edges)
	return w.follow(edges)
}

// other returns a search of the same system with a set of states, which reports nothing and has the same
// limits.
func (w *sweep) other(states SweptStates) *sweep {
	limits := Limits{Memory: w.Limits.Memory, NoAssert: true, NoEnd: true}
	o := &sweep{line: &Line{Value: w.line.Value, States: states, Resume: w.line.Resume}}
	o.beginOver(&Task{Context: w.ctx, Sys: w.Sys, Limits: limits})
	o.frames.weight = &o.weight
	return o
}

// repeat repeats the search up to the last new node.
func (w *sweep) repeat() origins {
	o := w.other(w.line.Anew())
	o.origins.on, o.origins.last = true, w.line.States.Counts().Nodes
	defer o.line.States.Free()
	o.run()
	if uint64(o.origins.all.Len()) < o.origins.last {
		o.origins.all.Free()
		panic(o.noPath())
	}
	o.origins.last = 0
	return o.origins
}

// walk follows a path of edges from the initial state.
type walk struct {
	edge     uint32 // the next edge to follow
	recorded bool
	path     []system.Taken
}

// reach checks whether the present edge is the next one to follow.
func (k *walk) reach(w *sweep) {
	if w.edge == k.edge {
		for i := range w.frames.top {
			k.path = append(k.path, w.choiceMade(w.frames.item(i)))
		}
		w.stop, k.recorded = true, true
	}
	w.edge++
}

// follow returns the choices on a path with these edges.
func (w *sweep) follow(edges []uint32) []system.Taken {
	o := w.other(w.line.States)
	o.walk = &walk{}
	o.start()
	for _, e := range edges {
		o.walk.edge, o.walk.recorded = e, false
		o.cur.Dirty, o.cur.Excl = 0, -1
		if w.line.Resume != nil {
			w.line.Resume(&o.cur)
		}
		if o.expandNode(); !o.walk.recorded {
			panic(o.noPath())
		}
		o.frames.cut(0)
		o.choices.cut(0)
		o.vecs.cut(0)
		o.stop = false
	}
	return o.walk.path
}
