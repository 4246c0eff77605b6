package conformance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/ask"
	"gospin/verifier/search"
	"gospin/verifier/system"
	"gospin/verifier/systemtest"
	"gospin/vm"
	"gospin/vm/compile"
)

// unsound are models in which SPIN's reduction loses what there is to find, with the errors of ./pan -c0 in
// raw mode; reduced, pan finds none in all of them.
//
//	spin -a -o1 -o2 -o3 MODEL
//	gcc -DSAFETY -DNOCLAIM -DNOCOMP -DNOREDUCE -o pan pan.c; ./pan -c0 -n -m100000
//	gcc -DNOREDUCE -o pan pan.c; ./pan -a -c0 -n -m100000  # those with claims
var unsound = []struct {
	name   string
	claim  string
	errors int
}{
	{"order", "", 2},
	{"reuse", "", 2},
	{"zombie", "", 1},
	{"index", "", 2},
	{"argument", "", 2},
	{"keyword", "", 2},
	{"variable", "p", 1},
	{"number", "p", 2},
	{"stutter", "c", 2},
}

// TestWhereSpinIsUnsound: every reduction of our own finds what pan loses.
func TestWhereSpinIsUnsound(t *testing.T) {
	t.Parallel()
	for _, c := range unsound {
		t.Run(c.name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata/unsound", c.name+".pml"))
			require.NoError(t, err)
			p := compiled(t, string(text), compile.Options{Claim: c.claim})
			if c.claim != "" {
				for _, w := range liveWays() {
					for _, name := range reducedStores {
						violated, _ := w.verdict(t, p, name)
						require.True(t, violated, "%s, %s", w.name, name)
					}
				}
				return
			}
			raw, ok := rawSafety(p)
			require.True(t, ok)
			require.Equal(t, c.errors, errorsOf(t, p))
			for _, w := range safeWays() {
				for _, name := range reducedStores {
					got, _ := w.safety(t, p, name)
					require.Empty(t, got.differs(&raw), "%s, %s", w.name, name)
				}
			}
		})
	}
}

// errorsOf is how many errors the search that is not reduced counts.
func errorsOf(t *testing.T, p *vm.Program) int {
	t.Helper()
	sys, st := (&reducedBy{}).reduced(p, "mask")
	defer st.Free()
	r, err := search.DFS(&search.Task{Sys: sys, Store: st}, search.DFSOptions{})
	require.NoError(t, err)
	return r.Errors
}

// TestReducedModels: models that reductions have got wrong once, or might well, are as they are without.
func TestReducedModels(t *testing.T) {
	t.Parallel()
	models, err := filepath.Glob("testdata/reduced/*.pml")
	require.NoError(t, err)
	require.NotEmpty(t, models)
	for _, model := range models {
		text, err := os.ReadFile(model)
		require.NoError(t, err)
		p := compiled(t, string(text), compile.Options{})
		raw, ok := rawSafety(p)
		require.True(t, ok)
		beside := filepath.Join(t.TempDir(), "m.pml") // trails lie beside
		require.NoError(t, os.WriteFile(beside, text, 0o600))
		all := verdicts(t, beside, "off", "off", "mask")
		for _, rule := range reducing() {
			for _, merging := range ask.Mergings {
				got := verdicts(t, beside, rule, merging, "mask")
				require.Equal(t, all, got, "%s: -por=%s, merging %s", model, rule, merging)
			}
		}
		for _, name := range reducedStores {
			for _, w := range safeWays() {
				got, _ := w.safety(t, p, name)
				require.Empty(t, got.differs(&raw), "%s: %s, %s", model, w.name, name)
			}
			if !strings.Contains(string(text), "ltl p") {
				continue
			}
			q := compiled(t, string(text), compile.Options{Claim: "p"})
			want, _ := systemtest.Violations(system.Of(vm.NewMachine(q)), mostStates)
			for _, w := range liveWays() {
				got, _ := w.verdict(t, q, name)
				require.Equal(t, want.Cycle || want.End, got, "%s: %s, %s", model, w.name, name)
			}
		}
	}
}
