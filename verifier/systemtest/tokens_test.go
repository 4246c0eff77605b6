package systemtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/search"
	"gospin/verifier/store/relative"
)

// TestTableOneOfDifferences compares with Λ in table 1 of Mukherjee, Tari, Bertok, "Memory efficient
// state-space analysis in software model-checking" (2010), in bytes. The figures are for 499 states of a
// random walk; all but the first state of each delta are stored as one token of four bytes.
func TestTableOneOfDifferences(t *testing.T) {
	deltas := []int{1, 2, 3, 7, 20}
	for _, row := range []struct {
		places, tokens int
		bytes          []int64 // by delta; the paper also has a column for delta 0, which equals that for 1
	}{
		{4, 5, []int64{9980, 5996, 4668, 3148, 2396}},
		{60, 90, []int64{179640, 90996, 61448, 27628, 10896}},
		{200, 400, []int64{798400, 400996, 268528, 116908, 41896}},
		{400, 700, []int64{1397200, 700996, 468928, 203308, 71896}},
		{800, 1000, []int64{1996000, 1000996, 669328, 289708, 101896}},
		{1500, 2000, []int64{3992000, 2000996, 1337328, 577708, 201896}},
	} {
		for i, k := range deltas {
			sys := NewTokens(row.places, row.tokens, 499)
			st := relative.NewDiff(sys.Layout(), relative.Diffs{K: k, Of: relative.OfCells, Hash2: 16})
			task := &search.Task{Sys: sys, Store: st, Limits: search.Limits{NoEnd: true}}
			r, err := search.DFS(task, search.DFSOptions{})
			require.NoError(t, err)
			require.EqualValues(t, 499, r.Stored)
			d := st.Diffs()
			require.Equal(t, row.bytes[i], d.Paper, "%d places, %d tokens, delta %d", row.places, row.tokens, k)
			require.EqualValues(t, (499+k-1)/k, d.Whole)
			t.Logf("%4d places, %4d tokens, delta %2d: %7d bytes; in truth %7d", row.places, row.tokens, k,
				d.Paper, d.WholeBytes+d.DiffBytes+d.SlotBytes+d.Shared)
			st.Free()
		}
	}
}
