package conformance

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/batch"
	"gospin/verifier/modelgen"
	"gospin/verifier/por"
	"gospin/verifier/report"
	"gospin/verifier/roots"
	"gospin/verifier/space"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/verifier/way"
	"gospin/vm"
	"gospin/vm/compile"
)

// batchWay is a way to search batches of roots.
type batchWay struct {
	name  string
	rule  func(p *vm.Program) por.Rule // nil: it is not reduced
	order batch.Order
	size  int  // of batches
	blind bool // every set is accepted
}

// batchOrders are those of searches, by their names.
var batchOrders = map[string]batch.Order{
	"any": batch.AnyOrder, "dfs": batch.DepthFirst, "bfs": batch.BreadthFirst,
}

// batchSizes are those of batches that are most unlike each other.
var batchSizes = []int{1, 24, 1000}

// batchWays are those that must find every deadlock and every failed assertion.
func batchWays() (out []batchWay) {
	rules := map[string]func(p *vm.Program) por.Rule{"off": nil, "computed": computed(false)}
	for _, rule := range slices.Sorted(maps.Keys(rules)) {
		for _, order := range slices.Sorted(maps.Keys(batchOrders)) {
			for i, size := range batchSizes {
				if batchOrders[order] == batch.DepthFirst && i > 0 { // it has no batches
					continue
				}
				name := fmt.Sprintf("batches of %d, %s order, %s", size, order, rule)
				out = append(out, batchWay{name, rules[rule], batchOrders[order], size, false})
			}
		}
	}
	return out
}

// safety is what a search finds. The result false says that it can't be made.
func (w *batchWay) safety(t *testing.T, p *vm.Program) (found safety, ok bool) {
	t.Helper()
	if space.Takes(p) != "" {
		return found, false
	}
	var rule por.Rule
	if w.rule != nil {
		rule = w.rule(p)
	}
	for grain := 0; ; grain++ {
		s := space.New(func() space.Noted { return system.Of(vm.NewMachine(p)) }, grain, nil)
		if rule != nil {
			s.Reduce(rule)
		}
		r := &telling{Space: s, prog: p, blind: w.blind, faults: map[string]bool{}}
		res, err := batch.Search(&batch.Task{Space: r, Order: w.order, Batch: w.size, Reduced: rule != nil})
		if errors.Is(err, batch.ErrWide) && grain < space.Coarsest {
			continue
		}
		require.NoError(t, err)
		if res.Failed || r.aborted { // the initial state, or what nobody else could tell of
			return found, false
		}
		found.States, found.Deadlocks = int(res.Stored), r.deadlocks
		found.Faults = slices.Sorted(maps.Keys(r.faults))
		return found, true
	}
}

// telling is a space whose engines note errors, and hide them so that the search goes on.
type telling struct {
	*space.Space
	prog      *vm.Program
	blind     bool
	deadlocks int
	faults    map[string]bool
	aborted   bool
}

func (s *telling) Engine() any {
	switch e := s.Space.Engine().(type) {
	case batch.Reduced[[1]uint64]:
		return &tellingEngine[[1]uint64]{e, s}
	case batch.Reduced[[2]uint64]:
		return &tellingEngine[[2]uint64]{e, s}
	case batch.Reduced[[3]uint64]:
		return &tellingEngine[[3]uint64]{e, s}
	case batch.Reduced[[4]uint64]:
		return &tellingEngine[[4]uint64]{e, s}
	case batch.Reduced[[8]uint64]:
		return &tellingEngine[[8]uint64]{e, s}
	default:
		panic(fmt.Sprintf("%T", e))
	}
}

type tellingEngine[R roots.Root] struct {
	batch.Reduced[R]
	to *telling
}

func (e *tellingEngine[R]) Expand(r *R, out *batch.Found[R]) (vm.Effect, bool) {
	effect, ok := e.Reduced.Expand(r, out)
	e.note(effect)
	return 0, ok
}

