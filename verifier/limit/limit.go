package limit

import (
	"context"
	"errors"
	"time"
)

// Reached is the limit that ends a run early. It is the cause of the context that it cancels.
type Reached string

const (
	Time      Reached = "out of time"
	Memory    Reached = "out of memory"
	Interrupt Reached = "interrupted"
)

func (r Reached) Error() string { return string(r) }

// Cause returns the limit that has ended a context, or "" if none has. A context that was cancelled without a
// cause was interrupted.
func Cause(ctx context.Context) Reached {
	pause()
	if ctx.Err() == nil {
		return ""
	}
	var r Reached
	if errors.As(context.Cause(ctx), &r) {
		return r
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return Time
	}
	return Interrupt
}

// Budget limits a run.
type Budget struct {
	Time   time.Duration // 0: unlimited
	Memory int64         // bytes of tables, heap and stacks; 0: unlimited; for Process, what the machine has
}

// Watch returns a context that is cancelled when the budget is used up. The caller calls stop when the work
// is done. Only memory that the process allocates from now on counts; 0 means no limit.
func Watch(parent context.Context, b Budget) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	done := func() { cancel(context.Canceled) }
	if b.Time > 0 {
		// A deadline that has passed already takes effect at once, even if timers are late.
		var stop context.CancelFunc
		ctx, stop = context.WithDeadlineCause(ctx, time.Now().Add(b.Time), Time)
		done = func() {
			cancel(context.Canceled)
			stop()
		}
	}
	if b.Memory <= 0 {
		return outer(parent).around(ctx), done
	}
	m := newGrowth(b.Memory)
	ctx = append(outer(parent), m).around(ctx)
	m.cancel = cancel
	go m.watch(ctx)
	return ctx, done
}

// Process is Watch for a caller that owns the process: all of its memory counts.
func Process(parent context.Context, b Budget) (ctx context.Context, stop func()) {
	timed, done := Watch(parent, Budget{Time: b.Time})
	ctx, cancel := context.WithCancelCause(timed)
	m := newMemory(b.Memory)
	ctx = append(outer(parent), m).around(ctx)
	m.cancel = cancel
	go m.watch(ctx)
	return ctx, func() {
		cancel(context.Canceled)
		done()
	}
}
