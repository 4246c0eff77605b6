package conformance

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	together "gospin/verifier/atomic"
	"gospin/verifier/batch"
	"gospin/verifier/confirm"
	"gospin/verifier/fair"
	"gospin/verifier/modelgen"
	"gospin/verifier/por"
	"gospin/verifier/product"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/space"
	"gospin/verifier/store"
	"gospin/verifier/symmetry"
	"gospin/verifier/system"
	"gospin/verifier/systemtest"
	"gospin/verifier/thorough"
	"gospin/vm"
	"gospin/vm/compile"
)

// cyclicClaim is a never claim of a few control states, some of which are accepting.
func cyclicClaim(r *rand.Rand) string {
	n := 1 + r.IntN(4)
	var b strings.Builder
	b.WriteString("never p {\n")
	for i := range n {
		if i == n-1 || r.IntN(2) == 0 {
			fmt.Fprintf(&b, "accept%d: ", i)
		}
		fmt.Fprintf(&b, "S%d: if\n", i)
		if r.IntN(3) > 0 {
			fmt.Fprintf(&b, ":: true -> goto S%d\n", r.IntN(n))
		}
		for range 1 + r.IntN(3) {
			fmt.Fprintf(&b, ":: %s -> goto S%d\n", randomFormula(r, 0), r.IntN(n))
		}
		b.WriteString("fi;\n")
	}
	b.WriteString("false }\n")
	return b.String()
}

var loop = regexp.MustCompile(`(?m)^(\t*)do$`)

// labels gives loops labels.
func labels(text, label string, r *rand.Rand) string {
	n := 0
	return loop.ReplaceAllStringFunc(text, func(do string) string {
		if n++; r.IntN(3) == 0 {
			return do
		}
		return fmt.Sprintf("%s%d: do", label, n)
	})
}

// live is a random model and the name of a claim that need not be terminal. Some are by labels.
func live(seed uint64) (text, claim string) {
	r := rand.New(rand.NewPCG(seed, 0x6c697665))
	text = assertion.ReplaceAllString(modelgen.Random(seed), "x = x")
	switch seed % 8 {
	case 0:
		return labels(text, "progress", r), compile.NonProgressClaim
	case 1:
		return labels(text, "accept", r), compile.AcceptanceClaim
	case 2:
		claim := strings.ReplaceAll(cyclicClaim(r), "accept", "others")
		return labels(text, "accept", r) + claim, "p"
	case 4, 6:
		return text + cyclicClaim(r), "p"
	}
	return text + "ltl p { " + randomFormula(r, 3) + " }\n", "p"
}

// lives counts what searches for accepting cycles have come to.
type lives struct{ held, violated, ended, unsettled, left, unfit atomic.Int64 }

func (l *lives) String() string {
	return fmt.Sprintf("%d held, %d violated by a cycle, %d by the claim's end, %d unsettled, %d left, %d unfit",
		l.held.Load(), l.violated.Load(), l.ended.Load(), l.unsettled.Load(), l.left.Load(), l.unfit.Load())
}

// seeker looks for accepting cycles in batches, in a program beside its claim, or by labels alone.
type seeker struct {
	prog *vm.Program
	rule func() por.Rule
	fair fair.Demand
	// of fair cycles without a claim: the program, with room for the number of a copy in states
	copied *vm.Program
	group  *symmetry.Group // by which states are the same; nil: none are
	manner
}

// demands returns the fairness that processes demand, by proctype.
func (k *seeker) demands() []fair.Kind {
	var names []string
	for i := range k.prog.Procs {
		names = append(names, k.prog.Procs[i].Name)
	}
	return k.fair.Kinds(names)
}

func (k *seeker) search(t *testing.T, cycles bool) (*space.Space, *batch.Result) {
	t.Helper()
	machine := func() space.Observed { return system.Of(vm.NewMachine(k.prog)) }
	for grain := 0; ; grain++ {
		s := space.New(func() space.Noted { return machine() }, grain, nil)
		if k.prog.Claim != nil {
			decided, begins := k.prog.ClaimEnds()
			require.True(t, begins)
			s = space.NewProduct(machine, grain, nil, decided)
		}
		if cycles {
			s.SeekCycles(k.prog, k.prog.Claim != nil, k.demands())
			s.Exchange(k.group)
		}
		if k.rule != nil {
			s.Reduce(k.rule())
		}
		r, err := batch.Search(&batch.Task{
			Space: s, Order: k.order, Workers: k.workers, Batch: k.batch, Cycles: cycles, Fair: k.demands(),
			Limits: search.Limits{NoEnd: true, NoAssert: true},
		})
		if grain < space.Coarsest && errors.Is(err, batch.ErrWide) {
			continue
		}
		require.NoError(t, err)
		return s, r
	}
}

