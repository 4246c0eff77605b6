package por_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/atomic"
	"gospin/verifier/modelgen"
	"gospin/verifier/por"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// findings are the errors that a reduction must preserve.
type findings struct {
	deadlocks int
	failed    map[string]bool
}

// searched explores a system depth first. It returns false if there are too many states.
func searched(t *testing.T, sys system.System, st store.Store, p search.Proviso) (findings, uint64, bool) {
	t.Helper()
	out := findings{failed: map[string]bool{}}
	defer st.Free()
	r, err := search.DFS(&search.Task{
		Sys: sys, Store: st, Limits: search.Limits{Depth: 100000, States: 20000},
		OnFault: func(f *search.Fault) error {
			if f.EndState {
				out.deadlocks++
			} else {
				out.failed[f.Msg] = true
			}
			return nil
		},
	}, search.DFSOptions{Proviso: p})
	require.NoError(t, err)
	return out, r.Stored, len(r.Incomplete) == 0 && !r.Stopped
}

// compiled returns the program of a model, or nil if SPIN's language does not permit the model.
func compiled(t *testing.T, text string) *vm.Program {
	t.Helper()
	path := filepath.Join(t.TempDir(), "random.pml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	prog, err := source.Source{Model: path}.Program(t.Context(), source.Aim{})
	if err != nil {
		return nil
	}
	return prog
}

// tally has the results of comparisons.
type tally struct {
	compared, fewer int
	raw, stored     uint64
}

// compare searches a program with the rule and without it, and compares the findings.
func (c *tally) compare(t *testing.T, name string, prog *vm.Program, o por.ComputedOptions) bool {
	t.Helper()
	if o.Off(prog) != "" {
		return true
	}
	machine := func() system.Reducible { return system.Of(vm.NewMachine(prog)) }
	plain := func() store.Store { return store.NewPlain(prog.Layout, 0) }
	want, raw, ok := searched(t, atomic.New(machine(), nil), plain(), search.Anywhere)
	if !ok {
		return true
	}
	proviso := search.SomeOff
	if o.Static {
		proviso = search.Anywhere
	}
	reduced := por.New(machine(), computed(t, prog, o), o.Static)
	got, stored, _ := searched(t, atomic.New(reduced, nil), plain(), proviso)
	if !equal(want, got) {
		t.Logf("%s (static %v): %v of %d states, reduced %v of %d", name, o.Static, want, raw, got, stored)
		return false
	}
	c.compared++
	c.raw += raw
	c.stored += stored
	if stored < raw {
		c.fewer++
	}
	return true
}

func equal(a, b findings) bool {
	same := a.deadlocks == b.deadlocks && len(a.failed) == len(b.failed)
	for msg := range a.failed {
		same = same && b.failed[msg]
	}
	return same
}

var dynamic, static = por.ComputedOptions{}, por.ComputedOptions{Static: true}

// TestComputedKeepsFindings: there are as many deadlocks with the rule as without it, and the same assertions
// fail.
func TestComputedKeepsFindings(t *testing.T) {
	var random, micro tally
	for seed := range uint64(seeds(thorough.Of(25, 90))) {
		texts := []string{modelgen.Random(seed), modelgen.Tangled(seed), modelgen.Reducible(seed)}
		for i, text := range texts {
			if prog := compiled(t, text); prog != nil {
				for _, o := range []por.ComputedOptions{dynamic, static} {
					if !random.compare(t, []string{"random", "tangled", "reducible"}[i], prog, o) {
						t.Errorf("seed %d", seed)
					}
				}
			}
		}
	}
	models, err := filepath.Glob("../conformance/testdata/micro/*.pml")
	require.NoError(t, err)
	require.NotEmpty(t, models)
	for i, path := range models {
		if !thorough.Every(3, i) {
			continue
		}
		prog, err := source.Source{Model: path}.Program(t.Context(), source.Aim{})
		if err != nil {
			continue
		}
		for _, o := range []por.ComputedOptions{dynamic, static} {
			if !micro.compare(t, path, prog, o) {
				t.Errorf("%s", path)
			}
		}
	}
	t.Logf("random %+v, micro %+v", random, micro)
	require.Greater(t, random.fewer, thorough.Of(15, 60))
	require.Greater(t, micro.fewer, thorough.Of(15, 50))
}
