package conformance

import (
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/thorough"
)

// TestDefaultReductionAcrossStores: what a user gets who asks for nothing. In every store the examples hold,
// with the same states, and never more of them than pan has by default; with the claims left in, too.
func TestDefaultReductionAcrossStores(t *testing.T) {
	t.Parallel()
	gospin(t)
	ofPan := reductions(t, func(r *reduced) bool {
		return strings.HasPrefix(r.model, "examples/") && len(r.defines) == 0 && r.flags == "none; -DSAFETY"
	})
	require.Len(t, ofPan, len(protocols))
	var fewer atomic.Int64
	tried := 0
	t.Run("models", func(t *testing.T) {
		for _, r := range ofPan {
			if !thorough.On && r.figures.Stored > 5000 {
				continue
			}
			tried++
			t.Run(r.model, func(t *testing.T) {
				inTurn(t)
				if r.heldByDefault(t) {
					fewer.Add(1)
				}
			})
		}
	})
	require.Greater(t, int(fewer.Load()), tried/2)
}

// heldByDefault tells whether a model has fewer states than with pan.
func (r *reduced) heldByDefault(t *testing.T) bool {
	path := filepath.Join("../..", r.model)
	stored := uint64(0)
	for _, store := range []string{"mask", "trained"} { // those in batches have a proviso of their own
		got := replyTo(t, path, time.Minute, "verify", "-json", "-noclaim", "-c", "0", "-order=dfs", "-compress="+store)
		require.Empty(t, got.wrong, "%s %s", r.model, store)
		require.Equal(t, "holds", got.verdict(), "%s %s", r.model, store)
		if stored == 0 {
			stored = uint64(got.Stored)
		}
		require.EqualValues(t, stored, got.Stored, "%s %s", r.model, store)
	}
	require.LessOrEqual(t, stored, uint64(r.figures.Stored), r.model)
	for _, order := range []string{"any", "dfs", "bfs"} {
		got := replyTo(t, path, time.Minute, "verify", "-json", "-noclaim", "-order="+order)
		require.Empty(t, got.wrong, "%s, order %s", r.model, order)
		require.Equal(t, "holds", got.verdict(), "%s, order %s", r.model, order)
		require.LessOrEqual(t, uint64(got.Stored), uint64(r.figures.Stored), "%s, order %s", r.model, order)
	}
	got := replyTo(t, path, time.Minute, "verify", "-json", "-collapse")
	require.Empty(t, got.wrong, r.model)
	require.Equal(t, "holds", got.verdict(), r.model)
	return stored < uint64(r.figures.Stored)
}
