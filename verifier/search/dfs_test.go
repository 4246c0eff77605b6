package search_test

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/limit"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/systemtest"
	"gospin/vm"
)

// fault is a fault with its path.
type fault struct {
	search.Fault
	Moves []vm.Move
}

func run(t *testing.T, sys system.System, task search.Task) (*search.Result, []fault) {
	t.Helper()
	var faults []fault
	task.Sys = sys
	if task.Store == nil {
		task.Store = store.NewCollapse(sys.Layout(), 0)
	}
	if task.OnFault == nil {
		task.OnFault = func(f *search.Fault) error {
			faults = append(faults, fault{*f, f.Moves()})
			return nil
		}
	}
	defer task.Store.Free()
	r, err := search.DFS(&task, search.DFSOptions{})
	require.NoError(t, err)
	return r, faults
}

// TestPrintedDepths: pan prints "assertion violated (x==2) (at depth 0)" for `active proctype P(){
// d_step{x=1;assert(x==2)}; x==9 }` and "invalid end state (at depth -1)" for `active proctype P(){ x==9 }`.
func TestPrintedDepths(t *testing.T) {
	r, faults := run(t, systemtest.Asserting(), search.Task{})
	require.Equal(t, 2, r.Errors)
	require.Equal(t, "assertion violated (x==1)", faults[0].Msg)
	require.Equal(t, 0, faults[0].Depth)
	require.Len(t, faults[0].Moves, 1)
	require.True(t, faults[1].EndState)
	require.Equal(t, 0, faults[1].Depth)

	r, faults = run(t, systemtest.Blocked(), search.Task{})
	require.EqualValues(t, 1, r.Stored)
	require.EqualValues(t, 1, r.Transitions())
	require.Equal(t, -1, faults[0].Depth)
	require.Empty(t, faults[0].Moves)
}

func TestWhatIsNotLookedFor(t *testing.T) {
	r, faults := run(t, systemtest.Asserting(), search.Task{Limits: search.Limits{NoAssert: true}})
	require.Equal(t, 1, r.Errors)
	require.True(t, faults[0].EndState)
	r, faults = run(t, systemtest.Asserting(), search.Task{Limits: search.Limits{NoEnd: true}})
	require.Equal(t, 1, r.Errors)
	require.False(t, faults[0].EndState)
	require.EqualValues(t, 2, r.Stored)
}

// expand finds the choices of a state. If a process loses the control of an atomic sequence, they are the
// choices of all processes.
func expand(sys system.System, s *vm.State) *system.Expansion {
	x := &system.Expansion{}
	if sys.Expand(s, x); x.Effect&vm.Released != 0 {
		sys.Expand(s, x)
	}
	return x
}

// TestTrails replays the path to each error.
func TestTrails(t *testing.T) {
	replayed := 0
	for seed := range uint64(100) {
		_, faults := run(t, systemtest.Random(seed), search.Task{})
		for _, f := range faults {
			sys := systemtest.Random(seed)
			var s vm.State
			sys.Initial(&s)
			eff := vm.Effect(0)
			for _, m := range f.Moves {
				c := system.ChoiceOf(m)
				require.Contains(t, expand(sys, &s).Choices, c)
				eff = sys.Do(&s, &c, 0).Effect
			}
			if f.EndState {
				require.NotZero(t, expand(sys, &s).Effect&vm.InvalidEnd)
			} else {
				require.NotZero(t, eff&vm.Failed)
				require.Equal(t, f.Msg, sys.Faults()[0].Msg)
			}
			replayed++
		}
	}
	require.Greater(t, replayed, 100)
}

func TestStopsAtTheNthError(t *testing.T) {
	r, faults := run(t, systemtest.Asserting(), search.Task{Limits: search.Limits{Errors: 1}})
	require.Equal(t, 1, r.Errors)
	require.Len(t, faults, 1)
	require.True(t, r.Stopped)
	require.EqualValues(t, 1, r.Stored, "what is behind the error is not visited")
}

func TestOnFaultEndsTheSearch(t *testing.T) {
	sys := systemtest.Asserting()
	broken := errors.New("disk full")
	_, err := search.DFS(&search.Task{Sys: sys, Store: store.NewPlain(sys.Layout(), 0),
		OnFault: func(*search.Fault) error { return broken }}, search.DFSOptions{})
	require.ErrorIs(t, err, broken)
}

