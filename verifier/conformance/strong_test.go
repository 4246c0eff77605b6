package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/confirm"
	"gospin/verifier/fair"
	"gospin/verifier/modelgen"
	"gospin/verifier/product"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/vm"
	"gospin/vm/compile"
)

// demandsOf are demands for the processes of a program: of all processes, and of two proctypes.
func demandsOf(prog *vm.Program) []fair.Demand {
	first, last := "", ""
	for i := range prog.Procs {
		if p := &prog.Procs[i]; !p.Claim && first == "" {
			first = p.Name
		} else if !p.Claim {
			last = p.Name
		}
	}
	out := []fair.Demand{"strong", fair.Demand("strong:" + first), fair.Demand("weak,strong:" + first)}
	if last != "" {
		out = append(out, fair.Demand("weak:"+first+",strong:"+last), fair.Demand("weak:"+last))
	}
	return out
}

// byGraph looks for fair cycles in the whole graph, and for short ones. It replays those that are found. A
// short one is found below any number of steps that is greater than that of another one.
func (k *seeker) byGraph(t *testing.T, what string) *search.Result {
	t.Helper()
	res, steps := k.below(t, 0, what)
	for steps > 0 {
		_, n := k.below(t, steps+1, what)
		require.LessOrEqual(t, n, steps, what)
		require.Positive(t, n, what)
		_, steps = k.below(t, n, what)
		require.Less(t, steps, n, what)
	}
	return res
}

// below looks for a fair cycle with fewer steps than given; 0: for any. It returns the number of its steps;
// 0: none was found.
func (k *seeker) below(t *testing.T, most int, what string) (res *search.Result, steps int) {
	t.Helper()
	sys := product.Bare(system.Of(vm.NewMachine(k.prog)))
	if k.prog.Claim != nil {
		sys = product.New(system.Of(vm.NewMachine(k.prog)))
	}
	states := store.NewPlain(sys.Layout(), 0)
	defer states.Free()
	res, err := search.Fair(&search.Task{
		Sys: sys, Store: states, Limits: search.Limits{NoEnd: true, NoAssert: true, Errors: 1},
		OnFault: func(ft *search.Fault) error {
			if ft.Cycle {
				moves := ft.Moves()
				k.isFair(t, ft, moves, what)
				steps = confirm.Steps(moves)
			}
			return nil
		},
	}, search.FairOptions{Kinds: k.demands(), Below: most, Near: 1 << 20})
	require.NoError(t, err)
	return res, steps
}

// isFair replays a cycle.
func (k *seeker) isFair(t *testing.T, ft *search.Fault, moves []vm.Move, what string) {
	t.Helper()
	replayer := &confirm.Replayer{Prog: k.prog, Claims: k.prog.Claim != nil, Fresh: k.prog}
	seen, err := replayer.Replay(ft, moves)
	require.NoError(t, err, what)
	require.Empty(t, confirm.TreatedUnfairly(seen.Idle(), k.fair), what)
}

// TestRandomFairCycles: random models with strong fairness of all or some processes. The verdict of batches,
// and that of the whole graph, is that of an oracle that tries all sets of processes which never move. All
// cycles are replayed. GOSPIN_STRONG says how many models, GOSPIN_SEED with which to begin.
func TestRandomFairCycles(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_STRONG", thorough.Long(40, 160, 800)), number(t, "GOSPIN_SEED", 1)
	var all lives
	var compared, violated, excluded atomic.Int64
	t.Run("seeds", func(t *testing.T) {
		for i := range wanted {
			seed := uint64(first + i)
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				inTurn(t)
				text, claim := modelgen.Contended(seed), "p"
				if seed%4 == 0 {
					text, claim = live(seed)
				}
				if claim == compile.AcceptanceClaim { // without a claim
					text, claim = text+"never c { do :: true od }\n", "c"
				}
				model := filepath.Join(t.TempDir(), "m.pml")
				require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
				prog, err := source.Source{Model: model}.Program(t.Context(), source.Aim{Claim: claim})
				if err != nil {
					return
				}
				k := &seeker{prog: prog, manner: cycleWays[seed/8%uint64(len(cycleWays))]}
				var kinds [][]fair.Kind
				demands := demandsOf(prog)
				for _, k.fair = range demands {
					kinds = append(kinds, k.demands())
				}
				want, ok := expected(t, prog, kinds...)
				if !ok {
					return
				}
				for i, demand := range demands {
					k.fair = demand
					what := fmt.Sprintf("seed %d, fair %q, %v\n%s", seed, demand, k.manner, text)
					compared.Add(1)
					if cycle := want.Fairly[i]; cycle {
						violated.Add(1)
					} else if want.Fair && strings.Contains(string(demand), "strong") {
						excluded.Add(1)
					}
					if want.End { // they may end there
						continue
					}
					res := k.byGraph(t, what)
					require.Equal(t, want.Fairly[i], res.Errors > 0, what)
					all.agree(t, k, want.Fairly[i], what)
				}
			})
		}
	})
	t.Logf("%d compared, %d violated, %d by weakly fair runs only; %v", compared.Load(), violated.Load(),
		excluded.Load(), &all)
	require.Greater(t, violated.Load(), int64(wanted)/8)
	require.Greater(t, excluded.Load(), int64(wanted)/20)
}

// agree compares the verdict of batches.
func (l *lives) agree(t *testing.T, k *seeker, want bool, what string) {
	t.Helper()
	states, got := k.search(t, true)
	switch {
	case got.Failed:
		l.left.Add(1)
		require.NotZero(t, got.Kind&(vm.Abort|vm.Failed), what)
	case got.Cycle:
		l.violated.Add(1)
		require.True(t, want, what)
		require.NotNil(t, got.Lasso, what)
		k.along(t, states, got.Lasso, what)
	default:
		l.held.Add(1)
		require.False(t, want, what)
	}
}
