package limit

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
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
	ctx, stop = Watch(parent, Budget{Time: time.Hour, Memory: 1 << 40})
	defer stop()
	cancel(Memory)
	require.Equal(t, Memory, Cause(ctx), "the parent's cause is the child's")
}

func TestMemoryIsWatched(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	go watchMemory(ctx, cancel, 1)
	<-ctx.Done()
	require.Equal(t, Memory, Cause(ctx))
}
