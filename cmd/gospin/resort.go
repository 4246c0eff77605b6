package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/urfave/cli/v2"

	"gospin/verifier/limit"
	"gospin/verifier/report"
)

// Commands end by their context. Where something does not heed it, such as a file that gives nothing to read,
// the program ends all the same.

// grace is how long a command may take to end after a limit or a signal; 0: as long as it likes, which is for
// tests within a process.
var grace time.Duration

const usualGrace = 2 * time.Second

// isAnswering is set as soon as a command's work is over, and it begins to say what it knows.
var isAnswering atomic.Bool

// endLate ends the program with an exit code when its grace is over, unless that is no longer wanted.
func endLate(why limit.Reached, code int, unwanted func() bool) {
	if grace == 0 {
		return
	}
	start := time.Now()
	time.AfterFunc(grace, func() {
		if unwanted() {
			return
		}
		err := fmt.Errorf("%w, and did not end within %v: ended", why, grace)
		complain(os.Stderr, err)
		if !isAnswering.Load() {
			refused(os.Args, err, start, os.Stdout, os.Stderr)
		}
		os.Exit(code)
	})
}

// timed has -time hold from the start of a command: its flags may name a pipe, which gives nothing to read.
func timed(action cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		ctx, stop := limit.Watch(c.Context, limit.Budget{Time: c.Duration("time")})
		defer stop()
		c.Context = ctx
		return action(c)
	}
}

// limited returns a context that ends with the memory of a command, and soon after it the program. The
// command calls stop when its work is over: who reads the answer may take his time.
func limited(ctx context.Context, memory int64) (limited context.Context, stop func()) {
	limited, done := limit.Process(ctx, limit.Budget{Memory: memory})
	context.AfterFunc(limited, func() {
		var why limit.Reached
		if errors.As(context.Cause(limited), &why) && why != limit.Interrupt {
			endLate(why, report.Inconclusive.ExitCode(), isAnswering.Load)
		}
	})
	return limited, func() {
		isAnswering.Store(true)
		done()
	}
}
