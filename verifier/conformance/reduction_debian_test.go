//go:build conformance

package conformance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSpinReductionOfDebianModels is TestSpinReductionAsRecorded for the models of Debian's package.
func TestSpinReductionOfDebianModels(t *testing.T) {
	t.Parallel()
	gospin(t)
	list := reductions(t, func(r *reduced) bool {
		return strings.HasPrefix(r.model, "debian/") && (r.isQuick() || os.Getenv("GOSPIN_LARGE") != "")
	})
	require.Greater(t, len(list), 300)
	for _, r := range list {
		t.Run(r.model+" "+r.flags, func(t *testing.T) {
			inTurn(t)
			r.compare(t, filepath.Join(debian, strings.TrimPrefix(r.model, "debian/")))
		})
	}
}
