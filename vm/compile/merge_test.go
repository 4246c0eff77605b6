package compile_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/vm/compile"
)

// TestMergedProgramsTellAll: the listing shows merged statements, and accesses include them and resets.
func TestMergedProgramsTellAll(t *testing.T) {
	const text = `byte g; chan q = [1] of { byte };
active proctype P() {
	byte x, y;
	q!2 -> x = 1;
	y = x + 1;
	g == y -> y = 7;
	do :: g++ :: x = 3; x > 2 -> break od
}`
	o := compile.Options{Merge: true, Dataflow: true, DropUnread: true}
	var b strings.Builder
	p := program(t, text, o)
	p.WriteAutomata(&b)
	require.Contains(t, b.String(), "=> x = 1; y = (x+1)\n")
	b.Reset()
	p.WriteCode(&b)
	require.Contains(t, b.String(), "P, state 3, y = (x+1); may block\n", "it is never there")
	require.Contains(t, b.String(), "P, state 2, x = 1; y = (x+1); effect reads x, writes x y\n")
	require.Contains(t, b.String(), "P, state 4, ((g==y)); may block; guard reads g y; effect writes y\n")

	o.Own = true
	b.Reset()
	p = program(t, text, o)
	p.WriteAutomata(&b)
	require.Contains(t, b.String(), "=> q!2; x = 1; y = (x+1)\n")
}
