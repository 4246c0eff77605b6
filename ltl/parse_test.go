package ltl

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"p", "p"},
		{"[] p U q", "([] p) U q"},
		{"! a U b", "!a U b"},
		{"p U q U r", "(p U q) U r"},
		{"a -> b -> c", "(a -> b) -> c"},
		{"a && b || c", "(a && b) || c"},
		{"a || b && c", "a || (b && c)"},
		{"a && b U c", "a && (b U c)"},
		{"a -> b && c", "a -> (b && c)"},
		{"a U b V c W d", "((a U b) V c) W d"},
		{"[] (x == 0)", "[] (x == 0)"},
		{"x == 0 U y > 1+2*3", "(x == 0) U (y > 1+2*3)"},
		{"always (p implies eventually q)", "[] (p -> (<> q))"},
		{"a until b weakuntil c release d", "((a U b) W c) V d"},
		{"not a equivalent next b", "!a <-> (X b)"},
		{`a /\ b \/ c`, "(a && b) || c"},
		{"true && 1 || false", "(true && true) || false"},
		{"0 U p", "false U p"},
		{"[] !P[1]@lab", "[] !(P[1]@lab)"},
		{"P[i+1]@X && p:x && P[0]:a[2].f == 3", "((P[i+1]@X) && (p:x)) && (P[0]:a[2].f == 3)"},
		{"[] (len(q) == 0)", "[] (len(q) == 0)"},
		{"<> q?[m] && q??[m, eval(x)] && c?[m(1,2)]", "((<> (q?[m])) && (q??[m, eval(x)])) && (c?[m(1,2)])"},
		{"(p && q) == r", "((p && q) == r)"},
		{"((p)) || (q)", "p || q"},
		{"[] ((a -> 1 : 2) == x)", "[] ((a -> 1 : 2) == x)"},
		{"!x == 0", "(!x == 0)"},
		{"-x < ~y", "(-x < ~y)"},
		{"a.b[1].c && 'a' == x", "(a.b[1].c) && ('a' == x)"},
		{"x==0 U x == 0", "(x==0) U (x==0)"},
		{"a <-> b", "a <-> b"},
		{"[]<>p", "[] (<> p)"},
		{"enabled(1) && np_ && timeout", "((enabled(1)) && np_) && timeout"},
	} {
		f, atoms, err := Parse(c.in)
		require.NoError(t, err, c.in)
		require.Equal(t, c.want, f.Text(atoms), c.in)
		again, atoms2, err := Parse(f.Text(atoms))
		require.NoError(t, err, c.in)
		require.Equal(t, f, again, c.in)
		require.Equal(t, atoms, atoms2, c.in)
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		in        string
		column    int
		msg, hint string
	}{
		{"[] x == 0", 1, "[] binds more tightly than ==", "write [] (x == 0)"},
		{"p && [] <> x+1 > 2", 6, "[] binds more tightly than +", "write [] <> (x+1 > 2)"},
		{"! <> x < 3", 1, "! binds more tightly than <", "write ! <> (x < 3)"},
		{"always x == 0", 1, "always binds more tightly than ==", "write always (x == 0)"},
		{"(p U q) == 1", 9, "== cannot stand between temporal formulas", ""},
		{"1 == [] p", 3, "== cannot stand between temporal formulas", ""},
		{"[] p & <> q", 6, "& cannot stand between temporal formulas", "the operators of logic are && and ||"},
		{"", 1, "the formula is empty", "such as [] (p -> <> q)"},
		{"p U", 4, "the formula ends too early", ""},
		{"p ) q", 3, "unexpected )", ""},
		{"(p && q", 1, "this ( is not closed", ""},
		{"G p", 3, "unexpected p", "always is written []"},
		{"p R q", 3, "unexpected R", "release is written V"},
		{"x = 1", 3, "= assigns: a formula only looks at states", "equality is ==, implication is ->"},
		{"<> x++", 5, "++ assigns: a formula only looks at states", ""},
		{"q?m", 2, "a receive has a side effect: a formula only looks at states", "c?[m] asks whether m could be received"},
		{"run P()", 1, "run has a side effect: a formula only looks at states", ""},
		{"a[[] p]", 3, "a temporal formula cannot be part of an expression", ""},
		{"len q", 5, "( expected after len, not q", ""},
		{"p && ü", 6, "unexpected ü", ""},
		{"P@1", 3, "a name expected after @, not 1", ""},
		{strings.Repeat("(", 5000), 501, "the formula is nested more than 1000 deep", ""},
	} {
		_, _, err := Parse(c.in)
		var e *Error
		require.True(t, errors.As(err, &e), c.in)
		require.Equal(t, c.msg, e.Msg, c.in)
		require.Equal(t, c.hint, e.Hint, c.in)
		require.Equal(t, c.column, e.Column, c.in)
	}
}

func TestCaret(t *testing.T) {
	_, _, err := Parse("p &&\n\tq ! r")
	var e *Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, "\tq ! r\n\t  ^", e.Caret())
	require.Equal(t, "formula, column 9: unexpected !", e.Error())
}

// formulas reads a list of formulas in testdata.
func formulas(t testing.TB, name string) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	var out []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"[] (p -> <> q)", "[] x == 0", "P[1]@lab U p:x", "q?[m] && c??[m(1)]", "(a -> 1 : 2) == x", "((0 -> 0 : 0))", "'a' == x", "(((",
		"!(!p)", "!(!(!p))"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		x, atoms, err := Parse(in)
		if err != nil {
			var e *Error
			require.ErrorAs(t, err, &e)
			require.GreaterOrEqual(t, e.Column, 1)
			require.LessOrEqual(t, e.Column, len(in)+1)
			require.Contains(t, e.Caret(), "^")
			return
		}
		again, atoms2, err := Parse(x.Text(atoms))
		require.NoError(t, err)
		require.Equal(t, x.Text(atoms), again.Text(atoms2))
	})
}
