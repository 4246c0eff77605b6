package way

import (
	"gospin/verifier/report"
	"gospin/verifier/store/relative"
	"gospin/vm"
)

const deltaName = "delta"

// DefaultKDelta is the number of steps after which -compress=delta stores a whole state.
const DefaultKDelta = 20

// The values for comparing a state with a record, and for storing whole states.
var (
	Compares = []string{"backward", "forward"}
	Wholes   = []string{"mask", "collapse"}
)

// delta makes a store of deltas.
func delta(b *Build, out *Made) error {
	l := b.Prog.Layout
	how := relative.Deltas{
		K:         b.KDelta,
		Limit:     b.Memory,
		NoShorten: b.NoShorten,
		Collapse:  b.WholeStates == "collapse",
		HashBits:  b.SlotHash,
	}
	if b.Compare == "forward" {
		how.Forward = maker{vm.NewMachine(b.Prog)}
	}
	st := relative.NewDelta(l, how)
	out.Store = st
	out.Tell = func(r *report.Report) { r.Delta = newDeltaReport(how.K, st.Deltas()) }
	return nil
}

// maker makes moves on a machine of its own.
type maker struct{ m *vm.Machine }

// Make implements relative.Maker.
func (m maker) Make(s *vm.State, moves []vm.Move) {
	for _, mv := range moves {
		if mv.Pid == vm.ClaimPid {
			m.m.ClaimDo(s, mv)
		} else {
			m.m.Do(s, mv)
		}
	}
}

func newDeltaReport(k int, st relative.DeltaStats) *report.Delta {
	return &report.Delta{
		K:           k,
		Whole:       st.Whole,
		Deltas:      st.Deltas,
		WholeBytes:  st.WholeBytes,
		DeltaBytes:  st.DeltaBytes,
		SlotBytes:   st.SlotBytes,
		SharedBytes: st.Shared,
		Comparisons: st.Comparisons,
		Back:        st.Back,
		Longest:     st.Longest,
		Early:       st.Early,
		Shortened:   st.Shortened,
		Moves:       st.Moves,
	}
}
