package verifier_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/graph/query"
	"gospin/verifier/limit"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/thorough"
	"gospin/verifier/trail"
	"gospin/verifier/trail/story"
	"gospin/vm"
)

// built builds the graph of a model in a directory of the test's own.
func built(t *testing.T, o verifier.Options) *verifier.GraphBuilt {
	t.Helper()
	o.Graph = filepath.Join(t.TempDir(), "graph")
	r, err := verifier.BuildGraph(context.Background(), o)
	require.NoError(t, err)
	require.True(t, r.Complete, r.Reason)
	return r
}

// TestGraphsOfExamples: nodes are the states that pan stored, and edges its transitions but the first; made
// again by moves, states are those of their numbers. An edge takes at most 1.3 times what it must in the
// paper's theory; the file, which has no places of arrays, even without the places in theory.
func TestGraphsOfExamples(t *testing.T) {
	figures := regexp.MustCompile(`pan: stored=(\d+) matched=\d+ transitions=(\d+)`)
	names := thorough.Of([]string{"peterson", "snoopy"}, []string{"peterson", "leader", "potest", "snoopy"})
	if os.Getenv("GOSPIN_LONG") != "" {
		paths, err := filepath.Glob("../examples/*.pml")
		require.NoError(t, err)
		names = names[:0]
		for _, p := range paths {
			names = append(names, strings.TrimSuffix(filepath.Base(p), ".pml"))
		}
	}
	for _, name := range names {
		path := filepath.Join("..", "examples", name+".pml")
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		pan := figures.FindStringSubmatch(string(text))
		require.NotNil(t, pan, name)
		src := source.Source{Model: path}
		r := built(t, verifier.Options{Source: src})
		require.Equal(t, pan[1], strconv.FormatUint(r.Sweep.Nodes, 10), name)
		transitions, err := strconv.ParseUint(pan[2], 10, 64)
		require.NoError(t, err)
		require.Equal(t, transitions-1, r.Sweep.Edges, name)
		task := query.Task{File: r.File, Source: src}
		w, err := query.Walk(context.Background(), task, true)
		require.NoError(t, err, name)
		require.Equal(t, r.Sweep.Edges, w.Edges, name)
		require.EqualValues(t, r.Sweep.Nodes, w.Different, name)
		s, err := query.Stat(t.Context(), r.File)
		require.NoError(t, err)
		require.Less(t, s.Spread, 1.3*s.Least, name)
		require.Less(t, 8*float64(s.File), 1.3*float64(s.Fixed), name)
		require.Equal(t, s.Nodes, s.Reachable)
	}
}

// smallModels are examples with few states, and conditions on them.
var smallModels = []struct {
	name    string
	defines []string
	sweep   string // a measure that is not monotone
	atoms   []string
}{
	{"peterson", []string{"N=2"}, "", nil},
	{"phils", []string{"N=3"}, "", nil},
	{"leader", []string{"N=3"}, "", nil},
	{"sort", []string{"N=3"}, "", nil},
}

// randomLTL is a formula over some conditions.
func randomLTL(r *rand.Rand, depth int, atoms []string) string {
	if depth == 0 {
		return "(" + atoms[r.IntN(len(atoms))] + ")"
	}
	sub := func() string { return randomLTL(r, r.IntN(depth), atoms) }
	switch r.IntN(9) {
	case 0:
		return "! " + sub()
	case 1, 2:
		return "[] (" + sub() + ")"
	case 3, 4:
		return "<> (" + sub() + ")"
	case 5:
		return "((" + sub() + ") U (" + sub() + "))"
	case 6:
		return "((" + sub() + ") -> (" + sub() + "))"
	case 7:
		return "X (" + sub() + ")"
	}
	return "((" + sub() + ") && (" + sub() + "))"
}

// TestFormulasOverGraphs: the verdicts of LTL formulas are those of the search for runs, those of CTL that
// say the same agree, and the runs that are written can be followed.
func TestFormulasOverGraphs(t *testing.T) {
	violated := 0
	for i, m := range smallModels {
		text := must(os.ReadFile(filepath.Join("..", "examples", m.name+".pml")))
		path := filepath.Join(t.TempDir(), "m.pml")
		require.NoError(t, os.WriteFile(path, text, 0o600))
		src := source.Source{Model: path, Defines: m.defines}
		atoms := conditionsOf(t, src)
		for _, measure := range []string{"", atoms[0] + ", " + atoms[1]} {
			o := verifier.Options{Source: src}
			o.Sweep = measure
			g := built(t, o)
			for k := range thorough.Of(2, 13) {
				r := rand.New(rand.NewPCG(uint64(i), uint64(k)))
				f := randomLTL(r, 1+r.IntN(3), atoms)
				violated += compareVerdicts(t, g, src, f)
			}
		}
	}
	require.Greater(t, violated, thorough.Of(3, 20))
}

// conditionsOf finds conditions that are true in some states: of the model's first variables and processes.
func conditionsOf(t *testing.T, src source.Source) (atoms []string) {
	p, err := src.Program(t.Context(), source.Aim{})
	require.NoError(t, err)
	for _, f := range p.Layout.Fields {
		if !f.Hidden && len(atoms) < 3 && f.Name[0] != '_' {
			name := f.Name
			if f.Len > 1 {
				name += "[1]"
			}
			atoms = append(atoms, name+" > 0")
		}
	}
	return append(atoms, "_nr_pr > 3", "_nr_pr == 0")
}

