package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHelpOnOneScreen: the help of verify has the flags that most people need, and says how to see all.
func TestHelpOnOneScreen(t *testing.T) {
	_, short, _ := gospin(t, "verify -h")
	require.LessOrEqual(t, strings.Count(short, "\n"), 40)
	require.Contains(t, short, " flags: gospin verify -h all\n")
	require.NotContains(t, short, "-kdelta")
	for _, line := range []string{"verify -h all", "verify all -h"} {
		_, whole, _ := gospin(t, line)
		require.Contains(t, whole, "-kdelta N")
		for _, name := range usual["verify"] {
			require.Contains(t, whole, "\n  -"+name+" ")
			require.Contains(t, short, "\n  -"+name+" ")
		}
	}
}