// expected is what a search must find: by the strongly connected components of the whole product, or without
// a claim, by a nested search. The result false says that it is not for batches, or large.
func expected(t *testing.T, prog *vm.Program, demands ...[]fair.Kind) (want systemtest.Faults, ok bool) {
	t.Helper()
	switch {
	case space.Takes(prog) != "":
		return want, false
	case prog.Claim == nil:
		r := nested(t, product.Bare(together.New(system.Of(vm.NewMachine(prog)), nil)), false)
		return systemtest.Faults{Cycle: r.Errors > 0}, !r.Stopped || r.Errors > 0
	}
	if _, begins := prog.ClaimEnds(); !begins || prog.AtomicClaim() || prog.ClaimTimeout {
		return want, false
	}
	return systemtest.Violations(system.Of(vm.NewMachine(prog)), thorough.Of(5_000, mostTurns), demands...)
}

func nested(t *testing.T, sys system.System, copies bool) *search.Result {
	t.Helper()
	st := store.NewPlain(sys.Layout(), 0)
	defer st.Free()
	r, err := search.Nested(&search.Task{
		Sys: sys, Store: st, Limits: search.Limits{NoEnd: true, NoAssert: true, Errors: 1, States: mostTurns},
	}, search.NestedOptions{Copies: copies})
	require.NoError(t, err)
	return r
}

// hold compares a search for accepting cycles in batches with what it must find, and where that is nothing,
// its counts with those of a nested search. A cycle that is found is a run of the product.
func (l *lives) hold(t *testing.T, k *seeker, text string) {
	t.Helper()
	want, ok := expected(t, k.prog)
	if !ok {
		l.unfit.Add(1)
		return
	}
	what := fmt.Sprintf("%v, fair %q\n%s", k.manner, k.fair, text)
	if k.fair == "weak" {
		if want.Cycle = want.Fair; k.prog.Claim == nil {
			sys := product.Bare(together.New(system.Of(vm.NewMachine(k.copied)), nil)).Fair(nil)
			want.Cycle = nested(t, sys, true).Errors > 0
		}
	}
	states, got := k.search(t, true)
	switch {
	case got.Failed && got.Kind&vm.Abort != 0:
		l.left.Add(1) // the verdict is that of another search
	case k.group != nil && got.Failed && got.Kind&vm.Failed != 0:
		l.left.Add(1) // a run-time error, which ends this search, and not the expected one
		_, all := (&seeker{prog: k.prog, rule: k.rule, manner: k.manner}).search(t, true)
		require.True(t, all.Failed && (want.End || all.Kind&vm.Failed != 0), what)
	case got.Failed:
		l.ended.Add(1)
		require.True(t, want.End || k.prog.Claim == nil && want.Cycle, what)
	case got.Cycle:
		l.violated.Add(1)
		require.True(t, want.Cycle, what)
		if got.Lasso != nil { // else another search finds the run
			k.along(t, states, got.Lasso, what)
		}
	default:
		l.held.Add(1)
		require.False(t, want.Cycle || want.End, what)
		l.count(t, k, got, what)
	}
}

// count compares counts where these do not depend on the order: where the system is blocked, the product has
// the same states and transitions whoever's turn it is.
func (l *lives) count(t *testing.T, k *seeker, got *batch.Result, what string) {
	t.Helper()
	if k.group != nil {
		_, all := (&seeker{prog: k.prog, manner: k.manner}).search(t, true)
		require.False(t, all.Failed || all.Cycle, what)
		require.LessOrEqual(t, got.Stored, all.Stored, what)
		return
	}
	if _, bare := k.search(t, false); k.rule != nil || k.fair.On() || bare.Kind&vm.Abort != 0 {
		l.unsettled.Add(1)
		return
	}
	sys := product.Bare(together.New(system.Of(vm.NewMachine(k.prog)), nil))
	if k.prog.Claim != nil {
		sys = product.New(together.New(system.Of(vm.NewMachine(k.prog)), nil))
	}
	want := nested(t, sys, false)
	require.Equal(t, want.Stored, got.Stored, what)
	if want.Visited == want.Stored { // else the second search counts some transitions again
		require.Equal(t, counted(*want), counted(got.Result), what)
	}
}

