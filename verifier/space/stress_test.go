package space_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/atomic"
	"gospin/verifier/batch"
	"gospin/verifier/modelgen"
	"gospin/verifier/roots"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/space"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// stress is what is done to a space.
type stress struct {
	pack   int // packed again after this many states; 0: only when necessary
	forget int // engines forget everything after this many states; 0: never
	coarse bool
	split  bool // processes are split at once
	step   bool // sequences are remembered step by step at once
	tight  bool // there is no room to remember anything
	grain  int

	order   batch.Order
	workers int
}

// stressed is a space under stress.
type stressed struct {
	*space.Space
	stress
}

// Engine implements batch.Space.
func (s *stressed) Engine() any {
	e := s.Space.Engine()
	if s.coarse {
		e.(space.Hooks).Coarsen()
	}
	switch e := e.(type) {
	case batch.Engine[[1]uint64]:
		return &burdened[[1]uint64]{Engine: e, stress: s.stress}
	case batch.Engine[[2]uint64]:
		return &burdened[[2]uint64]{Engine: e, stress: s.stress}
	case batch.Engine[[3]uint64]:
		return &burdened[[3]uint64]{Engine: e, stress: s.stress}
	case batch.Engine[[4]uint64]:
		return &burdened[[4]uint64]{Engine: e, stress: s.stress}
	}
	return e
}

// burdened is an engine under stress.
type burdened[R roots.Root] struct {
	batch.Engine[R]
	stress
	done int // states
}

// Expand implements batch.Engine.
func (e *burdened[R]) Expand(r *R, out *batch.Found[R]) (vm.Effect, bool) {
	if e.pack > 0 && e.done == e.pack {
		return 0, false
	}
	if e.forget > 0 && e.done%e.forget == 0 {
		e.Engine.(space.Hooks).Forget()
	}
	e.done++
	effect, ok := e.Engine.Expand(r, out)
	if !ok {
		e.done--
	}
	return effect, ok
}

// counts has what all searches agree on.
type counts struct {
	stored, matched, atomic uint64
	errors                  int
}

// known is a model whose counts are known.
type known struct {
	text  string
	prog  *vm.Program
	want  counts
	depth int
	taken []byte
	broke bool // there are run-time errors
}

// searched finds the counts of a model by a search of single steps. It returns false if the model is too
// large, has no roots, or has faults that end the search.
func searched(t *testing.T, text string, most uint64) (*known, bool) {
	t.Helper()
	model := filepath.Join(t.TempDir(), "m.pml")
	require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
	prog, err := source.Source{Model: model}.Program(t.Context(), source.Aim{})
	if err != nil || space.Takes(prog) != "" {
		return nil, false
	}
	k := &known{text: text, prog: prog, taken: make([]byte, len(prog.Trans))}
	st := store.NewPlain(prog.Layout, 0)
	defer st.Free()
	r, err := search.DFS(&search.Task{
		Sys:    atomic.New(system.Of(vm.NewMachine(prog)), k.taken),
		Store:  st,
		Taken:  k.taken,
		Limits: search.Limits{States: most},
		OnFault: func(f *search.Fault) error {
			k.broke = k.broke || !f.EndState && !f.Kind.IsAssertion()
			return nil
		},
	}, search.DFSOptions{})
	require.NoError(t, err)
	k.want, k.depth = counts{r.Stored, r.Matched, r.AtomicSteps, r.Errors}, r.Depth
	return k, !r.Stopped && len(r.Incomplete) == 0
}

// bear searches a model under stress, and compares the counts. It returns false if the grain is too fine, or
// a depth-first search would end at a run-time error.
func (k *known) bear(t *testing.T, s stress) (space.Stats, bool) {
	t.Helper()
	if k.broke && s.order == batch.DepthFirst {
		return space.Stats{}, false
	}
	split, step, room := space.SplitFrom, space.StepFrom, space.LeastRoom
	if s.split {
		split = 1
	}
	if s.step {
		step = 0
	}
	if s.tight {
		room = 0
	}
	defer space.Hasten(split, step, room)()
	taken := make([]byte, len(k.prog.Trans))
	states := space.New(machineOf(k.prog), s.grain, taken)
	task := &batch.Task{Space: &stressed{states, s}, Order: s.order, Workers: s.workers, Batch: 3}
	task.Counts = true
	want := k.want
	if s.order == batch.DepthFirst { // it ends at the first error
		task.Limits, want.errors = search.Limits{NoEnd: true, NoAssert: true}, 0
	}
	r, err := batch.Search(task)
	if s.grain < space.Coarsest && errors.Is(err, batch.ErrWide) {
		return space.Stats{}, false
	}
	what := fmt.Sprintf("%+v\n%s", s, k.text)
	require.NoError(t, err, what)
	require.False(t, r.Failed, "%s: %v", what, r.Faults)
	require.Equal(t, want, counts{r.Stored, r.Matched, r.AtomicSteps, r.Errors}, what)
	if s.order == batch.DepthFirst {
		require.Equal(t, k.depth, r.Depth, what)
	}
	did := states.Stats()
	for i, x := range k.taken[1:] { // the first one is for the end of processes
		require.Equal(t, x != 0, taken[i+1] != 0, "%s: transition %d", what, i+1)
	}
	return did, true
}

