package batch

import (
	"fmt"

	"gospin/verifier/roots"
	"gospin/vm"
)

// judged is an engine that finds less than all choices, and those only that the forest accepts: a search that
// expands every state once goes without a thought of it. Sets that are not accepted count nothing.
//
// The order of the search has its say in which sets are accepted. So the counts depend on it, on the size of
// batches, and on when the space is packed again; but a search that is made twice has the same.
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

// allChoices, as the number after which a set is looked for, is that of the last.
const allChoices = 255

// Expand implements Engine.
func (e *judged[R]) Expand(r *R, out *Found[R]) (vm.Effect, bool) {
	was, levels, atomic := len(out.Roots), len(out.Levels), out.Atomic
	if e.moving.under {
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

// leadsOn reports whether a state's set is accepted, by what it leads to.
func (e *judged[R]) leadsOn(own uint32, behind []R) bool {
	for i := range behind {
		if e.forest.accepts(own, hashOf(&behind[i])) {
			return true
		}
	}
	return false
}
