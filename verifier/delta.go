package verifier

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gospin/promela/diag"
	"gospin/verifier/report"
	"gospin/verifier/store"
	"gospin/vm"
)

// Modes that keep most states as what leads to them from others.
const (
	deltaMode = "delta"
	diffMode  = "diff"
)

// DefaultKDelta is every how many steps -compress=delta stores a state whole.
const DefaultKDelta = 20

// The ways of -compress=delta to compare a state with a record, and to keep whole states.
var (
	Compares = []string{"backward", "forward"}
	Wholes   = []string{"mask", "collapse"}
)

// settleDelta fills in what is left open of -compress=delta, and refuses what does not go with it.
func (o *Options) settleDelta(m mode) error {
	d := &o.Deltas
	if m.kind != deltaMode {
		if m.kind != diffMode && d.SlotHash != 0 {
			return fmt.Errorf("-slot-hash is for -compress=delta and diff, not for %s", o.storedAs())
		}
		return o.foreign(deltaMode, map[string]bool{
			"-kdelta":        d.KDelta != 0,
			"-delta-compare": d.Compare != "",
			"-noshorten":     d.NoShorten,
			"-delta-whole":   d.WholeStates != "",
		})
	}
	if d.KDelta == 0 {
		d.KDelta = DefaultKDelta
	}
	if d.KDelta < 0 {
		return fmt.Errorf("-kdelta takes a number above 0, not %d: -kdelta=1 stores all states whole", d.KDelta)
	}
	if err := oneOf("-delta-compare", &d.Compare, Compares); err != nil {
		return err
	}
	if err := oneOf("-delta-whole", &d.WholeStates, Wholes); err != nil {
		return err
	}
	return o.keepsAll()
}

// foreign refuses flags of a mode that is not the one at hand, of those that are given.
func (o *Options) foreign(mode string, given map[string]bool) error {
	for _, flag := range slices.Sorted(maps.Keys(given)) {
		if given[flag] {
			return fmt.Errorf("%s is for -compress=%s, not for %s", flag, mode, o.storedAs())
		}
	}
	return nil
}

// oneOf fills in the first of some values if none is given, and refuses others.
func oneOf(flag string, value *string, known []string) error {
	if *value == "" {
		*value = known[0]
	}
	if slices.Contains(known, *value) {
		return nil
	}
	hint := ""
	if near := diag.DidYouMean(*value, known); near != "" {
		hint = " (" + near + ")"
	}
	return fmt.Errorf("unknown %s=%s%s: there are %s", flag, *value, hint, strings.Join(known, ", "))
}

// keepsAll refuses to forget states that others are told by.
func (o *Options) keepsAll() error {
	if o.Cache != "" {
		return fmt.Errorf("-cache and -compress=%s exclude each other: a state that is forgotten may be the one by "+
			"which others are told; -compress=collapse keeps each by itself", o.Compress)
	}
	return nil
}

// delta is the store of deltas.
func (m *making) delta(out *made) error {
	l := m.prog.Layout
	how := store.Deltas{
		K:         m.o.KDelta,
		Limit:     m.o.Memory,
		NoShorten: m.o.NoShorten,
		Collapse:  m.o.WholeStates == "collapse",
		HashBits:  m.o.SlotHash,
	}
	if m.o.Compare == "forward" {
		how.Forward = maker{vm.NewMachine(m.prog)}
	}
	st := store.NewDelta(l, how)
	out.Store = st
	out.more = func(r *report.Report) { r.Delta = newDeltaReport(how.K, st.Deltas()) }
	return nil
}

// maker makes moves with a machine of its own.
type maker struct{ m *vm.Machine }

// Make implements store.Maker.
func (m maker) Make(s *vm.State, moves []vm.Move) {
	for _, mv := range moves {
		if mv.Pid == vm.ClaimPid {
			m.m.ClaimDo(s, mv)
		} else {
			m.m.Do(s, mv)
		}
	}
}

func newDeltaReport(k int, st store.DeltaStats) *report.Delta {
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
