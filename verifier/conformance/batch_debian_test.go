//go:build conformance

package conformance

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/source"
	"gospin/verifier/space"
)

// mostOfDebian bounds the models that are searched here, by their states; GOSPIN_LARGE asks for larger ones.
const mostOfDebian, manyOfDebian = 300_000, 1_500_000

// TestDebianModelsInBatches: the models of Debian's package, in many ways.
func TestDebianModelsInBatches(t *testing.T) {
	t.Parallel()
	held, large, refused := 0, 0, 0
	most := uint64(mostOfDebian)
	if os.Getenv("GOSPIN_LARGE") != "" {
		most = manyOfDebian
	}
	err := filepath.WalkDir(debian, func(path string, _ fs.DirEntry, err error) error {
		name, _ := filepath.Rel(debian, path)
		if !strings.HasSuffix(path, ".pml") || cut[name] > 0 {
			return err
		}
		t.Run(name, func(t *testing.T) {
			prog, err := source.Source{Model: path}.Program(t.Context(), source.Aim{})
			if err != nil || space.Takes(prog) != "" {
				refused++
				t.Skipf("not searched: %v", err)
			}
			want := searchPlainly(t, prog, most)
			if want.Stored >= most {
				large++
				t.Skip("too large")
			}
			held++
			manners := everyManner(1, 3)
			switch {
			case want.Stored < verySmall:
				manners = everyManner(1, 2, 3, 8)
			case want.Stored > smallEnough:
				manners = []manner{
					{batch.AnyOrder, 3, 24},
					{batch.DepthFirst, 1, 24},
					{batch.BreadthFirst, 1, 1000},
				}
			}
			for _, w := range manners {
				holdBatches(t, prog, want, w, "")
			}
		})
		return err
	})
	require.NoError(t, err, "the models of Debian's package spin are missing")
	t.Logf("%d held, %d too large, %d not searched", held, large, refused)
	require.Greater(t, held, 50)
}
