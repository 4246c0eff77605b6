package conformance

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/atomic"
	"gospin/verifier/batch"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/space"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/verifier/way"
	"gospin/vm"
)

// manner is how states are searched in batches.
type manner struct {
	order   batch.Order
	workers int
	batch   int // 0: the default
}

func (w manner) String() string {
	return fmt.Sprintf("%s, %d workers, batches of %d", way.Orders()[w.order], w.workers, w.batch)
}

// sizes of batches.
var sizes = []int{1, 2, 24, 1000}

// everyManner are all orders, sizes of batches, and up to so many workers.
func everyManner(workers ...int) (all []manner) {
	for _, n := range sizes {
		for _, w := range workers {
			all = append(all, manner{batch.AnyOrder, w, n})
		}
		all = append(all, manner{batch.DepthFirst, 1, n}, manner{batch.BreadthFirst, 1, n})
	}
	return all
}

// raw search: nothing is left out, and errors don't end it.
type plainly struct {
	search.Result
	kinds []vm.FaultKind // of errors at run time
	taken []byte         // transitions
}

// searchPlainly searches step by step, with whole states, depth first. States are so many at most; 0: any
// number.
func searchPlainly(t *testing.T, prog *vm.Program, states uint64) *plainly {
	t.Helper()
	p := &plainly{taken: make([]byte, len(prog.Trans))}
	st := store.NewPlain(prog.Layout, 0)
	defer st.Free()
	r, err := search.DFS(&search.Task{
		Sys:    atomic.New(system.Of(vm.NewMachine(prog)), p.taken),
		Store:  st,
		Limits: search.Limits{NoEnd: true, NoAssert: true, States: states},
		Taken:  p.taken,
		OnFault: func(f *search.Fault) error {
			p.kinds = append(p.kinds, f.Kind)
			return nil
		},
	}, search.DFSOptions{})
	require.NoError(t, err)
	p.Result = *r
	return p
}

// searchBatches does so in batches of roots. The results false say that the program's states are no roots.
func searchBatches(t *testing.T, prog *vm.Program, w manner) (*batch.Result, []byte) {
	t.Helper()
	return searchTask(t, prog, batch.Task{Order: w.order, Workers: w.workers, Batch: w.batch})
}

func searchTask(t *testing.T, prog *vm.Program, task batch.Task) (*batch.Result, []byte) {
	t.Helper()
	task.Limits = search.Limits{NoEnd: true, NoAssert: true}
	return runTask(t, prog, task)
}

// runTask makes a search of a program's states as roots, of coarser components where they are too wide.
func runTask(t *testing.T, prog *vm.Program, task batch.Task) (*batch.Result, []byte) {
	t.Helper()
	taken := make([]byte, len(prog.Trans))
	machine := func() space.Noted { return system.Of(vm.NewMachine(prog)) }
	for grain := 0; ; grain++ {
		s := space.New(machine, grain, taken)
		s.SetWidths(task.Widths())
		task.Space = s
		r, err := space.Run(&task)
		s.Stats() // it marks what is taken
		if grain < space.Coarsest && errors.Is(err, batch.ErrWide) {
			continue
		}
		require.NoError(t, err)
		return r, taken
	}
}

// holdBatches compares a search in batches with one that is not.
func holdBatches(t *testing.T, prog *vm.Program, want *plainly, w manner, text string) {
	t.Helper()
	got, taken := searchBatches(t, prog, w)
	holdResult(t, want, got, taken, w.order == batch.DepthFirst, fmt.Sprintf("%v\n%s", w, text))
}

// holdResult compares what has been found in batches, depth first or not.
func holdResult(t *testing.T, want *plainly, got *batch.Result, taken []byte, deep bool, what string) {
	t.Helper()
	if len(want.Incomplete) > 0 { // both end where it is aborted
		require.True(t, got.Failed, what)
		return
	}
	if len(want.kinds) > 0 {
		require.True(t, got.Failed, "%s: %v", what, want.kinds)
		require.NotEmpty(t, got.Faults, what)
		for _, f := range got.Faults {
			if f.Kind != vm.AssertionViolated {
				require.Contains(t, want.kinds, f.Kind, what)
			}
		}
		return
	}
	require.False(t, got.Failed, "%s: %v", what, got.Faults)
	require.Empty(t, got.Incomplete, what)
	require.Equal(t, counted(want.Result), counted(got.Result), what)
	if deep {
		require.Equal(t, want.Depth, got.Depth, what)
	}
	require.Equal(t, want.MaxVector, got.MaxVector, what)
	for i, x := range want.taken[1:] { // the first is that of deaths
		require.Equal(t, x != 0, taken[i+1] != 0, "%s: transition %d", what, i+1)
	}
}

