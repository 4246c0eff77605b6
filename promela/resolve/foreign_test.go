package resolve

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/diag"
)

// TestOtherLanguages: for C syntax, the hint is the Promela syntax with the same condition.
func TestOtherLanguages(t *testing.T) {
	for text, want := range map[string][2]string{
		"while (x<3 && (x > 0)) { x++ }": {"Promela has no while",
			"do :: x<3 && (x > 0) -> ... :: else -> break od"},
		"while x { x++ }":      {"Promela has no while", "do :: condition -> ... :: else -> break od"},
		"switch (x) { }":       {"Promela has no switch", "if :: x == 1 -> ... :: x == 2 -> ... :: else -> ... fi"},
		"if (x==0) { x++ }":    {":: expected after if, not '('", "write if :: x==0 -> ... :: else -> ... fi"},
		"do { x++ } while (x)": {":: expected after do, not '{'", "write do :: ... od, with break where the loop ends"},
		"if :: x -> x++ else -> x-- fi": {"; or -> expected before 'else'",
			"an option begins with :: as in :: else -> ..."},
		"x += 1":                            {"an expression expected, not '='", "write x = x + ..."},
		"for (x = 0; x < 3; x++) { skip }":  {": expected after 'x', not '='", "write for (x : 0 .. 2) { ... }"},
		"for (x = 1; x <= y; x++) { skip }": {": expected after 'x', not '='", "write for (x : 1 .. y) { ... }"},
		"for (x = 1; x < y; x++) { skip }":  {": expected after 'x', not '='", "write for (x : 1 .. y - 1) { ... }"},
		"for (x = f; g) { skip }":           {": expected after 'x', not '='", "write for (x : f .. N) { ... }"},
	} {
		_, err := ParseString(t.Context(), "m.pml", "byte x, y;\ninit { "+text+" }\n", Options{})
		var list diag.List
		require.ErrorAs(t, err, &list, text)
		require.Equal(t, want, [2]string{list[0].Msg, list[0].Hint}, text)
	}
	_, err := ParseString(t.Context(), "m.pml", "byte é;\ninit { é = 1; é = ü }\n", Options{})
	var list diag.List
	require.ErrorAs(t, err, &list)
	require.Len(t, list, 2, "each character once")
}
