package ltl

import (
	"context"
	"errors"
)

// watch ends a translation whose context is done.
type watch struct{ ctx context.Context }

// errEnded is what look panics with.
var errEnded = errors.New("ended")

// look is asked for each term, and for each state that is worked on.
func (w watch) look() {
	if w.ctx != nil && w.ctx.Err() != nil {
		panic(errEnded)
	}
}

// ended makes the context's cause of the panic of look. It is deferred.
func ended(ctx context.Context, err *error) {
	if r := recover(); r == errEnded {
		*err = context.Cause(ctx)
	} else if r != nil {
		panic(r)
	}
}