// counted is what does not depend on the order.
func counted(r search.Result) string {
	return fmt.Sprintf("stored=%d matched=%d transitions=%d atomic=%d",
		r.Stored, r.Matched, r.Transitions(), r.AtomicSteps)
}

// TestExamplesInBatches: the figures that the examples record, in many manners.
func TestExamplesInBatches(t *testing.T) {
	t.Parallel()
	models, err := filepath.Glob(filepath.Join(examples, "*.pml"))
	require.NoError(t, err)
	require.NotEmpty(t, models)
	some := []manner{ // others are elsewhere
		{
			batch.AnyOrder,
			1,
			1,
		}, {batch.AnyOrder, 8, 0}, {batch.DepthFirst, 1, 1000}, {batch.BreadthFirst, 1, 2},
		{
			batch.AnyOrder,
			3,
			1000,
		}, {batch.DepthFirst, 1, 1}, {batch.AnyOrder, 2, 2}, {batch.BreadthFirst, 1, 1000},
		{
			batch.DepthFirst,
			1,
			2,
		}, {batch.AnyOrder, 1, 1000}, {batch.AnyOrder, 3, 1}, {batch.BreadthFirst, 1, 1},
	}
	for i, model := range models {
		t.Run(filepath.Base(model), func(t *testing.T) {
			text, err := os.ReadFile(model)
			require.NoError(t, err)
			var want figures
			_, err = fmt.Sscanf(string(directive.FindSubmatch(text)[1]),
				"stored=%d matched=%d transitions=%d atomic=%d depth=%d errors=%d", &want.Stored,
				&want.Matched, &want.Transitions, &want.Atomic, &want.Depth, &want.Errors)
			require.NoError(t, err)
			prog, err := source.Source{Model: model}.Program(t.Context(), source.Aim{})
			require.NoError(t, err)
			manners := thorough.Of(some[i%len(some):][:1], []manner{some[i%len(some)], some[(i+5)%len(some)]})
			if want.Stored < verySmall || os.Getenv("GOSPIN_LARGE") != "" {
				manners = everyManner(1, 2, 3, 8)
			}
			for _, w := range manners {
				got, _ := searchBatches(t, prog, w)
				require.False(t, got.Failed)
				was := figures{
					int64(got.Stored),
					int64(got.Matched),
					int64(got.Transitions()),
					int64(got.AtomicSteps),
					want.Depth,
					0,
				}
				if w.order == batch.DepthFirst {
					was.Depth = int64(got.Depth)
				}
				require.Equal(t, want, was, "%v", w)
			}
		})
	}
}

// TestMicroModelsInBatches: the micro-models, with errors and without.
func TestMicroModelsInBatches(t *testing.T) {
	t.Parallel()
	models, err := filepath.Glob("testdata/micro/*.pml")
	require.NoError(t, err)
	require.NotEmpty(t, models)
	held := 0
	for i, model := range models {
		t.Run(filepath.Base(model), func(t *testing.T) {
			prog, err := source.Source{Model: model}.Program(t.Context(), source.Aim{})
			if err != nil {
				t.Skip("refused")
			}
			if why := space.Takes(prog); why != "" {
				t.Skip(why)
			}
			want := searchPlainly(t, prog, 0)
			if slices.Contains(want.Incomplete, search.EndlessAtomic) {
				t.Skip("endless")
			}
			held++
			for k, w := range everyManner(1, 2, 3, 8) {
				if !thorough.Every(12, i+k) {
					continue
				}
				holdBatches(t, prog, want, w, "")
			}
		})
	}
	require.Greater(t, held, len(models)/2)
}
