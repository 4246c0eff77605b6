package main

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const ctlModel = "byte x; active proctype P() { do :: x < 3 -> x++ :: x > 0 -> x-- od }\n" +
	"active proctype Q() { (x == 3) -> do :: skip od }\nltl p { [] (x < 9) }\n"

// besideCTL writes the model to a directory, goes there, and runs words of a line and further arguments.
func besideCTL(t *testing.T) func(line string, more ...string) (code int, out, errs string) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("c.pml", []byte(ctlModel), 0o600))
	return func(line string, more ...string) (int, string, string) {
		var o, e bytes.Buffer
		code := run(slices.Concat([]string{"gospin"}, strings.Fields(line), more), nil, &o, &e)
		return code, o.String(), e.String()
	}
}

// TestFormulasOfCTL are checked in one go, with the verdicts, exit codes and trails of other properties.
func TestFormulasOfCTL(t *testing.T) {
	gospin := besideCTL(t)
	for _, c := range []struct {
		formula, says string
		exit          int
		trail         bool
	}{
		{"AG (EF (x == 0))", "AG (EF (x == 0)): holds\nverdict: holds\n", 0, false},
		{"AG (x < 3)", "AG (x < 3): violated: a run shows why, trail in c.pml.trail\n" +
			"\treplay: gospin replay c.pml\nverdict: violated\n", 1, true},
		{"AF (x == 3)", "AF (x == 3): violated: a run shows why, trail in c.pml.trail\n", 1, true},
		{"EF (x == 4)", "EF (x == 4): violated: no single run shows it\nverdict: violated\n", 1, false},
	} {
		_ = os.Remove("c.pml.trail")
		code, out, errs := gospin("verify -pan -ctl", c.formula, "c.pml")
		require.Equal(t, c.exit, code, errs)
		require.Contains(t, out, "\ngraph: 36 edges, ")
		require.Contains(t, out, "reductions: none (formulas of CTL are about every step)\n")
		require.Contains(t, out, c.says)
		_, err := os.Stat("c.pml.trail")
		require.Equal(t, c.trail, err == nil, c.formula)
		if c.trail {
			code, _, errs := gospin("replay c.pml")
			require.Equal(t, 0, code, errs)
		}
	}
	code, out, _ := gospin("verify -pan -sweep x -ctl", "EF (x == 2)", "-ctl", "AG (x < 2)", "c.pml")
	require.Equal(t, 1, code)
	require.Contains(t, out, "EF (x == 2): holds\nAG (x < 2): violated")
	require.Contains(t, out, "sweep: ")
	code, out, _ = gospin("verify -pan -states 9 -ctl", "EF (x == 2)", "c.pml")
	require.Equal(t, 3, code)
	require.Contains(t, out, "EF (x == 2): inconclusive: the graph is not whole: state limit reached")
	code, _, errs := gospin("verify -pan -graph c.graph -ctl", "EF (x == 2)", "c.pml")
	require.Equal(t, 0, code, errs)
	require.FileExists(t, "c.graph")
}

// TestFormulasOfCTLThatAreRefused are shown, and so are flags that do not go with them.
func TestFormulasOfCTLThatAreRefused(t *testing.T) {
	gospin := besideCTL(t)
	for _, c := range []struct{ flags, formula, want string }{
		{"", "AG (x <", "formula:1:4: error: the parenthesis is not closed\nAG (x <\n   ^\n"},
		{"", "AG (y < 3)", "formula:1:5: error: undeclared variable: y\nAG (y < 3)\n    ^\n"},
		{"-bitstate", "EF (x == 2)", "-ctl and -bitstate exclude each other"},
		{"-hc", "EF (x == 2)", "-ctl and -hc exclude each other"},
		{"-compress=tree", "EF (x == 2)", "-ctl and -compress=tree exclude each other"},
		{"-f", "EF (x == 2)", "-ctl and -f exclude each other"},
		{"-l", "EF (x == 2)", "-ctl and -l exclude each other"},
		{"-m 100", "EF (x == 2)", "-ctl and -m exclude each other"},
		{"-order=bfs", "EF (x == 2)", "-ctl and -order=bfs exclude each other"},
		{"-cache 10", "EF (x == 2)", "-ctl and -cache exclude each other"},
		{"-only=p", "EF (x == 2)", "-ctl and -only=p exclude each other: a formula of CTL has a search of its own; " +
			"leave one of them out"},
		{"-workers=2", "EF (x == 2)", "-ctl and -workers exclude each other"},
	} {
		code, out, errs := gospin("verify "+c.flags+" -ctl", c.formula, "c.pml")
		require.Equal(t, 2, code, c.flags)
		require.Empty(t, out)
		require.Contains(t, errs, c.want)
	}
}
