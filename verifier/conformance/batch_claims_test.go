package conformance

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela"
	"gospin/promela/resolve"
	together "gospin/verifier/atomic"
	"gospin/verifier/batch"
	"gospin/verifier/modelgen"
	"gospin/verifier/por"
	"gospin/verifier/product"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/space"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// safetyFormula is a formula that some beginning of each run violates that violates it.
func safetyFormula(r *rand.Rand) string {
	atom := func() string { return randomFormula(r, 0) }
	forms := []string{
		"[] A", "[] !(A && B)", "[] (A || B)", "[] (A -> (B W C))", "A W B", "[] (A -> X B)", "(A W B) && [] C",
		"[] (A -> [] B)", "[] (A -> X (B W C))", "[] A || [] B", "(A V B)", "[] ((A && X B) -> X X C)",
	}
	return strings.NewReplacer("A", atom(), "B", atom(), "C", atom()).Replace(forms[r.IntN(len(forms))])
}

// terminalClaim is a never claim of a few control states, the last of which decides.
func terminalClaim(r *rand.Rand) string {
	n := 2 + r.IntN(3)
	var b strings.Builder
	b.WriteString("never p {\n")
	for i := range n - 1 {
		fmt.Fprintf(&b, "S%d: if\n", i)
		if r.IntN(4) > 0 {
			fmt.Fprintf(&b, ":: true -> goto S%d\n", r.IntN(i+1))
		}
		for range 1 + r.IntN(2) {
			fmt.Fprintf(&b, ":: %s && %s -> goto S%d\n", randomFormula(r, 0), randomFormula(r, 0), r.IntN(n-1))
		}
		if r.IntN(2) == 0 {
			to := i + 1
			fmt.Fprintf(&b, ":: %s && %s -> goto S%d\n", randomFormula(r, 0), randomFormula(r, 0), to)
		}
		b.WriteString("fi;\n")
	}
	end := []string{"skip", "accept: do :: true od", "accept: goto accept", "accept: do :: x == 1 :: else od"}
	fmt.Fprintf(&b, "S%d: %s }\n", n-1, end[r.IntN(len(end))])
	return b.String()
}

// besideClaim is what a nested search finds beside a claim.
func besideClaim(t *testing.T, prog *vm.Program, rule por.Rule, most uint64) *search.Result {
	t.Helper()
	var in system.Reducible = system.Of(vm.NewMachine(prog))
	var sys system.Claimed = in
	if rule != nil {
		sys = por.New(in, rule, true)
	}
	st := store.NewPlain(prog.Layout, 0)
	defer st.Free()
	r, err := search.Nested(&search.Task{
		Sys:    product.New(together.New(sys, nil)),
		Store:  st,
		Limits: search.Limits{NoEnd: true, NoAssert: true, States: most, Errors: 1},
	}, search.NestedOptions{})
	require.NoError(t, err)
	return r
}

// batchesBeside does so in batches.
func batchesBeside(
	t *testing.T, prog *vm.Program, rule func() por.Rule, decided []vm.Effect, w manner,
) *batch.Result {
	t.Helper()
	machine := func() space.Observed { return system.Of(vm.NewMachine(prog)) }
	for grain := 0; ; grain++ {
		s := space.NewProduct(machine, grain, nil, decided)
		if rule != nil {
			s.Reduce(rule())
		}
		r, err := batch.Search(&batch.Task{
			Space: s, Order: w.order, Workers: w.workers, Batch: w.batch,
			Limits: search.Limits{NoEnd: true, NoAssert: true},
		})
		if grain < space.Coarsest && errors.Is(err, batch.ErrWide) {
			continue
		}
		require.NoError(t, err)
		return r
	}
}

// besides counts what searches beside claims have come to.
type besides struct {
	held, violated, unsettled, cyclic, large, refused, reduced, states atomic.Int64
}

func (b *besides) String() string {
	return fmt.Sprintf("%d held, %d violated, %d unsettled, %d reduced, %d states; %d not terminal, %d large, "+
		"%d refused",
		b.held.Load(), b.violated.Load(), b.unsettled.Load(), b.reduced.Load(), b.states.Load(),
		b.cyclic.Load(), b.large.Load(), b.refused.Load())
}

