package way

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gospin/promela/diag"
	"gospin/verifier/report"
	"gospin/verifier/store"
	"gospin/verifier/store/relative"
)

// SettleApproximate sets the way of an approximate search, and rejects invalid options.
func (o *Options) SettleApproximate() error {
	a := &o.Approximate
	kind := o.Approximate.Kind()
	switch {
	case a.Bitstate && a.Hash != 0:
		return fmt.Errorf("-bitstate and -hc exclude each other")
	case kind == "" && a.Runs != 0:
		return fmt.Errorf("-runs is for -bitstate and -hc: other searches see all states in one")
	case !a.Bitstate && (a.Width != 0 || a.Hashes != 0):
		return fmt.Errorf("-w and -k are for -bitstate")
	case a.Hash != 0 && (a.Hash < store.MinHash || a.Hash > store.MaxHash):
		return fmt.Errorf("-hc takes %d to %d bits of a hash, not %d", store.MinHash, store.MaxHash, a.Hash)
	case a.Hashes < 0 || a.Hashes > maxHashes:
		return fmt.Errorf("-k takes 1 to %d bits for each state, not %d", maxHashes, a.Hashes)
	case a.Runs < 0 || a.Runs > maxRuns:
		return fmt.Errorf("-runs takes 1 to %d, not %d", maxRuns, a.Runs)
	case a.Width != 0 && (a.Width < store.MinBits || a.Width > widest):
		return fmt.Errorf("-w takes %d to %d, for so many bits as a power of two, not %d", store.MinBits, widest,
			a.Width)
	case kind == "":
		return nil
	}
	if o.Compress == kind { // already checked
		return nil
	}
	if flag := o.Flag(); flag != "" {
		flags := map[string]string{Bitstate.Name: "-bitstate", HashCompact.Name: "-hc"}
		return fmt.Errorf("%s and %s exclude each other: no more is kept of a state than its hash says",
			flags[kind], flag)
	}
	o.Compress, a.Runs = kind, max(a.Runs, 1)
	return nil
}

// Flag returns one of the flags about storing states, or "".
func (s *Storage) Flag() string {
	switch {
	case s.Compress != "":
		return "-compress=" + s.Compress
	case len(s.Split) > 0:
		return "-split"
	case s.IndexBytes != 0:
		return "-index-bytes"
	case s.Profile != "":
		return "-profile"
	case s.Code != "":
		return "-code"
	}
	return ""
}

// StoredAs returns the flag that selects how states are stored.
func (o *Options) StoredAs() string {
	switch o.Kind() {
	case Bitstate.Name:
		return "-bitstate"
	case HashCompact.Name:
		return "-hc"
	}
	return "-compress=" + o.Compress
}

// Settle fills in defaults for a way, and rejects flags for other ways.
func (o *Options) Settle(s *Store) error {
	if o.Code != "" && !s.Has("huffman") {
		return fmt.Errorf("-code is for huffman, not for -compress=%s", o.Compress)
	}
	for _, settle := range []func(*Store) error{o.settleDelta, o.settleDiff, o.settleSplit} {
		if err := settle(s); err != nil {
			return err
		}
	}
	if o.Profile != "" && !s.Trained {
		return fmt.Errorf("-profile is for -compress=trained, not for -compress=%s", o.Compress)
	}
	return nil
}

// settleDelta fills in defaults for -compress=delta, and rejects other flags.
func (o *Options) settleDelta(s *Store) error {
	d := &o.Deltas
	if s.Name != deltaName {
		if s.Name != diffName && d.SlotHash != 0 {
			return fmt.Errorf("-slot-hash is for -compress=delta and diff, not for %s", o.StoredAs())
		}
		return o.foreign(deltaName, map[string]bool{
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

// foreign rejects given flags that are for another mode.
func (o *Options) foreign(mode string, given map[string]bool) error {
	for _, flag := range slices.Sorted(maps.Keys(given)) {
		if given[flag] {
			return fmt.Errorf("%s is for -compress=%s, not for %s", flag, mode, o.StoredAs())
		}
	}
	return nil
}

// oneOf fills in the first of some values if none is given, and rejects others.
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

// keepsAll returns an error if states that others refer to would be forgotten.
func (o *Options) keepsAll() error {
	if o.Cache != "" {
		return fmt.Errorf("-cache and -compress=%s exclude each other: a state that is forgotten may be the one by "+
			"which others are told; -compress=collapse keeps each by itself", o.Compress)
	}
	return nil
}

// settleDiff fills in defaults for -compress=diff, and rejects other flags.
func (o *Options) settleDiff(s *Store) error {
	d := &o.Diffs
	if s.Name != diffName {
		return o.foreign(diffName, map[string]bool{
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
	if len(o.Split) > 0 && d.DiffCells != relative.OfComponents {
		return fmt.Errorf("-split says what components are: with -compress=diff it is for -diff-cells=%s, not for %s",
			relative.OfComponents, d.DiffCells)
	}
	return o.keepsAll()
}

// DefaultIndexBytes is the default width of indices in collapse1997.
const DefaultIndexBytes = 2

// settleSplit rejects -split for ways without components to select. For diff, settleDiff checks it.
func (o *Options) settleSplit(s *Store) error {
	for _, w := range o.Split {
		if !slices.Contains(Splits, w) {
			return fmt.Errorf("unknown split %q: there are %s", w, strings.Join(Splits, ", "))
		}
		if !s.Splits {
			return fmt.Errorf("-split is for collapse, collapse1997 and diff -diff-cells=components, not for -compress=%s",
				o.Compress)
		}
	}
	if o.IndexBytes != 0 && !s.Indexed {
		return fmt.Errorf("-index-bytes is for collapse1997, not for -compress=%s", o.Compress)
	}
	if o.IndexBytes < 0 || o.IndexBytes > 4 {
		return fmt.Errorf("-index-bytes takes 1 to 4, not %d", o.IndexBytes)
	}
	return nil
}

// SettleBits fills in defaults for a bitstate search with an amount of memory. Given means that the user set
// the amount.
func (a *Approximate) SettleBits(memory int64, given bool) error {
	if !a.Bitstate {
		return nil
	}
	if a.Hashes == 0 {
		a.Hashes = DefaultHashes
	}
	if a.Width == 0 {
		a.Width = int(store.BitsIn(memory / 4 * 3)) // the rest is for the path
		if !given {
			a.Width = min(a.Width, maxUnasked)
		}
	}
	if size := int64(1) << (a.Width - 3); size > memory/16*15 {
		return fmt.Errorf("-w %d takes %s, but there are %s for the states and the path: give more with -mem",
			a.Width, report.Size(size), report.Size(memory))
	}
	return nil
}
