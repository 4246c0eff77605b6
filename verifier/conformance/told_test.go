package conformance

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/report"
	"gospin/verifier/way"
)

// toldByOthers searches a model of the papers in this process.
func toldByOthers(t *testing.T, model, macro string, change func(o *verifier.Options)) *report.Report {
	t.Helper()
	o := rawOptions
	o.Model, o.Defines = filepath.Join(paperModels, model), []string{macro}
	change(&o)
	r, err := verifier.Run(context.Background(), o)
	require.NoError(t, err)
	require.True(t, r.Complete)
	return r
}

// TestDeltasAddUp: no chain is longer than k-1, and the memory told is that of whole records, deltas and
// slots, as the paper has it, with what is shared. At k=50, of whole states that are collapsed, a record
// takes at most the paper's 8 bytes.
func TestDeltasAddUp(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		model, macro string
		stored       uint64 // as pan has it
	}{
		{"dbm.pml", "N=6", 1459}, {"ring.pml", "N=8", 4407}, {"sieve.pml", "N=20", 10803},
	} {
		for i, k := range []int{1, 2, 5, 20, 50, 1e6} {
			d := verifier.Deltas{
				KDelta: k, Compare: way.Compares[i%2], WholeStates: way.Wholes[i/2%2],
			}
			if k == 50 {
				d.WholeStates = "collapse"
			}
			r := toldByOthers(t, x.model, x.macro, func(o *verifier.Options) {
				o.Compress, o.Deltas = "delta", d
			})
			is := fmt.Sprintf("%s %+v", x.model, d)
			got := r.Delta
			require.Equal(t, x.stored, r.States.Stored, is)
			require.Equal(t, x.stored, got.Whole+got.Deltas, is)
			require.Less(t, got.Longest, k, is)
			require.Equal(t, k == 1, got.Deltas == 0, is)
			records := got.WholeBytes + got.DeltaBytes
			require.InEpsilon(t, r.Memory.Store, records+got.SlotBytes+got.SharedBytes, 0.02, is)
			if k == 50 {
				require.LessOrEqual(t, float64(records)/float64(x.stored), 8.0, is)
			}
		}
	}
}

// TestDeltasAreRefutedEarly: where slots know of no hash, most states that another record has the place of
// are told apart by undoing few moves, and so with fewer moves than by making them. By all of the hash,
// hardly any are compared.
func TestDeltasAreRefutedEarly(t *testing.T) {
	t.Parallel()
	of := func(bits int, compare string) *report.Delta {
		return toldByOthers(t, "ring.pml", "N=8", func(o *verifier.Options) {
			o.Compress = "delta"
			o.KDelta, o.SlotHash, o.Compare = 20, bits, compare
		}).Delta
	}
	all, none, forward := of(0, "backward"), of(-1, "backward"), of(-1, "forward")
	require.Less(t, 100*all.Early, all.Comparisons)
	require.Greater(t, 4*none.Early, none.Comparisons)
	require.Greater(t, none.Comparisons, all.Comparisons)
	require.Equal(t, none.Comparisons, forward.Comparisons)
	require.Less(t, none.Back, forward.Back)
	require.Equal(t, []uint64{all.Whole, all.Deltas, uint64(all.SlotBytes)},
		[]uint64{none.Whole, none.Deltas, uint64(none.SlotBytes)})
	diff := func(bits int) *report.Diff {
		return toldByOthers(t, "ring.pml", "N=8", func(o *verifier.Options) {
			o.Compress, o.SlotHash = "diff", bits
		}).Diff
	}
	require.Less(t, 100*diff(0).Early, diff(0).Comparisons)
	require.Greater(t, 5*diff(-1).Early, diff(-1).Comparisons, "the others end at a vector at hand, or at a whole one")
}
