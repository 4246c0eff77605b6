package verifier

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/conformance"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/vm"
)

// twice finds all moves with and without those of an earlier state.
type twice struct {
	*vm.Machine
	t     *testing.T
	again []vm.Move
	used  int
}

func (m *twice) Moves(s *vm.State, dst []vm.Move) ([]vm.Move, vm.Effect) {
	if s.Before == nil || s.Excl >= 0 {
		return m.Machine.Moves(s, dst)
	}
	m.used++
	moves, eff := m.Machine.Moves(s, dst)
	n := len(m.Machine.Faults())
	s.Before = nil
	again, eff2 := m.Machine.Moves(s, m.again[:0])
	require.True(m.t, slices.Equal(again, moves), "%v, not %v", moves, again)
	require.Equal(m.t, eff2, eff)
	require.Len(m.t, m.Machine.Faults(), n)
	m.again = again
	return moves, eff
}

// TestMovesOfUntouchedProcessesStay: what is taken over from an earlier state is what evaluation gives.
func TestMovesOfUntouchedProcessesStay(t *testing.T) {
	models, err := filepath.Glob("../examples/*.pml")
	require.NoError(t, err)
	for seed := uint64(1); seed <= 60; seed++ {
		path := filepath.Join(t.TempDir(), "random.pml")
		require.NoError(t, os.WriteFile(path, []byte(conformance.Random(seed)), 0o600))
		models = append(models, path)
	}
	used := 0
	for _, path := range models {
		_, prog, err := Load(&Options{Model: path})
		require.NoError(t, err)
		m := &twice{Machine: vm.NewMachine(prog), t: t}
		st := store.NewPlain(prog.Layout, 2<<20)
		_, err = search.DFS(&search.Task{Sys: m, Store: st, Limits: search.Limits{Depth: 20000}})
		require.NoError(t, err)
		st.Free()
		used += m.used
	}
	require.Greater(t, used, 10000)
}
