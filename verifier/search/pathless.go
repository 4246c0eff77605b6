package search

import (
	"strings"

	"gospin/compression/offheap"
)

// noPath is what Fault.Moves panics with where a limit ends the search for a path.
type noPath struct{ why string }

func (r *rules) noPath() noPath { return noPath{strings.Join(r.res.Incomplete, ", ")} }

// Pathless reports whether a function panicked because there was no time or no memory to find the path to an
// error that was met: a deferred function calls it with what it recovered. It panics again with anything
// else.
func Pathless(recovered any) bool {
	if _, is := recovered.(noPath); is {
		return true
	}
	return offheap.Exhausted(recovered)
}