func machineOf(prog *vm.Program) func() space.Noted {
	return func() space.Noted { return system.Of(vm.NewMachine(prog)) }
}

// stresses returns the stresses for a model with this many states.
func stresses(states uint64) (all []stress) {
	for _, n := range []int{1, 2, 7, 50} {
		if uint64(n)*100 > states {
			all = append(all, stress{pack: n}, stress{pack: n, order: batch.DepthFirst, step: true},
				stress{pack: n, workers: 3, forget: 3, split: true})
		}
		all = append(all, stress{forget: n})
	}
	for grain := range space.Coarsest + 1 {
		all = append(
			all,
			stress{grain: grain},
			stress{grain: grain, step: true, split: true, coarse: grain%2 == 1},
		)
	}
	return append(
		all,
		stress{split: true},
		stress{step: true},
		stress{coarse: true},
		stress{tight: true},
		stress{
			split: true,
			tight: true,
			order: batch.BreadthFirst,
		},
		stress{step: true, tight: true, order: batch.DepthFirst},
		stress{
			split: true,
			step:  true,
			order: batch.DepthFirst,
		},
		stress{coarse: true, step: true, order: batch.DepthFirst},
		stress{step: true, workers: 3, forget: 7},
		stress{coarse: true, split: true, step: true, workers: 2},
	)
}

// TestModelsUnderStress checks that nothing an engine does changes the counts.
func TestModelsUnderStress(t *testing.T) {
	micro, err := filepath.Glob("../conformance/testdata/micro/*.pml")
	require.NoError(t, err)
	require.NotEmpty(t, micro)
	var texts []string
	for _, path := range micro {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		texts = append(texts, string(text))
	}
	texts = append(texts, found...)
	wanted := thorough.Of(10, 60)
	if n, err := strconv.Atoi(os.Getenv("GOSPIN_BATCHED")); err == nil {
		wanted = n
	}
	for seed := range uint64(wanted) {
		texts = append(texts, modelgen.Varied(10_000+seed))
	}
	var sum space.Stats
	tried, held, fine := 0, 0, 0
	for i, text := range texts {
		if !thorough.Every(3, i) {
			continue
		}
		tried++
		k, ok := searched(t, text, thorough.Of[uint64](400, 3000))
		if !ok {
			continue
		}
		held++
		for _, s := range stresses(k.want.stored) {
			if did, ok := k.bear(t, s); ok {
				fine++
				sum.Split += did.Split
				sum.Forgot += did.Forgot
				sum.Repacks += did.Repacks
				sum.Fallback += did.Fallback
			}
		}
	}
	t.Logf("%d of %d models, %d searches; %+v", held, tried, fine, sum)
	require.Greater(t, held, tried/3)
	for _, n := range []uint64{sum.Split, sum.Forgot, uint64(sum.Repacks), sum.Fallback} {
		require.Greater(t, n, thorough.Of[uint64](100, 1000))
	}
}

// found has models in which faults were found.
var found = []string{
	// a single message has the same ends as one with others after it
	"chan q = [3] of { byte }; active proctype A() { do :: q!0 :: q!1 od } active proctype B() { do :: q?_ od }\n" +
		"active proctype C() { do :: q??[1] od }",
	// long sequences
	"byte x; active proctype P() { short l; atomic { do :: l < 400 -> l++ :: else -> break od; l = 0 }; x = 1 }\n" +
		"active proctype Q() { x = 2; x = 3 }",
	"byte x; chan c = [0] of { byte }; active proctype Q() { x = 2; x = 3 }\n" +
		"active proctype P() { short l; x == 3; atomic { do :: l < 400 -> l++ :: c!1 :: l > 395 -> break od; l = 0 } }",
	// a fault within a sequence
	"byte x, y; active proctype P() { atomic { x = 1; assert(y == 0); x = 2 } }\n" +
		"active proctype Q() { y = 1; y = 2 }",
}

// TestOneStateOfManyChoices checks a state with more successors than there is room to remember.
func TestOneStateOfManyChoices(t *testing.T) {
	options := strings.Repeat(":: x = 0 :: x = 1 ", 250)
	k, ok := searched(t, "byte x; active [240] proctype P() { do "+options+"od }", 10)
	require.True(t, ok)
	require.Equal(t, counts{2, 239_999, 0, 0}, k.want)
	did, _ := k.bear(t, stress{})
	require.Positive(t, did.Forgot)
}
