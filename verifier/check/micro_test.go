package check

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/preproc"
)

// TestMicroModels: by this package's rules, the micro-models have as many states and transitions as pan
// finds.
func TestMicroModels(t *testing.T) {
	const folder = "../conformance/testdata/"
	table, err := os.ReadFile(folder + "micro.tsv")
	require.NoError(t, err)
	same, unable := 0, 0
	for line := range strings.Lines(string(table)) {
		f := strings.Split(line, "\t")
		if f[0][0] == '#' || !strings.HasPrefix(f[1], "exact") {
			continue
		}
		var stored, matched, failures int
		_, err := fmt.Sscan(f[2]+" "+f[3]+" "+f[7], &stored, &matched, &failures)
		require.NoError(t, err)
		src, list := preproc.Run(t.Context(), filepath.Join(folder, "micro", f[0]), preproc.Options{})
		require.NoError(t, list.Err())
		if err := Takes(t.Context(), string(src.Bytes)); err != nil {
			require.ErrorAs(t, err, new(Unable), f[0])
			unable++
			continue
		}
		states, arrivals, why := all(t, string(src.Bytes))
		if same++; failures > 0 {
			require.Error(t, why, f[0])
			continue
		}
		require.NoError(t, why, f[0])
		require.Len(t, states, stored, f[0])
		require.Equal(t, stored+matched, arrivals, f[0])
	}
	require.Greater(t, same, 200)
	require.LessOrEqual(t, unable, 15)
}