// compareVerdicts compares what a graph says of a formula with what a search for runs says. 1: it is
// violated.
func compareVerdicts(t *testing.T, g *verifier.GraphBuilt, src source.Source, f string) int {
	ctx := context.Background()
	task := query.Task{File: g.File, Source: src, Trail: filepath.Join(t.TempDir(), "trail")}
	task.Formulas.LTL = []string{f}
	found, err := query.Check(ctx, task)
	require.NoError(t, err, f)
	o := verifier.Options{Source: src}
	o.Formulas, o.Only, o.Errors, o.NoAssert = []string{f}, []string{f}, 1, true
	plain, err := verifier.Run(ctx, o)
	require.NoError(t, err, f)
	require.Equal(t, plain.Verdict, found[0].Verdict, "%s of %v", f, src)
	if found[0].Verdict != report.Violated {
		return 0
	}
	p, err := src.Program(t.Context(), source.Aim{})
	require.NoError(t, err)
	tr, err := trail.ReadFile(task.Trail)
	require.NoError(t, err)
	for _, err := range story.Replay(vm.NewMachine(p), tr, story.Options{}) {
		require.NoError(t, err, f)
	}
	return 1
}

// TestGraphsOfMicroModels: models for corners of the language have the states, transitions and errors that a
// depth-first search counts, can be walked, and satisfy the formulas that they satisfy for the search for
// runs.
func TestGraphsOfMicroModels(t *testing.T) {
	paths, err := filepath.Glob("conformance/testdata/micro/*.pml")
	require.NoError(t, err)
	graphs, formulas := 0, 0
	for i, path := range paths {
		if !thorough.Every(10, i) {
			continue
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		src := source.Source{Model: filepath.Join(t.TempDir(), "m.pml")}
		require.NoError(t, os.WriteFile(src.Model, text, 0o600))
		o := verifier.Options{Source: src, Order: "dfs"}
		o.Only = []string{"safety"}
		plain, err := verifier.Run(context.Background(), o)
		if err != nil || plain.States.Stored > thorough.Of[uint64](1000, 5000) {
			continue // it is one that is refused
		}
		o.Order, o.Graph = "", filepath.Join(t.TempDir(), "g")
		g, err := verifier.BuildGraph(context.Background(), o)
		require.NoError(t, err, path)
		require.Equal(t, plain.Complete, g.Complete, path)
		if plain.Complete {
			require.Equal(t, plain.States.Stored, g.Sweep.Nodes, path)
			require.Equal(t, plain.States.Transitions-1, g.Sweep.Edges, path)
			require.Equal(t, plain.Errors, g.Errors, path)
		}
		task := query.Task{File: g.File, Source: src}
		w, err := query.Walk(context.Background(), task, true)
		require.NoError(t, err, path)
		graphs++
		if w.Reason != "" || strings.Contains(string(text), "accept") {
			continue // labels of processes count beside claims, and a search for runs tells of other errors
		}
		atoms := conditionsOf(t, src)
		for k := range 2 {
			r := rand.New(rand.NewPCG(uint64(i), uint64(k)))
			compareVerdicts(t, g, src, randomLTL(r, 1+r.IntN(3), atoms))
			formulas++
		}
	}
	require.Greater(t, graphs, thorough.Of(12, 150))
	require.Greater(t, formulas, thorough.Of(20, 100))
}

// TestLabelledGraphs: what nodes are labelled with when a graph is built is what a walk finds.
func TestLabelledGraphs(t *testing.T) {
	src := source.Source{Model: filepath.Join("..", "examples", "phils.pml"), Defines: []string{"N=3"}}
	atoms := conditionsOf(t, src)
	var f query.Formulas
	for k := range 8 {
		r := rand.New(rand.NewPCG(9, uint64(k)))
		f.LTL = append(f.LTL, randomLTL(r, 2, atoms))
		f.CTL = append(f.CTL, fmt.Sprintf("AG ((%s) -> EF (%s))", atoms[k%len(atoms)], atoms[(k+1)%len(atoms)]))
	}
	bare := built(t, verifier.Options{Source: src})
	o := verifier.Options{Source: src}
	o.Labels = f
	labelled := built(t, o)
	check := func(file string) []query.Checked {
		task := query.Task{File: file, Source: src, Formulas: f, Trail: filepath.Join(t.TempDir(), "t")}
		found, err := query.Check(context.Background(), task)
		require.NoError(t, err)
		for i := range found {
			require.Equal(t, file == bare.File, found[i].Walked)
			found[i].Walked, found[i].Trail, found[i].Replay = false, "", ""
		}
		return found
	}
	require.Equal(t, check(bare.File), check(labelled.File))
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestGraphsEndWithTheirContext: reading a graph ends with the context, and formulas stay open then.
func TestGraphsEndWithTheirContext(t *testing.T) {
	src := source.Source{Model: filepath.Join("..", "examples", "peterson.pml")}
	r := built(t, verifier.Options{Source: src})
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(limit.Time)
	task := query.Task{File: r.File, Source: src}
	_, err := query.Stat(ctx, r.File)
	require.ErrorIs(t, err, limit.Time)
	_, err = query.Walk(ctx, task, true)
	require.ErrorIs(t, err, limit.Time)
	require.ErrorIs(t, query.Export(ctx, io.Discard, task, "dot"), limit.Time)
	task.Formulas = query.Formulas{CTL: []string{"EF (_nr_pr == 0)"}, LTL: []string{"[] (_nr_pr > 0)"}}
	found, err := query.Check(ctx, task)
	require.NoError(t, err)
	require.Len(t, found, 2)
	for _, f := range found {
		require.Equal(t, report.Inconclusive, f.Verdict)
		require.Equal(t, "out of time", f.Reason)
	}
}
