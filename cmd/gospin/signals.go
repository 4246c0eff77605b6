package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"gospin/verifier/limit"
)

// interruptible returns a context that the first signal to end cancels. The command then ends by itself, with
// what it knows. The second signal ends the program at once, with 128 and its number as exit code.
func interruptible() (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		<-signals
		cancel(limit.Interrupt)
		s := <-signals
		code := 128
		if n, ok := s.(syscall.Signal); ok {
			code += int(n)
		}
		os.Exit(code)
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(context.Canceled)
	}
}
