package resolve

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela"
	"gospin/promela/diag"
)

const measured = `#define PROGRESS got, max - n
#define LEFT (max - n)
byte got, n, a[3]; byte max = 7; hidden byte h;
typedef T { byte f; byte g[2] }; T t[2];
chan q = [2] of { byte };
active [2] proctype p() { byte x; L: x++; q!x }
`

func measure(text string) (*promela.Model, error) {
	return ParseString(context.Background(), "m.pml", measured, Options{Measures: []Measure{{"-flag", text}}})
}

func TestMeasures(t *testing.T) {
	for text, want := range map[string][]string{
		"got":                       {"got"},
		"PROGRESS":                  {"got", "(max-n)"},
		"LEFT, a[n]":                {"(max-n)", "a[n]"},
		"p[1]:x, p@L,len(q)":        {"p[1]:x", "p@L", "len(q)"},
		"(got -> 1 : n), t[1].g[0]": {"( (got) -> (1) : (n) )", "t[1].g[0]"},
		"_nr_pr\n+ 1":               {"(_nr_pr+1)"},
		"got && !n":                 {"got&&!(n)"},
		"q?[3]":                     {"q?[3]"},
	} {
		m, err := measure(text)
		require.NoError(t, err, text)
		var got []string
		for _, x := range m.Measures[0].Parts {
			got = append(got, promela.ExprText(x))
		}
		require.Equal(t, want, got, text)
		require.Empty(t, m.LTL)
		require.Empty(t, m.Remote, "%s: the model depends on what is asked of it", text)
		require.Empty(t, m.Warnings, text)
	}
}

func TestWrongMeasures(t *testing.T) {
	for _, c := range []struct{ text, want, hint string }{
		{"gto", "-flag:1:1: error: undeclared variable: gto", `did you mean "got"?`},
		{"got, 2 * (gto)", "-flag:1:11: error: undeclared variable: gto", `did you mean "got"?`},
		{"", "-flag:2:1: error: an expression expected", ""},
		{"got,,n", "-flag:1:5: error: an expression expected", ""},
		{"got +", "-flag:2:1: error: the expression does not end", ""},
		{"got n", "-flag:1:5: error: an operator or a comma expected before 'n'", ""},
		{"got; n", "-flag:1:4: error: ';' cannot stand in an expression", "expressions are separated by commas"},
		{"n /* x", "-flag:1:3: error: '/' cannot stand", ""},
		{"n }", "-flag:1:3: error: '}' cannot stand", ""},
		{"n + timeout", "-flag:1:5: error: timeout is nothing", ""},
		{"enabled(1)", "-flag:1:1: error: enabled(...) is nothing", ""},
		{"np_", "-flag:1:1: error: np_ is for never claims", ""},
		{"run p()", "-flag:1:1: error: run has a side effect", ""},
		{"_last", "-flag:1:1: error: _last is not used", ""},
		{"_pid", "-flag:1:1: error: _pid belongs to a process", "name one: proctype[pid]:variable"},
		{"h", "-flag:1:1: error: 'h' is hidden", "declare it without hidden"},
		{"get_priority(0)", "-flag:1:1: error: the model has no priorities", ""},
		{"p@M", "-flag:1:1: error: proctype p has no label M", ""},
		{"p:y", "-flag:1:3: error: proctype p has no variable y", ""},
		{"<> n", "-flag:1:1: error: an expression expected, not '<'", ""},
	} {
		_, err := measure(c.text)
		require.ErrorContains(t, err, c.want, c.text)
		var list diag.List
		require.ErrorAs(t, err, &list)
		if c.hint != "" {
			require.Equal(t, c.hint, list[0].Hint, c.text)
		}
	}
}

func TestConstantMeasures(t *testing.T) {
	m, err := measure("got, 3 == 3")
	require.NoError(t, err)
	require.Len(t, m.Warnings, 1)
	require.Equal(t, "-flag:1:6: warning: the expression is the same in all states", m.Warnings[0].String())
}
