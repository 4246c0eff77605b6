package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const response = `never  {    /* [] (p -> <> q) */
accept_init:
	do
	:: (!p || q) -> goto accept_init
	:: (1) -> goto T0_S1
	od;
T0_S1:
	do
	:: (q) -> goto accept_init
	:: (1) -> goto T0_S1
	od;
}
`

func TestLTL(t *testing.T) {
	code, out, errs := gospin(t, "ltl [] (p -> <> q)")
	require.Equal(t, "", errs)
	require.Equal(t, 0, code)
	require.Equal(t, response, out)
}

func TestLTLNegate(t *testing.T) {
	_, want, _ := gospin(t, "ltl !( [] (p -> <> q) )")
	code, out, _ := gospin(t, "ltl -negate [] (p -> <> q)")
	require.Equal(t, 0, code)
	require.Contains(t, out, "/* !([] (p -> <> q)) */")
	_, states, _ := strings.Cut(out, "*/")
	_, wanted, _ := strings.Cut(want, "*/")
	require.Equal(t, wanted, states)
}

func TestLTLErrors(t *testing.T) {
	for line, want := range map[string]string{
		"ltl [] x == 0": "formula:1:1: error: [] binds more tightly than ==\n" +
			"[] x == 0\n^\nhint: write [] (x == 0)\n",
		"ltl p U":          "formula:1:4: error: the formula ends too early\np U\n   ^\n",
		"ltl":              "gospin: ltl takes a formula, such as '[] (p -> <> q)'\n",
		"ltl -dot -json p": "gospin: -dot and -json exclude each other\n",
		"-f p":             "gospin: -f: use gospin ltl 'FORMULA'\n",
	} {
		code, out, errs := gospin(t, line)
		require.Equal(t, 2, code, line)
		require.Equal(t, strings.Contains(line, "-json"), strings.HasPrefix(out, `{"version":`), line)
		require.Equal(t, want, errs, line)
	}
}

func TestLTLForms(t *testing.T) {
	_, out, _ := gospin(t, "ltl -dot <> p")
	require.Contains(t, out, "digraph {")
	_, out, _ = gospin(t, "ltl -json p U !q")
	var a automatonJSON
	require.NoError(t, json.Unmarshal([]byte(out), &a))
	require.Equal(t, automatonJSON{
		Formula: "p U !q", StutterInvariant: true, Atoms: []string{"p", "q"},
		States: []stateJSON{
			{Edges: []edgeJSON{{"(p)", [][]int{{1}}, 0}, {"(!q)", [][]int{{-2}}, 1}}},
			{Accepting: true, Edges: []edgeJSON{{"(1)", [][]int{{}}, 1}}},
		},
	}, a)
}
