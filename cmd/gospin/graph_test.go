package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// walks is a model of a counter that goes round until it ends, and of a process that meets it once.
const walks = `byte x; bool done, met; hidden byte scratch;
chan c = [0] of { bit };
#define low (x < 3)
active proctype P() {
	do :: x < 3 -> x++ :: x == 3 -> Z: x = 0 :: x == 2 -> done = true; break od;
	c!1
}
active proctype Q() {
	byte k;
	do :: k < N -> atomic { k++; if :: k = k :: skip fi } :: k == N -> break od;
	k = 0; c?1; met = true; d_step { scratch = 1; scratch = 0 }
}
`

// graphOf writes models and their graphs to a directory, and goes there.
func graphOf(t *testing.T) func(args ...string) (code int, out, errs string) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"w.pml": walks, "good.pml": good, "wrong.pml": wrong,
		"stuck.pml": "chan c = [0] of { bit }; byte x; active proctype P() { x = 1; c!1 }",
		"crash.pml": "byte x; active proctype P() { do :: x < 3 -> x++ :: x = 1 / (3 - x) od }",
		"q.pml":     "chan q = [1] of { byte, byte }; active proctype P() { q!1,2 }",
		"ltl.pml":   good + "\nltl safe { [] (x < 2) }",
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
	run := func(args ...string) (int, string, string) {
		var o, e bytes.Buffer
		code := run(append([]string{"gospin"}, args...), nil, &o, &e)
		return code, o.String(), e.String()
	}
	code, _, errs := run("graph", "-DN=2", "w.pml")
	require.Zero(t, code, errs)
	return run
}

