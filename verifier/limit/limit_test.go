package limit

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/host"
)

func TestCauses(t *testing.T) {
	require.Equal(t, Reached(""), Cause(context.Background()))

	ctx, stop := Watch(context.Background(), Budget{Time: time.Nanosecond})
	defer stop()
	<-ctx.Done()
	require.Equal(t, Time, Cause(ctx))

	ctx, stop = Watch(context.Background(), Budget{})
	require.NoError(t, ctx.Err())
	stop()
	require.Equal(t, Interrupt, Cause(ctx))

	parent, cancel := context.WithCancelCause(context.Background())
	ctx, stop = Process(parent, Budget{Time: time.Hour, Memory: 1 << 40})
	defer stop()
	cancel(Memory)
	require.Equal(t, Memory, Cause(ctx), "the parent's cause is the child's")
}

// TestGrowthIsWatched: what the process has held before does not count.
func TestGrowthIsWatched(t *testing.T) {
	require.Greater(t, newGrowth(1<<20).most, host.RSS())
	ctx, stop := Watch(context.Background(), Budget{Memory: 1 << 20})
	defer stop()
	require.NoError(t, ctx.Err())
	held := make([]byte, 128<<20)
	for i := 0; i < len(held); i += 4096 {
		held[i] = 1
	}
	<-ctx.Done()
	require.Equal(t, Memory, Cause(ctx))
	runtime.KeepAlive(held)
}

// TestLooksWaitForTheWatch: while it decides, nobody goes on; what is about to be taken counts as if it were.
func TestLooksWaitForTheWatch(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	m := newMemory(0)
	m.cancel = cancel
	looked := watches{m}.around(ctx)
	closed := make(chan struct{})
	m.gate.Store(&closed)
	answer := make(chan error)
	go func() { answer <- looked.Err() }()
	runtime.Gosched()
	cancel(Memory)
	close(closed)
	require.ErrorIs(t, <-answer, context.Canceled)

	within, stop := Process(context.Background(), Budget{Memory: host.RSS() + 256<<20})
	defer stop()
	inner, done := Watch(within, Budget{Time: time.Hour})
	defer done()
	inner.(interface{ Reserve(int64) }).Reserve(1 << 20)
	require.NoError(t, inner.Err())
	inner.(interface{ Reserve(int64) }).Reserve(1 << 40)
	require.Error(t, inner.Err())
	require.Equal(t, Memory, Cause(inner))
}

// TestMemoryIsWatched: what nobody accounts for ends the run; what Go can collect does not.
func TestMemoryIsWatched(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	m := newMemory(0)
	m.most, m.cancel = 1, cancel
	m.watch(ctx)
	require.Equal(t, Memory, Cause(ctx))

	ctx, stop := Process(context.Background(), Budget{Memory: host.RSS() + 64<<20})
	defer stop()
	for range 4000 {
		kept = make([]byte, 1<<20)
		for i := 0; i < len(kept); i += 4096 {
			kept[i] = 1
		}
		runtime.Gosched()
	}
	require.NoError(t, ctx.Err())
}

var kept []byte
