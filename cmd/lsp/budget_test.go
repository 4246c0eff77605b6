package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestATextThatExpandsHugely: such a text is an error, and the next edit is processed normally.
func TestATextThatExpandsHugely(t *testing.T) {
	var b strings.Builder
	b.WriteString("byte x;\ninline L0() { x = 1; x = 2 }\n")
	for i := 1; i < 9; i++ {
		fmt.Fprintf(&b, "inline L%d() { %s }\n", i, strings.Repeat(fmt.Sprintf("L%d(); ", i-1), 10))
	}
	c := connect(t, b.String()+"init { L8() }\n")
	first := c.diagnostics(1)
	require.Len(t, first, 1)
	require.Regexp(t, "inlines expand to more than|out of time", first[0].Message)
	c.change(2, nil, "byte x; init { x = y }\n")
	again := c.diagnostics(2)
	require.Len(t, again, 1)
	require.Contains(t, again[0].Message, "y")
}
