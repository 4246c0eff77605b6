package confirm

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/search"
	"gospin/verifier/source"
)

// TestShortest: the shortest path to a fault is found, or none within the limits.
func TestShortest(t *testing.T) {
	const text = `byte x;
active proctype P() {
	do :: x < 200 -> x++ :: x == 7 -> x = 100 :: x > 150 -> break od;
	assert(false)
}`
	path := filepath.Join(t.TempDir(), "m.pml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	prog, err := source.Source{Model: path}.Program(t.Context(), source.Aim{})
	require.NoError(t, err)
	failed := func(f *search.Fault) bool { return !f.EndState }
	moves, found := Shortest(context.Background(), prog, failed, search.Limits{})
	require.True(t, found)
	require.Len(t, moves, 2*7+2+2*51+1+1) // two for each cycle
	_, found = Shortest(context.Background(), prog, failed, search.Limits{States: 20})
	require.False(t, found)
	ends := func(f *search.Fault) bool { return f.EndState }
	_, found = Shortest(context.Background(), prog, ends, search.Limits{})
	require.False(t, found)
}
