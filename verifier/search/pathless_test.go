package search_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/limit"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/store/cache"
	"gospin/verifier/system"
	"gospin/verifier/systemtest"
	"gospin/vm"
)

// brittle is a system whose n-th step fails an assertion.
type brittle struct {
	system.System
	n int
}

func (b *brittle) Do(s *vm.State, c *system.Choice, room int) vm.Step {
	step := b.System.Do(s, c, room)
	if b.n--; b.n == 0 {
		step.Effect |= vm.Failed
	}
	return step
}

func (b *brittle) Faults() []vm.Fault {
	return []vm.Fault{{Kind: vm.AssertionViolated, Msg: "assertion violated"}}
}

// anew makes sets of states for paths.
func anew(sys system.System) func() search.SweptStates {
	return func() search.SweptStates { return store.NewSweep(sys.Layout(), 0) }
}

// TestPathsEndWithTheContext: the repetition of a search for the path to an error has the same limits, and
// the error counts even if it is interrupted.
func TestPathsEndWithTheContext(t *testing.T) {
	searches := map[string]func(*search.Task) (*search.Result, error){
		"sweep": func(task *search.Task) (*search.Result, error) {
			states := store.NewSweep(task.Sys.Layout(), 0)
			defer states.Free()
			none := func(_ *vm.State, dst []int32) ([]int32, error) { return dst, nil }
			out, err := search.Sweep(task, &search.Line{Value: none, States: states, Anew: anew(task.Sys)})
			return out.Result, err
		},
		"cache": func(task *search.Task) (*search.Result, error) {
			cache := cache.OfKeys(task.Sys.Layout(), cache.Options{States: 1 << 20})
			defer cache.Free()
			task.Store = cache
			return search.Explore(task, search.ExploreOptions{Open: search.DepthFirst()})
		},
	}
	for name, by := range searches {
		for _, isOver := range []bool{false, true} {
			ctx, cancel := context.WithCancelCause(t.Context())
			task := &search.Task{Context: ctx, Sys: &brittle{systemtest.Counters(3, 30), 70000}}
			task.Limits.Errors = 1
			pathless, steps := false, 0
			task.OnFault = func(f *search.Fault) error {
				defer func() { pathless = search.Pathless(recover()) }()
				if isOver {
					cancel(limit.Time)
				}
				steps = len(f.Moves())
				return nil
			}
			r, err := by(task)
			require.NoError(t, err)
			require.Equal(t, 1, r.Errors, name)
			require.Equal(t, isOver, pathless, name)
			require.Equal(t, isOver, steps == 0, name)
		}
	}
}
