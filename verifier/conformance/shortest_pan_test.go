//go:build conformance

package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/confirm"
	"gospin/verifier/modelgen"
	spin "gospin/verifier/pan"
	"gospin/verifier/search"
	"gospin/verifier/trail"
	"gospin/vm"
	"gospin/vm/compile"
)

// TestShortestAsPan: on random models a shortest path has as many steps as that of pan's breadth-first
// search, with two exceptions. Pan's may have fewer steps in no fewer moves, as an atomic sequence is one
// move here, and so is a rendezvous. And pan takes a step before it says that a D_proctype is not
// deterministic.
// GOSPIN_SHORTEST says how many models, GOSPIN_SEED with which to begin.
//
//	spin -a -o1 -o2 -o3 MODEL
//	gcc -DSAFETY -DNOREDUCE -DNOCLAIM -DBFS -o pan pan.c
//	./pan -n -E -w18 -m100000
func TestShortestAsPan(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_SHORTEST", 30), number(t, "GOSPIN_SEED", 1)
	var compared, longer atomic.Int64
	t.Run("seeds", func(t *testing.T) {
		for i := range 12 * wanted {
			seed := uint64(first + i)
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				inTurn(t)
				if compared.Load() >= int64(wanted) {
					return
				}
				text := modelgen.Varied(seed)
				switch seed % 3 {
				case 0:
					text = modelgen.Random(seed)
				case 1:
					text = modelgen.Reducible(seed)
				}
				ours, theirs := shortestAsPan(t, text)
				if ours == 0 {
					return
				}
				compared.Add(1)
				if ours != theirs {
					longer.Add(1)
				}
			})
		}
	})
	fmt.Printf("\nshortest paths: %d compared, of %d pan's has fewer steps in as many moves\n",
		compared.Load(), longer.Load())
	require.GreaterOrEqual(t, compared.Load(), int64(wanted))
}

// shortestAsPan compares the steps of both, of a model in which an assertion fails; of others it returns 0.
func shortestAsPan(t *testing.T, text string) (ours, theirs int) {
	t.Helper()
	prog := compiled(t, text, compile.Options{})
	assertion := func(f *search.Fault) bool { return !f.EndState }
	moves, found := confirm.Shortest(t.Context(), prog, assertion, search.Limits{States: 20_000})
	if !found {
		return 0, 0
	}
	dir := t.TempDir()
	model := filepath.Join(dir, "m.pml")
	require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
	_ = spin.Generate(timed(t, time.Minute), dir, model, spin.Raw...) // it warns of some models, and fails
	require.FileExists(t, filepath.Join(dir, "pan.c"))
	flags := append([]string{"-DBFS"}, spin.Safety...)
	if err := compilePan(timed(t, time.Minute), dir, "-O0", flags...); err != nil {
		return 0, 0 // it refuses _last, and enabled beside rendezvous
	}
	r, err := spin.Run(timed(t, time.Minute), dir, "pan", "-n", "-E", small, "-m100000")
	if err != nil || r.Errors == 0 || strings.Contains(r.Text, "not compatible with -DBFS") {
		return 0, 0 // of these, some divide by zero, and some wait for a trace's end
	}
	tr, err := trail.ReadFile(model + ".trail")
	require.NoError(t, err)
	var pans []vm.Move
	for k, err := range trail.Replay(vm.NewMachine(prog), tr) {
		require.NoError(t, err, text)
		pans = append(pans, k.Move)
	}
	ours, theirs = confirm.Steps(moves), confirm.Steps(pans)
	switch n, pan := turns(prog, moves), turns(prog, pans); {
	case strings.Contains(r.Text, "non-determinism in D_proctype"):
		require.Equal(t, n+1, pan, text)
		require.Less(t, ours, theirs, text)
		return ours, ours
	case ours != theirs:
		require.LessOrEqual(t, n, pan, text)
		require.Less(t, n, ours, "neither atomic sequences nor rendezvous\n%s", text)
	}
	return ours, theirs
}

// turns returns how many moves a path has where an atomic sequence is one.
func turns(prog *vm.Program, path []vm.Move) (n int) {
	m := vm.NewMachine(prog)
	var s vm.State
	m.Initial(&s)
	for i, mv := range path {
		trail.Moves(m, &s, nil)
		if m.Do(&s, mv)&vm.Transient == 0 || i == len(path)-1 {
			n++
		}
	}
	return n
}
