package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCompiledMacros: what pan is compiled with says what does the same here; each has its remark.
func TestCompiledMacros(t *testing.T) {
	for _, d := range []string{"SAFETY", "NP", "MEMLIM=500", "BITSTATE", "VECTORSZ=4096", "COLLAPSE", "BFS", "NOFAIR",
		"NFAIR=3", "NOREDUCE", "MA=40", "HC4", "NOCLAIM", "NOCOMP", "REACH", "NCORE=2", "BFS_PAR", "XUSAFE", "SPACE",
		"FULLSTACK", "NOBOUNDCHECK", "T_RAND", "RANDOMIZE=3", "VERBOSE", "MEMCNT=29"} {
		_, _, errs := gospin(t, "verify good.pml -D"+d)
		name, _, _ := strings.Cut(d, "=")
		require.Regexp(t, "^note: -D"+name+" defines a macro of the model; [-a-z].{10,}\n$", errs)
	}
	_, _, errs := gospin(t, "verify good.pml -DN=3")
	require.Empty(t, errs)
}
