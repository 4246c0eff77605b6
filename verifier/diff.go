package verifier

import (
	"fmt"

	"gospin/verifier/report"
	"gospin/verifier/store"
)

// DefaultKDiff is every how many steps -compress=diff stores a state whole, and DefaultHash2 how long a list
// gets before it is a table of its own.
const (
	DefaultKDiff = 7
	DefaultHash2 = 16
)

// DiffCells are what -compress=diff may take differences of.
var DiffCells = []string{store.OfBytes, store.OfComponents, store.OfCells}

// settleDiff fills in what is left open of -compress=diff, and refuses what does not go with it.
func (o *Options) settleDiff(m mode) error {
	d := &o.Diffs
	if m.kind != diffMode {
		return o.foreign(diffMode, map[string]bool{
			"-kdiff":            d.KDiff != 0,
			"-diff-cells":       d.DiffCells != "",
			"-hash2":            d.Hash2 != 0,
			"-paper-accounting": d.Paper,
		})
	}
	if d.KDiff == 0 {
		d.KDiff = DefaultKDiff
	}
	if d.Hash2 == 0 {
		d.Hash2 = DefaultHash2
	}
	if d.KDiff < 0 {
		return fmt.Errorf("-kdiff takes a number above 0, not %d: -kdiff=1 stores all states whole", d.KDiff)
	}
	if err := oneOf("-diff-cells", &d.DiffCells, DiffCells); err != nil {
		return err
	}
	if len(o.Split) > 0 && d.DiffCells != store.OfComponents {
		return fmt.Errorf("-split says what components are: with -compress=diff it is for -diff-cells=%s, not for %s",
			store.OfComponents, d.DiffCells)
	}
	return o.keepsAll()
}

// diff is the store of differences.
func (m *making) diff(out *made) error {
	how := store.Diffs{
		K:        m.o.KDiff,
		Limit:    m.o.Memory,
		Of:       m.o.DiffCells,
		Hash2:    max(m.o.Hash2, 0),
		HashBits: m.o.SlotHash,
	}
	if len(m.o.Split) > 0 {
		split := m.o.split()
		how.Split = &split
	}
	st := store.NewDiff(m.prog.Layout, how)
	out.Store = st
	out.more = func(r *report.Report) { r.Diff = newDiffReport(&m.o.Diffs, st.Diffs()) }
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
