package limit

import (
	"context"

	"gospin/verifier/host"
)

// watches are those of a context and of the contexts around it.
type watches []*memory

// held is a context whose Err waits while one of its watches decides whether the process holds too much.
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

// Reserve ends the run now if it would hold too much with this many bytes more. Those who are about to take
// them at once find it by its name, so that they need not know this package.
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
