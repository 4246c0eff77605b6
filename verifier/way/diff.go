package way

import (
	"gospin/verifier/report"
	"gospin/verifier/store/relative"
)

const diffName = "diff"

// DefaultKDiff is the number of steps after which -compress=diff stores a whole state. DefaultHash2 is the
// length from which a list becomes a table.
const (
	DefaultKDiff = 7
	DefaultHash2 = 16
)

// DiffCells are the units of differences in -compress=diff.
var DiffCells = []string{relative.OfBytes, relative.OfComponents, relative.OfCells}

// diff makes a store of differences.
func diff(b *Build, out *Made) error {
	how := relative.Diffs{
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
	st := relative.NewDiff(b.Prog.Layout, how)
	out.Store = st
	out.Tell = func(r *report.Report) { r.Diff = newDiffReport(&b.Diffs, st.Diffs()) }
	return nil
}

func newDiffReport(o *Diffs, st relative.DiffStats) *report.Diff {
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