// TestGraphs: what the commands say and how they end.
func TestGraphs(t *testing.T) {
	gospin := graphOf(t)
	require.NoError(t, os.WriteFile("cut.g", must(os.ReadFile("w.pml.graph"))[:300], 0o644))
	require.NoError(t, os.WriteFile("walk", []byte(good), 0o644))
	for _, c := range []struct {
		line string // words; _ stands for a blank
		code int
		want string
	}{
		{"graph good.pml", 0, "wrote good.pml.graph: 4 nodes, 3 edges, 3 moves, "},
		{"graph good.pml -o g.g -ctl AG_(x<2) -ltl <>_(x==1)", 0, "conditions of each node: (x<2), x==1\n"},
		{"graph walk", 0, "wrote walk.graph: 4 nodes"},
		{"graph wrong.pml", 0, "errors of the model: 1; assertion violated (x==1), trail in wrong.pml.trail\n"},
		{"graph walk wrong.pml.graph wrong.pml", 1, "first: assertion violated (x==1), trail in wrong.pml.trail\n"},
		{"graph stuck.pml", 0, "errors of the model: 1; invalid end state, trail in stuck.pml.trail\n"},
		{"graph walk stuck.pml.graph stuck.pml", 1, "errors: 1, of these invalid end states: 1\n"},
		{"graph crash.pml", 0, "errors of the model: 1; "},
		{"graph check crash.pml.graph crash.pml -ltl []_(x<4)", 3, "inconclusive (1 run-time errors ended moves: "},
		{"graph check crash.pml.graph crash.pml -ltl []_(x<3)", 1, "ltl [] (x<3): violated\n"},
		{"graph w.pml -DN=2 -states 9 -o part.g", 3, "not whole: state limit reached: give more with -states\n"},
		{"graph check part.g.partial w.pml -DN=2 -ctl AG_low", 3, "inconclusive (the graph is not whole: state limit reached: give more with -states)"},
		{"graph check part.g.partial w.pml -DN=2 -ltl []_true", 3, "inconclusive (the graph is not whole: state limit reached: give more with -states)"},
		{"graph stat part.g.partial", 0, "not whole:             state limit reached: give more with -states; "},
		{"graph walk w.pml.graph w.pml -DN=2", 0, "errors: 0, of these invalid end states: 0\n"},
		{"graph walk -check w.pml.graph w.pml -DN=2", 0, "every state made again is that of its number; they are "},
		{"graph check w.pml.graph w.pml -DN=2 -ctl AG_EF_done", 0, "no single run shows it\n"},
		{"graph check w.pml.graph w.pml -DN=2 -ctl AF_met", 1, "a run shows why, in w.pml.trail\n" +
			"\treplay: gospin replay -DN=2 w.pml\n"},
		{"graph check w.pml.graph w.pml -DN=2 -ctl EF_(met&&done)", 0, "a run shows why it holds, in w.pml.trail\n"},
		{"graph check w.pml.graph w.pml -DN=2 -ltl []_(met->done)", 0, "ltl [] (met->done): holds\n"},
		{"graph check w.pml.graph w.pml -DN=2 -ltl <>_done", 1, "a run that the formula forbids, in w.pml.trail\n"},
		{"graph check w.pml.graph w.pml -DN=2 -ctl EF_P@Z -k t.trail", 0, "in t.trail\n"},
		{"graph q.pml -o q.g -ctl EF_(q?[1,2])", 0, "conditions of each node: (q?[1,2])\n"},
		{"graph export w.pml.graph", 0, "digraph \"w.pml\" {\n"},
		{"graph export -format aut w.pml.graph w.pml -DN=2", 0, "(0, \"Q(1): k < N\", 1)\n"},
		{"graph export -format csv w.pml.graph", 0, "from,move,to\n0,p1.t"},
		{"graph stat w.pml.graph", 0, " bits an edge; its move and target take "},
		{"verify -pan good.pml -graph v.g", 0, "\ngraph: 3 edges, 3 moves, "},
		{"verify -pan wrong.pml -graph v.g", 1, "verdict: violated"},
		{"graph stat v.g.partial", 0, "not whole:             the search ended at an error: -c0 goes on; "},

		{"graph", 2, "gospin: graph takes one model, not 0; or begins with walk, check, export or stat\n"},
		{"graph check", 2, "gospin: graph check takes the file of a graph, and its model, not 0 arguments\n"},
		{"graph stat", 2, "gospin: graph stat takes the file of a graph, not 0 arguments\n"},
		{"graph check w.pml.graph w.pml -DN=2", 2, "gospin: graph check takes a formula: -ctl FORMULA or -ltl FORMULA\n"},
		{"graph check w.pml.graph w.pml -DN=2 -f -ltl <>_done", 2, "gospin: graph check knows no fairness: gospin verify -f"},
		{"graph good.pml -o good.pml", 2, "gospin: a graph in good.pml would overwrite the model\n"},
		{"graph good.pml -format dot", 2, "gospin: graph has no use for -format\n"},
		{"graph walk w.pml.graph w.pml -ctl done", 2, "gospin: graph walk has no use for -ctl\n"},
		{"graph check w.pml.graph w.pml -DN=2 -ltl !low -ctl EF_done -ctl EX_low -k t.trail", 1, "in t1.trail\n"},
		{"graph export w.pml.graph -format svg", 2, "gospin: unknown format \"svg\": there are dot, aut, json, csv\n"},
		{"graph export w.pml.graph -o w.pml.graph", 2, "gospin: -o w.pml.graph would overwrite what is read\n"},
		{"graph walk good.pml good.pml", 2, "gospin: good.pml: not a graph as gospin graph writes it: it begins otherwise\n"},
		{"graph stat cut.g", 2, "gospin: cut.g: the file is cut short: its writer was ended, or the end is lost; there "},
		{"graph walk w.pml.graph w.pml -DN=3", 2, "gospin: w.pml.graph is a graph of another model: it was built with " +
			"gospin graph w.pml -DN=2, and the model or its macros have changed\n"},
		{"graph walk w.pml.graph good.pml", 2, "gospin: w.pml.graph is a graph of another model"},
		{"graph nosuch.pml", 2, "nosuch.pml"},
		{"verify -pan ltl.pml -graph v.g", 2, "is about its runs: leave claims out with -only=safety or -noclaim"},
		{"verify -pan good.pml -graph v.g -bitstate", 2, "gospin: -graph and -bitstate exclude each other"},
		{"verify -pan good.pml -graph good.pml", 2, "gospin: a graph in good.pml would overwrite the model\n"},
	} {
		args := strings.Fields(c.line)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "_", " ")
		}
		code, out, errs := gospin(args...)
		require.Equal(t, c.code, code, "%s\n%s%s", c.line, out, errs)
		if c.code == 2 {
			out = errs
		}
		require.Contains(t, out, c.want, c.line)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestGraphFormulasHaveAPlace: what is wrong with a formula of CTL, or with a condition in it.
