package ltl

import (
	"context"
	"errors"
)

// watch ends a translation when its context is done.
type watch struct{ ctx context.Context }

// errEnded is the panic value of look.
var errEnded = errors.New("ended")

// look is called for each term, and for each state that is processed.
func (w watch) checkContext() {
	if w.ctx != nil && w.ctx.Err() != nil {
		panic(errEnded)
	}
}

// ended converts look's panic to the context's cause. It is deferred.
func ended(ctx context.Context, err *error) {
	if r := recover(); r == errEnded {
		*err = context.Cause(ctx)
	} else if r != nil {
		panic(r)
	}
}
