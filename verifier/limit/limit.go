package limit

import (
	"context"
	"errors"
	"time"

	"gospin/verifier/host"
)

// Reached is why a run has to end before it is done. It is the cause of the context that it cancels.
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

// Budget is what a run may use.
type Budget struct {
	Time   time.Duration // 0: unlimited
	Memory int64         // bytes of tables, heap and stacks; 0: unlimited
}

// The watch samples memory once per interval. It allows slack for the program itself: its code, the runtime,
// and what grows between two samples.
const (
	interval   = 10 * time.Millisecond
	leastSlack = 36 << 20
)

// slack is how far the resident memory of the process may exceed a limit.
func slack(limit int64) int64 { return max(leastSlack, limit/100*8) }

// Watch returns a context that is cancelled when the budget is used up. The caller calls stop when the work
// is done.
func Watch(parent context.Context, b Budget) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	if b.Time > 0 {
		timer := time.AfterFunc(b.Time, func() { cancel(Time) })
		context.AfterFunc(ctx, func() { timer.Stop() })
	}
	if b.Memory > 0 {
		go watchMemory(ctx, cancel, b.Memory+slack(b.Memory))
	}
	return ctx, func() { cancel(context.Canceled) }
}

// watchMemory cancels the context when the process holds more than so many bytes.
func watchMemory(ctx context.Context, cancel context.CancelCauseFunc, most int64) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if host.RSS() > most {
				cancel(Memory)
				return
			}
		}
	}
}