// along goes along a cycle that has been found.
func (k *seeker) along(t *testing.T, states *space.Space, lasso *batch.Lasso, what string) {
	t.Helper()
	require.NotNil(t, lasso, what)
	var vecs [][]byte
	for _, root := range lasso.Roots {
		vecs = append(vecs, states.Vector(root))
	}
	vecs = append(vecs, vecs[lasso.Cycle])
	by := lasso.By
	if by == nil {
		by = make([]uint64, len(vecs))
	}
	sys := product.Bare(system.Of(vm.NewMachine(k.prog)))
	if k.prog.Claim != nil {
		sys = product.New(system.Of(vm.NewMachine(k.prog)))
	}
	var moves []vm.Move
	begin := 0
	if k.group != nil {
		ok := false
		moves, begin, ok = confirm.Around(sys, vecs, lasso.Cycle, states.Same)
		require.True(t, ok, what)
	} else {
		ms, at, err := confirm.Along(sys, vecs, by)
		require.NoError(t, err, what)
		moves, begin = ms, at[lasso.Cycle]
	}
	ft := &search.Fault{Cycle: true, Depth: confirm.Steps(moves[:begin])}
	replayer := &confirm.Replayer{Prog: k.prog, Claims: k.prog.Claim != nil, Fresh: k.prog}
	seen, err := replayer.Replay(ft, moves)
	require.NoError(t, err, what)
	require.Empty(t, confirm.TreatedUnfairly(seen.Idle(), k.fair), what)
}

var cycleWays = []manner{
	{batch.AnyOrder, 1, 24}, {batch.AnyOrder, 2, 2}, {batch.AnyOrder, 5, 1}, {batch.AnyOrder, 1, 3},
}

// TestRandomCyclesInBatches: random models beside claims that are not decided by where they come to.
// GOSPIN_LIVE says how many, GOSPIN_SEED with which to begin.
func TestRandomCyclesInBatches(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_LIVE", thorough.Of(20, 400)), number(t, "GOSPIN_SEED", 1)
	var all lives
	var reduced atomic.Int64
	t.Run("seeds", func(t *testing.T) {
		for i := range wanted {
			seed := uint64(first + i)
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				inTurn(t)
				text, claim := live(seed)
				model := filepath.Join(t.TempDir(), "m.pml")
				require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
				prog, err := source.Source{Model: model}.Program(t.Context(), source.Aim{Claim: claim})
				if err != nil {
					all.unfit.Add(1)
					return
				}
				k := &seeker{prog: prog, manner: cycleWays[seed/8%uint64(len(cycleWays))]}
				all.hold(t, k, text)
				o := por.ComputedOptions{Static: true}
				if seed%2 > 0 && o.Off(prog) == "" && !computedRule(prog, o).Idle() {
					reduced.Add(1)
					k.rule = func() por.Rule { return computedRule(prog, o) }
					all.hold(t, k, text)
				}
				k = &seeker{prog: prog, manner: k.manner, fair: "weak"}
				aim := source.Aim{Claim: claim, Fair: true}
				k.copied, err = source.Source{Model: model}.Program(t.Context(), aim)
				require.NoError(t, err)
				all.hold(t, k, text)
			})
		}
	})
	t.Logf("%v; %d of them reduced", &all, reduced.Load())
	require.Greater(t, all.held.Load(), int64(wanted)/8)
	require.Greater(t, all.violated.Load(), int64(wanted)/8)
}

// TestCyclesOfAlikeProcesses: accepting cycles are found where states are taken for the same, and are runs of
// the model. GOSPIN_ALIKE says how many models, GOSPIN_SEED with which to begin.
func TestCyclesOfAlikeProcesses(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_ALIKE", thorough.Of(90, 400)), number(t, "GOSPIN_SEED", 1)
	var all lives
	used, odd := 0, 0
	for i := range wanted {
		seed := uint64(first + i)
		text := modelgen.Alike(seed)
		prog := compiled(t, text, compile.Options{Claim: "l"})
		group, _ := symmetry.Find(prog)
		if group == nil {
			continue
		}
		if used++; seed%2 == 1 {
			odd++
		}
		k := &seeker{prog: prog, group: group, manner: cycleWays[seed/2%uint64(len(cycleWays))]}
		all.hold(t, k, fmt.Sprintf("seed %d, %s\n%s", seed, group, text))
		o := por.ComputedOptions{Static: true}
		if seed/2%2 > 0 && o.Off(prog) == "" && !computedRule(prog, o).Idle() {
			k.rule = func() por.Rule { return computedRule(prog, o) }
			all.hold(t, k, fmt.Sprintf("seed %d, reduced, %s\n%s", seed, group, text))
		}
	}
	t.Logf("%v; %d of %d models with symmetry, %d of them of those that may be uneven", &all, used, wanted, odd)
	require.Greater(t, used, wanted/8)
	require.Greater(t, odd, wanted/32)
	require.Greater(t, all.held.Load(), int64(used/2))
	require.Greater(t, all.violated.Load(), int64(used/40))
}
