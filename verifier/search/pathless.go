package search

import (
	"strings"

	"gospin/compression/offheap"
)

// noPath is the panic value of Fault.Moves if a limit ends the search for a path.
type noPath struct{ why string }

func (r *rules) noPath() noPath { return noPath{strings.Join(r.res.Incomplete, ", ")} }

// Pathless reports whether a function panicked because there was not enough time or memory to find the path
// to an error. A deferred function calls it with the recovered value. It panics again for other values.
func Pathless(recovered any) bool {
	if _, is := recovered.(noPath); is {
		return true
	}
	return offheap.Exhausted(recovered)
}
