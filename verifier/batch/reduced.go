package batch

import (
	"fmt"

	"gospin/verifier/roots"
	"gospin/vm"
)

// judged is an engine that expands states by sufficient sets of choices, if the forest accepts them. The
// search need not know about it. Sets that are not accepted are not counted.
//
// Which sets are accepted depends on the order of the search. So the counts depend on that, on the size of
// batches, and on when the space is packed again; but repeating a search gives the same counts.
type judged[R roots.Root] struct {
	Reduced[R]
	forest *forest
	moving *moving
}

func newJudged[R roots.Root](c *Common) Engine[R] {
	e, ok := c.Space.Engine().(Reduced[R])
	if !ok {
		c.Err = fmt.Errorf("batch: the space has no engine for reduced searches of roots of %d words", c.Space.Words())
		return nil
	}
	return &judged[R]{e, &c.forest, &c.moving}
}

// allChoices, as the argument after of ExpandAmple, skips all sets.
const allChoices = 255

// Expand implements Engine.
func (e *judged[R]) Expand(r *R, out *Found[R]) (vm.Effect, bool) {
	was, levels, atomic := len(out.Roots), len(out.Levels), out.Atomic
	if e.moving.active {
		e.moving.end(e.forest)
	}
	own, after := hashOf(r), uint8(0)
	e.forest.touch(own)
	for {
		set, effect, ok := e.ExpandAmple(r, after, out)
		if set == 0 || !ok {
			return effect, ok
		}
		if e.forest.has(own) { // another state has the same hash
			set = allChoices
		} else if e.leadsOn(own, out.Roots[was:]) {
			return effect, ok
		}
		out.Roots, out.Levels, out.Atomic = out.Roots[:was], out.Levels[:levels], atomic
		after = set
	}
}

// leadsOn reports whether a state's set is accepted, given the successors by it.
func (e *judged[R]) leadsOn(own uint32, successors []R) bool {
	for i := range successors {
		if e.forest.accepts(own, hashOf(&successors[i])) {
			return true
		}
	}
	return false
}
