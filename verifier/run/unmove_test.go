package run

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/report"
	"gospin/verifier/way"
)

// TestDearUnmove: where rules turn out to crowd a picked way, states are in another set, and the report
// says so.
func TestDearUnmove(t *testing.T) {
	r := &report.Report{Compress: way.Unmove}
	reportLeft(r, &batch.Result{})
	require.Equal(t, way.Unmove, r.Compress)
	reportLeft(r, &batch.Result{Left: true})
	require.Equal(t, "tree", r.Compress)
	require.Equal(t, tooDear, r.EngineReason)
}
