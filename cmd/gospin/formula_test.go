package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

const counts = `byte x;
#define low (x < 3)
#define top x == 3
active proctype P() { byte k; do :: x < 3 -> x++ :: x == 3 -> Z: x = 0 od }
ltl safe { [] (x <= 3) }
`

// TestFormulaOnTheCommandLine: its atoms are the model's, its errors have a caret.
func TestFormulaOnTheCommandLine(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(counts), 0o644))
	for _, c := range []struct {
		formula, want string
		code          int
	}{
		{"[] <> (x == 0)", "never claim         \t+ ([] <> (x == 0))", 0},
		{`[] low \/ <> !low`, "errors: 0", 0},
		{"[] (low -> <> P@Z)", "errors: 0", 0},
		{"[] (P[0]:k == 0)", "errors: 0", 0},
		{"[] low", "formula violated (at depth ", 1},
		{"<> (top)", "errors: 0", 0},
		{"safe", "never claim         \t+ (safe)", 0},
		{"<> top", "formula:1:1: error: <> binds more tightly than ==\n<> top\n^\nhint: write <> (x==3)\n" +
			"m.pml:3:9: note: in expansion of macro \"top\"\n", 2},
		{"[] low && hgih", "formula:1:11: error: undeclared variable: hgih\n[] low && hgih\n          ^\n", 2},
		{"<> P@Y", "formula:1:4: error: proctype P has no label Y\n<> P@Y\n   ^\n", 2},
		{"low U", "formula:1:6: error: the formula ends too early\nlow U\n     ^\n", 2},
		{"x = 1", "formula:1:3: error: = assigns: a formula only looks at states\nx = 1\n  ^\n" +
			"hint: equality is ==, implication is ->\n", 2},
		{"low } init { skip", "formula:1:5: error: unexpected }\nlow } init { skip\n    ^\n", 2},
		{"", "formula:1:1: error: the formula is empty\nhint: such as [] (p -> <> q)\n", 2},
		{"saef", "gospin: no property \"saef\" (did you mean \"safe\"?): there are safety, assertions, end-states, claims, overflow, safe\n", 2},
	} {
		var o, e bytes.Buffer
		code := run([]string{"gospin", "verify", "-pan", "m.pml", "-n", "-ltl", c.formula}, nil, &o, &e)
		require.Equal(t, c.code, code, "%s\n%s%s", c.formula, o.String(), e.String())
		if c.code == 2 {
			require.Equal(t, c.want, e.String(), c.formula)
		} else {
			require.Contains(t, o.String(), c.want, c.formula)
		}
	}
}
