package main

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestOnlyTheFirstCollectionIsLater: from the second one on, Go collects as usual.
func TestOnlyTheFirstCollectionIsLater(t *testing.T) {
	t.Setenv("GOGC", "")
	usual := debug.SetGCPercent(100)
	defer debug.SetGCPercent(usual)
	collectLater()
	first := debug.SetGCPercent(firstHeap)
	require.Equal(t, firstHeap, first)
	runtime.GC()
	require.Eventually(t, func() bool {
		runtime.GC()
		now := debug.SetGCPercent(firstHeap)
		debug.SetGCPercent(now)
		return now == 100
	}, time.Minute, time.Millisecond)
}