// hold compares searches in batches beside the claim of a model with a nested one.
func (b *besides) hold(
	t *testing.T, src source.Source, claim string, most uint64, ways []manner, text string,
) {
	t.Helper()
	prog, err := src.Program(t.Context(), source.Aim{Claim: claim})
	if err != nil {
		b.refused.Add(1)
		t.Skipf("%v\n%s", err, text)
	}
	decided, ok := prog.Terminal()
	if !ok || space.Takes(prog) != "" {
		b.cyclic.Add(1)
		return
	}
	want := besideClaim(t, prog, nil, most)
	if want.Stored >= most {
		b.large.Add(1)
		return
	}
	for _, w := range ways {
		b.compare(t, want, batchesBeside(t, prog, nil, decided, w), fmt.Sprintf("%v\n%s", w, text))
	}
	o := por.ComputedOptions{Static: true}
	if o.Off(prog) != "" || computedRule(prog, o).Idle() {
		return
	}
	b.reduced.Add(1)
	rule := func() por.Rule { return computedRule(prog, o) }
	less := besideClaim(t, prog, rule(), most)
	if want.Errors > 0 { // a search ends at its first error
		want.Stored = most
	}
	for _, w := range ways {
		if w.workers == 1 {
			got := batchesBeside(t, prog, rule, decided, w)
			require.LessOrEqual(t, got.Stored, want.Stored)
			// the counts depend on the order
			less.Stored, less.Matched, less.AtomicSteps = got.Stored, got.Matched, got.AtomicSteps
			b.compare(t, less, got, fmt.Sprintf("reduced, %v\n%s", w, text))
		}
	}
}

func (b *besides) compare(t *testing.T, want *search.Result, got *batch.Result, what string) {
	t.Helper()
	switch {
	case got.Failed && got.Kind&vm.Abort != 0:
		b.unsettled.Add(1) // the verdict is that of another search
	case want.Errors > 0 || len(want.Incomplete) > 0:
		b.violated.Add(1)
		require.True(t, got.Failed, what)
	default:
		b.held.Add(1)
		b.states.Add(int64(got.Stored))
		require.False(t, got.Failed, "%s: %v", what, got.Kind)
		require.Equal(t, counted(*want), counted(got.Result), what)
	}
}

var besideWays = []manner{
	{batch.AnyOrder, 1, 24}, {batch.AnyOrder, 2, 2}, {batch.AnyOrder, 3, 1}, {batch.BreadthFirst, 1, 3},
}

// monitored is a random model beside a random claim p that is decided by where it comes to; half of them
// have no assertions.
func monitored(seed uint64, r *rand.Rand) string {
	text := modelgen.Random(seed)
	switch seed % 3 {
	case 0:
		text += terminalClaim(r)
	case 1:
		text += "ltl p { " + safetyFormula(r) + " }\n"
	default:
		text = modelgen.ReducibleBeside(seed)
	}
	if seed%2 > 0 {
		text = assertion.ReplaceAllString(text, "skip")
	}
	return text
}

// TestRandomClaimsInBatches: random models beside random claims that decide where they come to.
// GOSPIN_CLAIMED says how many, GOSPIN_SEED with which to begin.
func TestRandomClaimsInBatches(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_CLAIMED", thorough.Of(10, 80)), number(t, "GOSPIN_SEED", 1)
	var all besides
	t.Run("seeds", func(t *testing.T) {
		for i := range wanted {
			seed := uint64(first + i)
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				inTurn(t)
				r := rand.New(rand.NewPCG(seed, 0x7465726d))
				text := monitored(seed, r)
				model := filepath.Join(t.TempDir(), "m.pml")
				require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
				all.hold(t, source.Source{Model: model}, "p", mostBatched, besideWays, text)
			})
		}
	})
	fmt.Printf("\nrandom claims in batches: %v\n", &all)
	require.Greater(t, all.held.Load(), int64(wanted)/3)
	require.Greater(t, all.violated.Load(), int64(wanted)/3)
	require.GreaterOrEqual(t, all.unsettled.Load(), thorough.Of[int64](0, 1))
}

// TestMicroClaimsInBatches: the claims of the micro-models.
func TestMicroClaimsInBatches(t *testing.T) {
	t.Parallel()
	models, err := filepath.Glob("testdata/micro/*.pml")
	require.NoError(t, err)
	var all besides
	for _, model := range models {
		all.holdClaims(t, model, 0)
	}
	t.Log(&all)
	require.Positive(t, all.held.Load())
}

// holdClaims holds all claims of a model.
func (b *besides) holdClaims(t *testing.T, model string, most uint64) {
	t.Helper()
	m, err := resolve.ParseFile(t.Context(), model, resolve.Options{})
	if err != nil {
		b.refused.Add(1)
		return
	}
	var names []string
	for _, c := range m.Claims {
		if c.Kind == promela.Never {
			names = append(names, c.Name)
		}
	}
	for _, l := range m.LTL {
		names = append(names, l.Name)
	}
	for _, name := range names {
		t.Run(filepath.Base(model)+"/"+name, func(t *testing.T) {
			b.hold(t, source.Source{Model: model}, name, most-1, besideWays, model)
		})
	}
}
