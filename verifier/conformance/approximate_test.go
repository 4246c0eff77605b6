package conformance

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/resolve"
	"gospin/verifier"
	"gospin/verifier/fair"
	"gospin/verifier/modelgen"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/system"
	"gospin/verifier/systemtest"
	"gospin/verifier/thorough"
	"gospin/vm"
	"gospin/vm/compile"
)

// TestApproximateFormulas: beside a formula, an approximate search with room enough says of random models
// what the strongly connected components say, and with too little never that a run violates which is not
// there. All that they find is replayed.
func TestApproximateFormulas(t *testing.T) {
	t.Parallel()
	wanted := thorough.Of(6, 30)
	compared, there, found := 0, 0, 0
	for seed := 1; compared < wanted && seed < 10*wanted; seed++ {
		text := randomPair(seed)
		model := filepath.Join(t.TempDir(), "m.pml")
		require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
		m, err := resolve.ParseFile(t.Context(), model, resolve.Options{})
		require.NoError(t, err, text)
		p, err := compile.Compile(t.Context(), m, compile.Options{Claim: "p"})
		require.NoError(t, err, text)
		want, ok := systemtest.Violations(system.Of(vm.NewMachine(p)), mostTurns/4)
		if !ok {
			continue
		}
		compared++
		for _, isFair := range []bool{false, true} {
			violated := want.End || want.Cycle && (want.Fair || !isFair)
			demand := map[bool]fair.Demand{true: "weak"}[isFair]
			says := func(a verifier.Approximate) bool {
				r, err := verifier.Run(context.Background(), verifier.Options{
					Source: source.Source{Model: model}, Approximate: a, Limits: verifier.Limits{Errors: 1},
					Question: verifier.Question{Only: []string{"claims"}, NoEnd: true, Fair: demand},
				})
				require.NoError(t, err, "seed %d %+v\n%s", seed, a, text)
				i := slices.IndexFunc(r.Properties, func(p report.Property) bool { return p.Kind == "ltl" })
				require.NotEqual(t, report.Holds, r.Properties[i].Verdict)
				return r.Properties[i].Verdict == report.Violated
			}
			for _, a := range []verifier.Approximate{{Bitstate: true, Width: 24}, {Hash: 64}} {
				require.Equal(t, violated, says(a), "seed %d %+v\n%s", seed, a, text)
			}
			narrow := []verifier.Approximate{{Bitstate: true, Width: 8, Hashes: 20, Runs: 2}, {Hash: 16}}
			for _, a := range narrow {
				finds := says(a)
				require.True(t, violated || !finds, "seed %d %+v: a false alarm\n%s", seed, a, text)
				if violated {
					there++
				}
				if finds {
					found++
				}
			}
		}
	}
	t.Logf("%d pairs; narrow searches find %d of %d violations", compared, found, there)
	require.Equal(t, wanted, compared)
	require.Greater(t, found, wanted)
}

// TestApproximateErrors: with too little room, approximate searches of random models find no other errors
// than the exact one, and nothing that is not replayed; with room enough they are as it is.
func TestApproximateErrors(t *testing.T) {
	t.Parallel()
	wanted := thorough.Of(5, 20)
	compared, there, found := 0, 0, 0
	for seed := uint64(1); compared < wanted && seed < uint64(10*wanted); seed++ {
		text := modelgen.Random(seed)
		model := filepath.Join(t.TempDir(), "m.pml")
		require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
		run := func(a verifier.Approximate) *report.Report {
			r, err := verifier.Run(context.Background(), verifier.Options{
				Source: source.Source{Model: model}, Approximate: a, Reduction: verifier.Reduction{POR: "off"},
				Limits: verifier.Limits{Depth: 20000, Memory: 64 << 20},
			})
			require.NoError(t, err, "seed %d %+v\n%s", seed, a, text)
			return r
		}
		want := run(verifier.Approximate{})
		if !want.Complete || want.States.Stored > 50000 {
			continue
		}
		compared++
		for _, a := range []verifier.Approximate{{Bitstate: true, Width: 28}, {Hash: 64}} {
			got := run(a)
			require.Equal(t, want.States, got.States, "seed %d %+v\n%s", seed, a, text)
			require.Equal(t, want.Errors, got.Errors)
		}
		wrong := func(r *report.Report) (out []string) {
			for _, p := range r.Properties {
				if p.Verdict == report.Violated {
					out = append(out, p.Kind)
				}
			}
			return out
		}
		there += len(wrong(want))
		got := wrong(run(verifier.Approximate{Bitstate: true, Width: 8, Hashes: 20, Runs: 2}))
		require.Subset(t, wrong(want), got, "seed %d\n%s", seed, text)
		found += len(got)
	}
	t.Logf("%d models; narrow searches find %d of %d kinds of errors", compared, found, there)
	require.Equal(t, wanted, compared)
	require.Greater(t, found, wanted/2)
}
