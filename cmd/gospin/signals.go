//go:build !js

package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"gospin/verifier/limit"
)

// interruptible returns a context that the first signal cancels. The command then ends by itself with the
// results so far, or is soon ended. The second signal ends the program at once, with exit code 128 plus its
// number. An ignored signal, as with nohup, stays ignored.
func interruptible() (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 2)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	go func() {
		s := <-signals
		cancel(limit.Interrupt)
		endLate(limit.Interrupt, signalCode(s), func() bool { return false })
		os.Exit(signalCode(<-signals))
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(context.Canceled)
	}
}

// signalCode returns the exit code of a program that a signal has ended.
func signalCode(s os.Signal) int {
	n, _ := s.(syscall.Signal)
	return 128 + int(n)
}

// ignoreClosedPipes makes writing to a closed pipe an error, instead of the end of the program.
func ignoreClosedPipes() { signal.Ignore(syscall.SIGPIPE) }