// TestEndlessAtomic: the search ends, even if every cycle of the sequence has a choice.
func TestEndlessAtomic(t *testing.T) {
	for ways := 1; ways <= 3; ways++ {
		r, _ := run(t, systemtest.Endless(ways), search.Task{})
		require.Equal(t, []string{search.EndlessAtomic}, r.Incomplete)
		require.False(t, r.Stopped)
		require.EqualValues(t, 3, r.Stored)
	}
}

// late is a context whose deadline has passed.
func late() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(limit.Time)
	return ctx
}

func TestLimits(t *testing.T) {
	r, _ := run(t, systemtest.Counters(4, 20), search.Task{Context: late()})
	require.Equal(t, []string{search.TimeLimit}, r.Incomplete)
	require.True(t, r.Stopped)

	for _, mk := range []func(system.System) store.Store{
		func(s system.System) store.Store { return store.NewPlain(s.Layout(), 2<<20) },
		func(s system.System) store.Store { return store.NewCollapse(s.Layout(), 1<<20) },
	} {
		sys := systemtest.Counters(4, 25)
		st := mk(sys)
		r, err := search.DFS(&search.Task{Sys: sys, Store: st}, search.DFSOptions{})
		require.NoError(t, err)
		require.Equal(t, []string{search.MemoryLimit}, r.Incomplete)
		require.True(t, r.Stopped)
		require.LessOrEqual(t, st.Stats().Bytes, int64(2<<20))
		require.Equal(t, r.Stored, st.Stats().Stored)
		require.Greater(t, r.Stored, uint64(20000))
		st.Free()
	}

	// The stack's memory counts, in addition to the store's.
	sys := systemtest.Counters(4, 25)
	st := store.NewCollapse(sys.Layout(), 0)
	r, _ = run(t, sys, search.Task{Store: st, Limits: search.Limits{Memory: 3 << 20}})
	require.Equal(t, []string{search.MemoryLimit}, r.Incomplete)
	require.True(t, r.Stopped)
	require.Greater(t, r.Stack, int64(1<<20))
	require.LessOrEqual(t, r.Stack, int64(3<<20))

	r, _ = run(t, systemtest.Counters(2, 10), search.Task{Limits: search.Limits{Depth: 7}})
	require.Equal(t, []string{search.DepthLimit}, r.Incomplete)
	require.False(t, r.Stopped)
	require.Equal(t, 6, r.Depth)
}

func TestProgress(t *testing.T) {
	calls := 0
	r, _ := run(t, systemtest.Counters(4, 24), search.Task{Progress: func(r *search.Result) {
		calls++
		require.Positive(t, r.Stored)
	}})
	require.EqualValues(t, 24*24*24*24, r.Stored)
	require.EqualValues(t, 4*24*24*24*24+1, r.Transitions())
	require.GreaterOrEqual(t, calls, 3)
}

// TestAllocations: tables, arenas and stacks grow now and then, but no transition allocates.
func TestAllocations(t *testing.T) {
	for _, mk := range []func(system.System) store.Store{
		func(s system.System) store.Store { return store.NewPlain(s.Layout(), 0) },
		func(s system.System) store.Store { return store.NewCollapse(s.Layout(), 0) },
	} {
		sys := systemtest.Counters(4, 20)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r, _ := run(t, sys, search.Task{Store: mk(sys)})
		runtime.ReadMemStats(&after)
		require.EqualValues(t, 640001, r.Transitions())
		require.Less(t, after.Mallocs-before.Mallocs, r.Transitions()/500)
	}
}

func benchmark(b *testing.B, mk func(system.System) store.Store) {
	b.ReportAllocs()
	n := uint64(0)
	for range b.N {
		sys := systemtest.Counters(6, 10)
		st := mk(sys)
		r, err := search.DFS(&search.Task{Sys: sys, Store: st}, search.DFSOptions{})
		require.NoError(b, err)
		n = r.Transitions()
		b.ReportMetric(float64(st.Stats().Bytes)/float64(r.Stored), "bytes/state")
		st.Free()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/transition")
}

func BenchmarkPlain(b *testing.B) {
	benchmark(b, func(s system.System) store.Store { return store.NewPlain(s.Layout(), 0) })
}

func BenchmarkCollapse(b *testing.B) {
	benchmark(b, func(s system.System) store.Store { return store.NewCollapse(s.Layout(), 0) })
}
