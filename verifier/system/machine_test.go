package system_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/modelgen"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// twice finds all choices with and without a base.
type twice struct {
	*system.Machine
	t     *testing.T
	again system.Expansion
	used  int
}

func (m *twice) Expand(s *vm.State, x *system.Expansion) {
	m.Machine.Expand(s, x)
	if x.Base == nil || s.Excl >= 0 || x.Effect&vm.Released != 0 {
		return
	}
	m.used++
	n := len(m.Faults())
	m.Machine.Expand(s, &m.again)
	require.True(m.t, slices.Equal(m.again.Choices, x.Choices), "%v, not %v", x.Choices, m.again.Choices)
	require.Equal(m.t, m.again.Effect, x.Effect)
	require.Len(m.t, m.Faults(), n)
}

// TestMovesOfUntouchedProcessesStay: the moves copied from a base are the same as recomputed ones.
func TestMovesOfUntouchedProcessesStay(t *testing.T) {
	models, err := filepath.Glob("../../examples/*.pml")
	require.NoError(t, err)
	for seed := uint64(1); seed <= thorough.Of[uint64](15, 60); seed++ {
		path := filepath.Join(t.TempDir(), "random.pml")
		require.NoError(t, os.WriteFile(path, []byte(modelgen.Random(seed)), 0o600))
		models = append(models, path)
	}
	used := 0
	for _, path := range models {
		prog, err := source.Source{Model: path}.Program(t.Context(), source.Aim{})
		require.NoError(t, err)
		m := &twice{Machine: system.Of(vm.NewMachine(prog)), t: t}
		st := store.NewPlain(prog.Layout, thorough.Of[int64](512<<10, 2<<20))
		task := &search.Task{Sys: m, Store: st, Limits: search.Limits{Depth: 20000}}
		_, err = search.DFS(task, search.DFSOptions{})
		require.NoError(t, err)
		st.Free()
		used += m.used
	}
	require.Greater(t, used, 10000)
}
