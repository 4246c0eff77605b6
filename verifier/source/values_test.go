package source_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/source"
	"gospin/vm"
)

const measuredModel = `byte up = 3, unread; short a[3] = 7; int i = 2
chan q = [2] of { byte };
active proctype p() { byte x = 5; unread = 4; q!9; i = 3; L: x = 6 }
active [2] proctype r() { byte y; y = 4; skip; skip }
`

func measuredSource(t *testing.T, text string) source.Source {
	path := filepath.Join(t.TempDir(), "m.pml")
	require.NoError(t, os.WriteFile(path, []byte(measuredModel), 0o600))
	return source.Source{Model: path, Measures: []source.Measure{{Name: "-flag", Text: text}}}
}

// Expressions of the command line have values in states, whatever the program leaves out.
func TestMeasuredValues(t *testing.T) {
	s := measuredSource(t, "up*2-1, a[i % 3], p:x, len(q), _nr_pr, (i > 2 -> 10 : 20), unread, r[2]:y + 0, r[3]:y, p@L")
	for _, merging := range []string{"", "own", "spin"} {
		aim, err := verifier.Reduction{Merging: merging}.Aim()
		require.NoError(t, err)
		p, err := s.Program(t.Context(), aim)
		require.NoError(t, err)
		require.Nil(t, source.ValuesOf(p, "-other"))
		v := source.ValuesOf(p, "-flag")
		m := vm.NewMachine(p)
		var st vm.State
		m.Initial(&st)
		got, err := v.Of(&st, nil)
		require.NoError(t, err)
		require.Equal(t, []int32{5, 7, 5, 0, 3, 20, 0, 0, 0, 0}, got, merging)
		for range 3 {
			if moves, _ := m.Moves(&st, nil); at(v, &st, 9) == 0 {
				require.Zero(t, moves[len(moves)-1].Pid, "the oldest process is the last")
				m.Do(&st, moves[len(moves)-1])
			}
		}
		before := string(st.Vec)
		got, err = v.Of(&st, got[:0])
		require.NoError(t, err)
		require.Equal(t, []int32{5, 7, 5, 1, 3, 10, 4, 0, 0, 1}, got, merging)
		require.Equal(t, before, string(st.Vec))
	}
}

func at(v *source.Values, s *vm.State, i int) int32 {
	all, _ := v.Of(s, nil)
	return all[i]
}

func TestMeasureWithoutValue(t *testing.T) {
	p, err := measuredSource(t, "i, a[i + 1]").Program(t.Context(), source.Aim{})
	require.NoError(t, err)
	var st vm.State
	vm.NewMachine(p).Initial(&st)
	_, err = source.ValuesOf(p, "-flag").Of(&st, nil)
	require.EqualError(t, err, "expression 2: assertion violated - invalid array index")
}