func (e *tellingEngine[R]) ExpandAmple(r *R, after uint8, out *batch.Found[R]) (uint8, vm.Effect, bool) {
	set, effect, ok := e.Reduced.ExpandAmple(r, after, out)
	e.note(effect)
	if e.to.blind {
		set = 0
	}
	return set, 0, ok
}

func (e *tellingEngine[R]) note(effect vm.Effect) {
	if effect&vm.InvalidEnd != 0 {
		e.to.deadlocks++
	}
	if effect&vm.Failed != 0 {
		for _, f := range e.Faults() {
			e.to.faults[nameOf(e.to.prog, f.Kind, f.Trans, f.Pid, f.Msg)] = true
		}
	}
	if effect&vm.Abort != 0 {
		e.to.aborted = true
	}
}

// TestReducedBatchesKeepFaults: in random models, in whatever order batches of whatever size are searched,
// with a reduction and without, there are as many deadlocks, and the same assertions fail.
func TestReducedBatchesKeepFaults(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_REDUCED", thorough.Of(10, 60)), number(t, "GOSPIN_SEED", 1)
	stored, raws, compared, searched := map[string]int{}, 0, 0, 0
	for seed := uint64(first); compared < wanted; seed++ {
		text := modelgen.Reducible(seed)
		p := compiled(t, text, variant(seed))
		raw, ok := rawSafety(p)
		if !ok {
			continue
		}
		compared++
		for i, w := range batchWays() {
			got, ok := w.safety(t, p)
			if !ok {
				break
			}
			if i == 0 {
				searched++
				raws += raw.States
			}
			if why := got.differs(&raw); why != "" {
				t.Errorf("seed %d, %s:\n%s\n%s", seed, w.name, why, text)
			}
			if w.rule == nil && got.States != raw.States || got.States > raw.States {
				t.Errorf("seed %d, %s: %d states of %d\n%s", seed, w.name, got.States, raw.States, text)
			}
			stored[w.name] += got.States
			if again, _ := w.safety(t, p); again.States != got.States {
				t.Errorf("seed %d, %s: %d states, then %d\n%s", seed, w.name, got.States, again.States, text)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(stored)) {
		t.Logf("%s: %d states of %d", name, stored[name], raws)
	}
	require.Greater(t, searched, wanted*3/4)
}

// TestReducedBatchRunsAgree: of whole runs up to the first error, the verdict is that without a reduction, in
// every order. Counterexamples have been replayed.
func TestReducedBatchRunsAgree(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_REDUCED", thorough.Of(10, 60)), number(t, "GOSPIN_SEED", 1)
	violated, batches := 0, 0
	for seed := first; seed < first+wanted; seed++ {
		text := modelgen.Reducible(uint64(seed))
		if _, ok := rawSafety(compiled(t, text, compile.Options{})); !ok {
			continue
		}
		o := verifier.Options{}
		o.Model, o.Errors, o.Compress, o.POR = filepath.Join(t.TempDir(), "m.pml"), 1, "mask", "off"
		require.NoError(t, os.WriteFile(o.Model, []byte(text), 0o600))
		raw, err := verifier.Run(context.Background(), o)
		require.NoError(t, err)
		if raw.Verdict == report.Violated {
			violated++
		}
		o.Compress, o.POR = "roots", "computed"
		for _, o.Order = range way.Orders() {
			for _, o.Merging = range ask.Mergings {
				got, err := verifier.Run(context.Background(), o)
				if err != nil || got.Verdict != raw.Verdict {
					t.Errorf("seed %d, order %s, merging %s: %v\n%s", seed, o.Order, o.Merging, err, text)
				} else if got.Engine == "batch" {
					batches++
				}
			}
		}
	}
	t.Logf("%d violated, %d searches in batches without an error", violated, batches)
	require.Greater(t, violated, wanted/6)
	require.Greater(t, batches, wanted)
}
