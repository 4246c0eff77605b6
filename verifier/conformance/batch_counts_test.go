package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/atomic"
	"gospin/verifier/batch"
	"gospin/verifier/confirm"
	"gospin/verifier/modelgen"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/space"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// countPlainly counts all errors of a program step by step, and lists each once. False: there are more states
// than that, or a run is given up.
func countPlainly(t *testing.T, prog *vm.Program) (*search.Result, []batch.Met, bool) {
	t.Helper()
	st := store.NewPlain(prog.Layout, 0)
	defer st.Free()
	met := map[batch.Met]bool{}
	r, err := search.DFS(&search.Task{
		Sys:    atomic.New(system.Of(vm.NewMachine(prog)), make([]byte, len(prog.Trans))),
		Store:  st,
		Limits: search.Limits{States: mostBatched},
		Taken:  make([]byte, len(prog.Trans)),
		OnFault: func(f *search.Fault) error {
			if f.EndState {
				met[batch.Met{End: true}] = true
			} else {
				met[batch.Met{Kind: f.Kind, Msg: f.Msg}] = true
			}
			return nil
		},
	}, search.DFSOptions{})
	require.NoError(t, err)
	return r, sorted(met), !r.Stopped && len(r.Incomplete) == 0
}

func sorted(met map[batch.Met]bool) (out []batch.Met) {
	for m := range met {
		out = append(out, m)
	}
	return inOrder(out)
}

func inOrder(met []batch.Met) []batch.Met {
	slices.SortFunc(met, func(a, b batch.Met) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return met
}

// TestErrorsAreCountedInBatches: as many errors as a search step by step counts, the same ones, and the same
// states and transitions, in any order and by several workers.
func TestErrorsAreCountedInBatches(t *testing.T) {
	t.Parallel()
	texts := map[string]string{}
	models, err := filepath.Glob("testdata/micro/*.pml")
	require.NoError(t, err)
	for i, model := range models {
		if text, err := os.ReadFile(model); thorough.Every(4, i) {
			require.NoError(t, err)
			texts[filepath.Base(model)] = string(text)
		}
	}
	wanted, first := number(t, "GOSPIN_BATCHED", thorough.Of(20, 100)), number(t, "GOSPIN_SEED", 1)
	for seed := uint64(first); seed < uint64(first+wanted); seed++ {
		texts[fmt.Sprint("varied ", seed)] = modelgen.Varied(seed)
		texts[fmt.Sprint("random ", seed)] = modelgen.Random(seed)
	}
	held, erring, errors, lifted := 0, 0, 0, 0
	dir := t.TempDir()
	for name, text := range texts {
		model := filepath.Join(dir, "m.pml")
		require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
		prog, err := source.Source{Model: model}.Program(t.Context(), source.Aim{})
		if err != nil || space.Takes(prog) != "" {
			continue
		}
		want, met, ok := countPlainly(t, prog)
		if !ok {
			continue
		}
		for i, task := range []batch.Task{
			{Batch: 1}, {}, {Workers: 3, Batch: 2}, {Order: batch.BreadthFirst},
		} {
			if !thorough.Every(2, i+len(name)) {
				continue
			}
			task.Counts = true
			what := fmt.Sprintf("%s, %+v\n%s", name, task, text)
			got, taken := runTask(t, prog, task)
			require.NotEmpty(t, taken)
			require.False(t, got.Failed, what)
			require.Equal(t, counted(*want), counted(got.Result), what)
			require.Equal(t, want.Errors, got.Errors, what)
			require.Equal(t, met, inOrder(got.Met), what)
		}
		if want.Errors > 0 {
			lifted += liftAll(t, prog, want.Errors, text)
		}
		held++
		if errors += want.Errors; want.Errors > 0 {
			erring++
		}
	}
	t.Logf("%d models, %d of them with errors, %d errors, %d runs to them", held, erring, errors, lifted)
	require.Greater(t, lifted, thorough.Of(100, 1000))
	require.Greater(t, erring, thorough.Of(5, 30))
}

// mostLifted bounds the errors of a model to which runs are found.
const mostLifted = 200

// liftAll finds a run to each of the errors of a program, none shorter in choices than the one before, and
// takes its moves: there is the error.
func liftAll(t *testing.T, prog *vm.Program, errors int, text string) (n int) {
	t.Helper()
	task := &batch.Task{Batch: 3}
	_, res, err := space.Trace(prog, nil, nil, nil, task, func() func(*space.Traced) bool {
		n = 0
		before := 0
		return func(e *space.Traced) bool {
			path := e.Path()
			require.GreaterOrEqual(t, len(path), before, text)
			before = len(path)
			had := map[batch.Met]int{}
			faults := e.Faults
			if e.Kind&vm.InvalidEnd != 0 {
				faults = append(slices.Clone(faults), vm.Fault{Kind: 255})
			}
			for _, f := range faults {
				n++
				ft := &search.Fault{Kind: f.Kind, Msg: f.Msg, EndState: f.Kind == 255}
				m := batch.Met{Kind: f.Kind, Msg: f.Msg}
				if had[m]++; n > mostLifted {
					continue
				}
				moves, err := confirm.Lift(prog, path, ft, had[m]-1)
				require.NoError(t, err, text)
				again := &confirm.Replayer{Prog: prog, Fresh: prog}
				_, err = again.Replay(ft, moves)
				require.NoError(t, err, text)
			}
			return true
		}
	})
	require.NoError(t, err)
	require.Equal(t, errors, res.Errors, text)
	require.Equal(t, errors, n, text)
	return min(n, mostLifted)
}
