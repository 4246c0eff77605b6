package run

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/ask"
	"gospin/verifier/plan"
	"gospin/verifier/report"
	"gospin/verifier/source"
)

// cyclic are models with a property p that asks for accepting cycles.
var cyclic = map[string]string{
	"answers": "byte x; active [2] proctype P() { do :: x = 1 :: x = 2 od } ltl p { [] (x == 1 -> <> (x == 2)) }",
	"settles": "byte x; active [2] proctype P() { x = 1; x = 2 } ltl p { <> [] (x == 2) }",
	"waits":   "byte x; active [2] proctype P() { x = 1; x == 2 } ltl p { [] (x == 1 -> <> (x == 2)) }",
	"again": "byte x; active proctype P() { do :: x = 1 - x od } active proctype Q() { do :: x == 3 od } " +
		"ltl p { []<> (x == 1) && []<> (x == 0) }",
	"rendezvous": "chan c = [0] of { byte }; byte x; active proctype P() { do :: c!1 :: c!0 od } " +
		"active proctype Q() { do :: c?x od } ltl p { []<> (x == 1) }",
	"components": "byte x, y; active proctype P() { do :: y = 1 - y od } never p { S0: do :: x == 1 -> goto accept1 " +
		":: y == 1 -> goto accept2 :: true od; accept1: if :: x == 1 -> goto S0 fi; accept2: do :: y == 1 od }",
	"starves": "byte x; active proctype P() { do :: skip od } active proctype Q() { x = 1 } ltl p { <> (x == 1) }",
	"never": "byte x; active proctype P() { do :: x = 1 - x :: x == 1 -> x = 2 od } " +
		"never p { do :: true :: x == 1 -> break od; accept: do :: x != 2 od }",
	"sequence": "byte x; active [2] proctype P() { do :: atomic { x++; x-- } :: x = x od } ltl p { <> (x == 1) }",
}

// livelihood searches for p of a model without a brief search before, or depth first.
func livelihood(t *testing.T, text string, deep bool, o ask.Options) *report.Report {
	t.Helper()
	o.Source = source.Source{
		Model: filepath.Join(t.TempDir(), "m.pml"),
		Read:  func(string) ([]byte, error) { return []byte(text), nil },
	}
	o, err := o.Settle()
	require.NoError(t, err)
	model, err := o.Open(t.Context())
	require.NoError(t, err)
	part := ask.Part{Claim: "p", Kind: "never", Name: "p"}
	if len(model.Tree.LTL) > 0 {
		part.Kind = "ltl"
	}
	j, err := Prepare(t.Context(), &o, model, &part)
	require.NoError(t, err)
	require.Equal(t, plan.Batches, j.Plan.Engine)
	require.True(t, j.Plan.Cycles)
	brief := j.Plan.Before.Brief
	if j.Plan.Before.Brief = nil; deep {
		j.Plan = brief
	}
	r, err := j.Run(t.Context())
	require.NoError(t, err)
	return r
}

// TestCyclesInBatches: a search in batches has the verdict of a nested one, and shows a cycle that is
// confirmed. Where more than one is wanted, a nested search counts them.
func TestCyclesInBatches(t *testing.T) {
	violated := 0
	for name, text := range cyclic {
		o := ask.Options{Limits: ask.Limits{Errors: 1}}
		want := livelihood(t, text, true, o)
		for _, o.Workers = range []int{1, 3} {
			got := livelihood(t, text, false, o)
			require.Equal(t, "batch", got.Engine, name)
			require.Equal(t, want.Verdict, got.Verdict, name)
			require.Equal(t, want.Errors, got.Errors, name)
			if got.Verdict != report.Violated {
				require.True(t, got.Complete, name)
				continue
			}
			violated++
			require.Len(t, got.Properties, 1, name)
			p, q := got.Properties[0], want.Properties[0]
			require.Equal(t, q.Message, p.Message, name)
			require.True(t, p.Cycle, name)
			require.NotEmpty(t, p.Trail, name)
		}
	}
	require.Equal(t, 2*6, violated)
}

// TestAllCycles: where more than one cycle is wanted, a nested search counts them.
func TestAllCycles(t *testing.T) {
	r := livelihood(t, cyclic["never"], false, ask.Options{})
	require.Equal(t, report.Violated, r.Verdict)
	require.NotEqual(t, "batch", r.Engine)
}

// TestFairCyclesInBatches: where only fair runs count, the verdict is that of a nested search over copies of
// the system, and there are as many states as without.
func TestFairCyclesInBatches(t *testing.T) {
	violated := 0
	for name, text := range cyclic {
		o := ask.Options{Limits: ask.Limits{Errors: 1}}
		whole := livelihood(t, text, false, o)
		o.Fair = "weak"
		want := livelihood(t, text, true, o)
		for _, o.Workers = range []int{1, 3} {
			got := livelihood(t, text, false, o)
			require.Equal(t, "batch", got.Engine, name)
			require.Equal(t, want.Verdict, got.Verdict, name)
			require.Equal(t, whole.States.Stored, got.States.Stored, name)
			if got.Verdict == report.Violated {
				violated++
				require.True(t, got.Properties[0].Cycle, name)
				require.False(t, got.Properties[0].Unfair, name)
			}
		}
	}
	require.Equal(t, 2*5, violated)
}

// TestManyEdges: more edges lead to a state than are counted. It is on no cycle, or it is on one when all
// others have been taken out.
func TestManyEdges(t *testing.T) {
	const many = "short v; bool e; active proctype P() { do :: v < 300 -> v++ :: break od; v = 0; "
	o := ask.Options{Limits: ask.Limits{Errors: 1}}
	for _, o.Workers = range []int{1, 4} {
		r := livelihood(t, many+"e = true; do :: e = e od } ltl p { []<> e }", false, o)
		require.Equal(t, report.Holds, r.Verdict)
		r = livelihood(t, many+"do :: v = 0 od } ltl p { []<> e }", false, o)
		require.Equal(t, report.Violated, r.Verdict)
		require.Equal(t, "batch", r.Engine)
	}
}
