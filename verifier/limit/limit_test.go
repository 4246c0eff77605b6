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
	ctx, stop := Watch(context.Background(), Budget{Memory: 1 << 20})
	defer stop()
	time.Sleep(2 * latest)
	require.NoError(t, ctx.Err())
	for held := [][]byte{}; ctx.Err() == nil && len(held) < 1000; {
		piece := make([]byte, 1<<20)
		for i := 0; i < len(piece); i += 4096 {
			piece[i] = 1
		}
		held = append(held, piece)
		time.Sleep(time.Millisecond)
	}
	require.Equal(t, Memory, Cause(ctx))
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
