package main

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCrew: as many processors run as a search has workers, unless the environment says how many.
func TestCrew(t *testing.T) {
	was := runtime.GOMAXPROCS(0)
	t.Cleanup(func() { runtime.GOMAXPROCS(was) })
	t.Setenv("GOMAXPROCS", "")
	for _, workers := range []int{3, 1} {
		crew(workers)
		require.Equal(t, workers, runtime.GOMAXPROCS(0))
	}
	t.Setenv("GOMAXPROCS", "1")
	crew(3)
	require.Equal(t, 1, runtime.GOMAXPROCS(0))
}
