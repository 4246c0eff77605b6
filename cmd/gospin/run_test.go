package main

import "io"

// run is main without the exit, with the signals that it hears.
func run(args []string, in io.Reader, out, errs io.Writer) int {
	ctx, stop := interruptible()
	defer stop()
	return runContext(ctx, args, in, out, errs)
}