func TestGraphFormulasHaveAPlace(t *testing.T) {
	gospin := graphOf(t)
	for formula, want := range map[string]string{
		"AG dnoe": "formula:1:4: error: undeclared variable: dnoe\nAG dnoe\n   ^\nhint: did you mean \"done\"?\n",
		"EF (low && (x == y))": "formula:1:18: error: undeclared variable: y\n" +
			"EF (low && (x == y))\n                 ^\n",
		"AG x < 3": "formula:1:6: error: a condition that is not a name stands without parentheses\nAG x < 3\n" +
			"     ^\nhint: write conditions in parentheses: (x == 0)\n",
		"AG [] low": "formula:1:4: error: [] is an operator of LTL: -ltl checks such formulas\n",
		"AF (timeout)": "formula:1:5: error: timeout is nothing that a state has\nAF (timeout)\n    ^\n" +
			"hint: an expression over states depends on what is stored of them\n",
		"AG (scratch == 0)": "formula:1:5: error: 'scratch' is hidden, so no state has it\n",
		"EF P@Y":            "formula:1:4: error: proctype P has no label Y\nEF P@Y\n   ^\n",
		"EF (P@Y)":          "formula:1:5: error: proctype P has no label Y\nEF (P@Y)\n    ^\n",
		"EF (x ==)":         "formula:1:9: error: ",
		"EF fair":           "hint: verify -f -ltl FORMULA looks for fair runs\n",
	} {
		code, _, errs := gospin("graph", "check", "w.pml.graph", "w.pml", "-DN=2", "-ctl", formula)
		require.Equal(t, 2, code, formula)
		require.Contains(t, errs, want, formula)
	}
	code, _, errs := gospin("graph", "check", "w.pml.graph", "w.pml", "-DN=2", "-ltl", "[] (x < zz)")
	require.Equal(t, 2, code)
	require.Contains(t, errs, "formula:1:9: error: undeclared variable: zz\n[] (x < zz)\n        ^\n")
	code, _, errs = gospin("graph", "check", "w.pml.graph", "w.pml", "-DN=2", "-ltl", "[] x == 0")
	require.Equal(t, 2, code)
	require.Contains(t, errs, "[] binds more tightly than ==")
}

// TestGraphTrails: a run of the graph is followed by replay, up to where the formula says.
func TestGraphTrails(t *testing.T) {
	gospin := graphOf(t)
	code, _, _ := gospin("graph", "check", "w.pml.graph", "w.pml", "-DN=2", "-ctl", "EF (met && x == 2)")
	require.Zero(t, code)
	code, out, errs := gospin("replay", "-DN=2", "-p", "-g", "w.pml")
	require.Zero(t, code, errs)
	require.Contains(t, out, "met = 1")
	code, _, _ = gospin("graph", "check", "w.pml.graph", "w.pml", "-DN=2", "-ltl", "<> done")
	require.Equal(t, 1, code)
	code, out, errs = gospin("replay", "-DN=2", "-p", "w.pml")
	require.Zero(t, code, errs)
	require.Contains(t, out, "<<<<<START OF CYCLE>>>>>")
}

// TestGraphJSON: what is printed as JSON can be read again.
func TestGraphJSON(t *testing.T) {
	gospin := graphOf(t)
	for _, line := range []string{
		"graph good.pml -json", "graph stat w.pml.graph -json", "graph walk w.pml.graph w.pml -DN=2 -json -check",
		"graph check w.pml.graph w.pml -DN=2 -ctl EF_done -json", "graph export -format json w.pml.graph w.pml -DN=2",
	} {
		args := strings.Fields(line)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "_", " ")
		}
		code, out, errs := gospin(args...)
		require.Zero(t, code, errs)
		var v any
		require.NoError(t, json.Unmarshal([]byte(out), &v), line)
		if strings.Contains(line, "export") {
			g := v.(map[string]any)
			require.Len(t, g["nodes"], int(g["tail"].(map[string]any)["nodes"].(float64)))
		}
	}
	found, err := filepath.Glob("*.graph")
	require.NoError(t, err)
	require.Len(t, found, 2)
}

// TestNodesHaveVariables: with the model, a picture of a graph has what the variables hold in each node.
func TestNodesHaveVariables(t *testing.T) {
	t.Chdir(t.TempDir())
	const text = "mtype = { red, green }; mtype light = red; bool b[2]; chan c = [2] of { byte, mtype };\n" +
		"active proctype P() { byte k; c!7, light; light = green; k = 2; " +
		"b[k - 1] = true; c?k, light; assert(k == 7 && b[1]) }\n"
	require.NoError(t, os.WriteFile("m.pml", []byte(text), 0o600))
	commands(t, "graph m.pml")
	out, errs := commands(t, "graph export -format dot m.pml.graph m.pml")
	require.Empty(t, errs)
	require.Contains(t, out, `[label="0\nlight = red, b = [0, 0], c = []\nP(0): k = 0", penwidth=2]`)
	require.Contains(t, out, `\nlight = green, b = [0, 1], c = [7,red]\nP(0): k = 2"`)
	require.Contains(t, out, `[label="P(0): b[k - 1] = true"]`)
	out, _ = commands(t, "graph export -format dot m.pml.graph")
	require.NotContains(t, out, "light")
}
