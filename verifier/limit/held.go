package limit

import (
	"context"

	"gospin/verifier/host"
)

// watches has the watches of a context and of its parents.
type watches []*memory

// held is a context whose Err waits while one of its watches decides whether the process uses too much
// memory.
type held struct {
	context.Context
	by watches
}

type heldKey struct{}

func (h held) Err() error {
	for _, m := range h.by {
		if closed := m.gate.Load(); closed != nil {
			<-*closed
		}
	}
	return h.Context.Err()
}

// Reserve ends the run now if this many bytes more would exceed the limit. Callers find it by an interface,
// so that they need not import this package.
func (h held) Reserve(bytes int64) {
	for _, m := range h.by {
		if host.RSS()+bytes > m.most {
			m.free(bytes)
		}
	}
}

func (h held) Value(key any) any {
	if key == (heldKey{}) {
		return h.by
	}
	return h.Context.Value(key)
}

// outer returns the watches of a context.
func outer(ctx context.Context) watches {
	by, _ := ctx.Value(heldKey{}).(watches)
	return by[:len(by):len(by)]
}

func (w watches) around(ctx context.Context) context.Context {
	if len(w) == 0 {
		return ctx
	}
	return held{ctx, w}
}
