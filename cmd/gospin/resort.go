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

// Commands end by their context. If an operation ignores it, such as a read from a pipe, the program exits
// without the command.

// grace is the time that a command has to end after a limit or a signal. 0 means no limit, for tests within a
// process.
var grace time.Duration

const (
	usualGrace = 2 * time.Second
	keptGrace  = 30 * time.Minute // for writing a checkpoint
)

// hasCheckpoint is set while the command may have to write a checkpoint.
var hasCheckpoint atomic.Bool

// isAnswering is set when a command's work is over and it begins to print the results.
var isAnswering atomic.Bool

// endLate ends the program with an exit code when the grace period is over, unless unwanted reports true.
func endLate(why limit.Reached, code int, unwanted func() bool) {
	if grace == 0 {
		return
	}
	start, grace := time.Now(), grace
	if hasCheckpoint.Load() {
		grace = keptGrace
	}
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

// timed makes -time start with the command, since a file that its flags name may be a pipe that gives no
// data.
func timed(action cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		ctx, stop := limit.Watch(c.Context, limit.Budget{Time: c.Duration("time")})
		defer stop()
		c.Context = ctx
		return action(c)
	}
}

// limited returns a context that ends when a command exceeds its memory; soon after that the program ends.
// The command calls stop when its work is over, since reading its output may take long.
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
