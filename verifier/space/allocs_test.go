package space_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/space"
)

// TestKnownStatesNeedNoMemory checks that expanding a state again allocates nothing.
func TestKnownStatesNeedNoMemory(t *testing.T) {
	for _, name := range []string{"leader", "phone", "pftp", "bus", "hajek"} {
		t.Run(name, func(t *testing.T) {
			prog, err := source.Source{Model: filepath.Join("../../examples", name+".pml")}.Program(t.Context(), source.Aim{})
			require.NoError(t, err)
			s := space.New(machineOf(prog), 0, nil)
			_, err = batch.Search(&batch.Task{Space: s, Limits: search.Limits{States: 20000, NoEnd: true}})
			require.NoError(t, err)
			root, _ := s.Initial()
			if s.Words() == 1 {
				needsNone[[1]uint64](t, s, root)
			} else {
				needsNone[[2]uint64](t, s, root)
			}
		})
	}
}

func needsNone[R roots.Root](t *testing.T, s *space.Space, root []uint64) {
	const enough = 300 // few enough that memos evict nothing
	met, states := map[R]bool{}, []R{rootOf[R](root)}
	e := s.Engine().(batch.Engine[R])
	var out batch.Found[R]
	for i := 0; i < len(states) && i < enough; i++ {
		out.Roots = out.Roots[:0]
		_, ok := e.Expand(&states[i], &out)
		require.True(t, ok)
		for _, r := range out.Roots {
			if !met[r] {
				met[r] = true
				states = append(states, r)
			}
		}
	}
	states = states[:min(enough, len(states))]
	out.Roots = make([]R, 0, 1000)
	require.Zero(t, testing.AllocsPerRun(3, func() {
		for i := range states {
			out.Roots = out.Roots[:0]
			e.Expand(&states[i], &out)
		}
	}))
}
