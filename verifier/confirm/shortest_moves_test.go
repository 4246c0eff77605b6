package confirm_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/confirm"
	"gospin/verifier/search"
	"gospin/verifier/source"
)

// TestShortestCountsMoves: an atomic sequence is one move, and so is a rendezvous. Pan counts each statement
// of the sequence and both halves of the rendezvous, so its run may have fewer steps and more moves: spin -a
// -o1 -o2 -o3 M.pml; gcc -DSAFETY -DNOREDUCE -DNOCLAIM -DBFS pan.c -o pan; ./pan -n prints "at depth 3", "at
// depth 4", and "at depth 3", each of which is one less than the number of steps; the trails have 4, 5 and 4.
func TestShortestCountsMoves(t *testing.T) {
	for _, x := range []struct {
		text  string
		steps int
	}{
		{`byte x; active proctype A() { x = 1; x = 2; x = 3; assert(x != 3) }`, 4},
		{`byte x; active proctype A() {
			if :: x = 1; atomic { x = 2; x = 4; x = 6; x = 7 } :: x = 2; x = 3; x = 4; x = 7 fi;
			assert(x != 7) }`, 6},
		{`chan c = [0] of { byte }; byte x, z;
		active proctype A() { if :: x = 1; x = 2; x = 7 :: c!1; c!2 fi; assert(x != 7 && z != 2) }
		active proctype B() { byte y; c?y; atomic { c?y; z = y } }`, 6},
	} {
		path := filepath.Join(t.TempDir(), "m.pml")
		require.NoError(t, os.WriteFile(path, []byte(x.text), 0o600))
		prog, err := source.Source{Model: path}.Program(t.Context(), source.Aim{})
		require.NoError(t, err)
		anything := func(f *search.Fault) bool { return !f.EndState }
		moves, found := confirm.Shortest(t.Context(), prog, anything, search.Limits{})
		require.True(t, found)
		require.Equal(t, x.steps, confirm.Steps(moves))
	}
}
