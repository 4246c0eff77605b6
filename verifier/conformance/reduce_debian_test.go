//go:build conformance

package conformance

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
)

// TestReducedModelsOfOthers: the same for the examples and for Debian's models, beside their formulas. Raw
// mode has ten seconds for each property.
func TestReducedModelsOfOthers(t *testing.T) {
	t.Parallel()
	models, err := filepath.Glob(filepath.Join(examples, "*.pml"))
	require.NoError(t, err)
	err = filepath.WalkDir(debian, func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".pml") {
			models = append(models, path)
		}
		return err
	})
	require.NoError(t, err, "the models of Debian's package spin are missing")
	limit := time.Second // of a search
	if os.Getenv("GOSPIN_LARGE") != "" {
		limit = 20 * time.Second
	}
	compared := make(chan int, len(models))
	t.Run("models", func(t *testing.T) {
		for i, model := range models {
			t.Run(filepath.Base(model), func(t *testing.T) {
				inTurn(t)
				compared <- sameVerdicts(t, model, reducedStores[i%len(reducedStores)],
					verifier.Limits{Time: limit, Depth: 1000000})
			})
		}
	})
	close(compared)
	sum := 0
	for n := range compared {
		sum += n
	}
	t.Logf("%d verdicts of %d models", sum, len(models))
	require.Greater(t, sum, 2*len(models))
}
