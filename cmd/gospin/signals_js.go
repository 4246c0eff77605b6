package main

import (
	"context"
	"syscall/js"

	"gospin/verifier/limit"
)

// interruptible returns a context that JavaScript cancels by calling gospinInterrupt, like a first signal
// elsewhere. Instead of a second signal, a page ends the worker.
func interruptible() (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	js.Global().Set("gospinInterrupt", js.FuncOf(func(js.Value, []js.Value) any {
		cancel(limit.Interrupt)
		return nil
	}))
	return ctx, func() { cancel(context.Canceled) }
}

// ignoreClosedPipes does nothing: a page has no pipes.
func ignoreClosedPipes() {}
