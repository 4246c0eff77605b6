package way

import (
	"gospin/verifier/report"
	"gospin/verifier/store"
)

const diffName = "diff"

// DefaultKDiff is every how many steps -compress=diff stores a state whole, and DefaultHash2 how long a list
// gets before it is a table of its own.
const (
	DefaultKDiff = 7
	DefaultHash2 = 16
)

// DiffCells are what -compress=diff may take differences of.
var DiffCells = []string{store.OfBytes, store.OfComponents, store.OfCells}

// diff is the store of differences.
func diff(b *Build, out *Made) error {
	how := store.Diffs{
		K:        b.KDiff,
		Limit:    b.Memory,
		Of:       b.DiffCells,
		Hash2:    max(b.Hash2, 0),
		HashBits: b.SlotHash,
	}
	if len(b.Split) > 0 {
		split := b.split()
		how.Split = &split
	}
	st := store.NewDiff(b.Prog.Layout, how)
	out.Store = st
	out.Tell = func(r *report.Report) { r.Diff = newDiffReport(&b.Diffs, st.Diffs()) }
	return nil
}

func newDiffReport(o *Diffs, st store.DiffStats) *report.Diff {
	r := &report.Diff{
		K:           o.KDiff,
		Cells:       o.DiffCells,
		Whole:       st.Whole,
		Differences: st.Differences,
		WholeBytes:  st.WholeBytes,
		DiffBytes:   st.DiffBytes,
		SlotBytes:   st.SlotBytes,
		SharedBytes: st.Shared,
		Runs:        st.Runs,
		Comparisons: st.Comparisons,
		Back:        st.Back,
		Longest:     st.Longest,
		Early:       st.Early,
		Secondary:   st.Secondary,
	}
	if o.Paper {
		r.Paper = st.Paper
	}
	return r
}
