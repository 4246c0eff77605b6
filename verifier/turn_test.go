package verifier

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/ask"
	"gospin/verifier/limit"
	"gospin/verifier/resume"
)

// TestSearchesLeaveTime: a search leaves time to those that follow it, unless it is kept.
func TestSearchesLeaveTime(t *testing.T) {
	const all = 100 * time.Hour
	ctx, stop := limit.Watch(t.Context(), limit.Budget{Time: all})
	defer stop()
	left := func(ctx context.Context, v *verification, i int) time.Duration {
		turn, ended := v.turn(ctx, i)
		defer ended()
		end, limited := turn.Deadline()
		require.True(t, limited)
		return time.Until(end).Round(time.Hour)
	}
	few, many := &verification{parts: make([]ask.Part, 3)}, &verification{parts: make([]ask.Part, 30)}
	require.Equal(t, 90*time.Hour, left(ctx, few, 0))
	require.Equal(t, 95*time.Hour, left(ctx, few, 1))
	require.Equal(t, all, left(ctx, few, 2))
	require.Equal(t, 75*time.Hour, left(ctx, many, 0))
	require.Equal(t, all, left(ctx, &verification{parts: few.parts, kept: &resume.Run{}}, 0))

	turn, ended := few.turn(t.Context(), 0)
	defer ended()
	_, limited := turn.Deadline()
	require.False(t, limited)

	late, done := limit.Watch(t.Context(), limit.Budget{Time: time.Nanosecond})
	defer done()
	<-late.Done()
	turn, ended = few.turn(late, 0)
	defer ended()
	require.Equal(t, limit.Time, limit.Cause(turn))
}
