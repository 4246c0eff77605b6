package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSweepFlags(t *testing.T) {
	for _, c := range []struct {
		line string
		code int
		out  string // among what is printed
	}{
		{"verify -pan -sweep x good.pml", 0, "sweep: 1 sweep, 4 nodes, peak 3, 0 persistent, 0 regress edges, 2 progress"},
		{"verify -pan -sweep=x m.pml", 1, "pan: wrote m.pml.trail"},
		{"verify -pan -sweep auto good.pml", 0, "1 sweep"},
		{"verify -pan -sweep y good.pml", 2, "-sweep:1:1: error: undeclared variable: y\ny\n^\n"},
		{"verify -pan -sweep x, good.pml", 2, "-sweep:2:1: error: an expression expected"},
		{"verify -pan -sweep 4 good.pml", 0, "-sweep:1:1: warning: the expression is the same in all states"},
		{"verify -pan -sweep x -m 10 good.pml", 2, "-sweep and -m exclude each other"},
		{"verify -pan -sweep x -bitstate good.pml", 2, "-sweep and -bitstate exclude each other"},
		{"verify -pan -sweep x -workers 2 good.pml", 2, "-sweep and -workers exclude each other"},
		{"verify -pan -sweep x -a good.pml", 2, "-sweep and -a exclude each other"},
		{"inspect -progress good.pml", 0, "x: 2 values, only ever counted up"},
	} {
		code, out, errs := gospin(t, c.line)
		require.Equal(t, c.code, code, "%s: %s", c.line, errs)
		require.Contains(t, out+errs, c.out, c.line)
	}
}
