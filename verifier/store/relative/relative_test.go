package relative

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression"
	"gospin/verifier/store"
	"gospin/verifier/store/storetest"
	"gospin/verifier/thorough"
	"gospin/vm"
	"gospin/vm/layout"
)

// joins are ways to form components from the parts of a vector.
var joins = []compression.CollapseOptions{
	{}, compression.PanSplit(false, false), compression.PanSplit(true, true), {JoinProcs: true},
	{GlobalChans: compression.WithGlobals, ProcChans: compression.WithProcess},
	{ProcChans: compression.WithProcess, JoinProcs: true},
}

// makers make stores of all kinds. Those of deltas only undo moves.
func makers() storetest.Makers {
	out := storetest.Makers{}
	for _, o := range []Deltas{
		{K: 1},
		{K: 2, NoShorten: true, short: 1},
		{K: 5, Collapse: true},
		{K: 20, rules: 300, short: 1},
		{K: 200, HashBits: -1},
	} {
		out[fmt.Sprintf("delta %+v", o)] = func(l *layout.Layout, limit int64) store.Store {
			o := o
			o.Limit = limit
			return NewDelta(l, o)
		}
	}
	for _, o := range []Diffs{
		{K: 1, Hash2: 16},
		{K: 2, Of: OfComponents},
		{K: 3, Of: OfCells, Hash2: 2},
		{K: 7, Of: OfBytes, Hash2: 16},
		{K: 20, Of: OfComponents},
		{K: 200, Of: OfBytes, HashBits: -1},
		{K: 7, Of: OfComponents, Split: &joins[2]},
		{K: 7, Of: OfComponents, Split: &joins[4]},
	} {
		out[fmt.Sprintf("diff %+v", o)] = func(l *layout.Layout, limit int64) store.Store {
			o := o
			o.Limit = limit
			return NewDiff(l, o)
		}
	}
	return out
}

func TestStoresAgreeWithAMap(t *testing.T) {
	storetest.AgreeWithAMap(t, makers(), thorough.Of(2500, 20000))
	storetest.ColoursAgreeWithAMap(t, makers(), thorough.Of(1500, 10000), true)
}

// TestRecordsWhereAllCollide visits a random walk with stores in which all states have the same hash, or one
// of three.
func TestRecordsWhereAllCollide(t *testing.T) {
	all := map[string]func(*layout.Layout) store.Store{}
	for _, k := range []int{1, 2, 3, 7, 20, 1e6} {
		for _, o := range []Deltas{
			{alike: 1}, {alike: 3, NoShorten: true}, {alike: 1, Collapse: true, rules: 50}, {HashBits: -1},
		} {
			o.K = k
			all[fmt.Sprintf("delta %+v", o)] = func(l *layout.Layout) store.Store { return NewDelta(l, o) }
		}
		for i, of := range []string{OfBytes, OfComponents, OfCells} {
			o := Diffs{K: k, Of: of, Hash2: []int{0, 2, 16}[(i+k)%3], Slots: 1, HashBits: i*3 - 1}
			all[fmt.Sprintf("diff %+v", o)] = func(l *layout.Layout) store.Store { return NewDiff(l, o) }
			if of == OfComponents && k%7 > 1 {
				for i, s := range joins {
					o.Split = &s
					all[fmt.Sprintf("diff %d %+v", i, o)] = func(l *layout.Layout) store.Store { return NewDiff(l, o) }
				}
			}
		}
	}
	for name, mk := range all {
		l := storetest.Layout(len(name)%2 == 0)
		s, oracle, w := mk(l), map[string]bool{}, storetest.NewWalk(3, l, 2)
		var hint []uint64
		for i := range 1000 {
			w.Step()
			a := store.Arrival{State: &w.State, Parent: hint}
			_, status := s.Visit(&a)
			key := string(l.Key(w.State.Vec))
			require.Equal(t, oracle[key], status == store.Closed, "%s, state %d", name, i)
			oracle[key], hint = true, a.Hint
		}
		require.EqualValues(t, len(oracle), s.Stats().Stored)
		s.Free()
	}
}

// TestNewestValueWins: if a byte changes twice, the record has the last value.
func TestNewestValueWins(t *testing.T) {
	l := storetest.Layout(false)
	sh := l.Root()
	for _, mk := range []func() store.Store{
		func() store.Store { return NewDiff(l, Diffs{K: 20}) },
		func() store.Store { return NewDiff(l, Diffs{K: 20, Of: OfComponents}) },
		func() store.Store { return NewDiff(l, Diffs{K: 20, Of: OfCells}) },
		func() store.Store { return NewDelta(l, Deltas{K: 20}) },
	} {
		s := mk()
		st := vm.State{Vec: make([]byte, sh.Size)}
		l.SetShape(st.Vec, sh)
		at := sh.Comps[0].Off
		var hint []uint64
		visit := func(x, y byte) store.Status {
			st.Vec[at], st.Vec[at+9] = x, y
			a := store.Arrival{State: &st, Parent: hint}
			_, status := s.Visit(&a)
			hint = a.Hint
			return status
		}
		for y, x := range []byte{1, 2, 1, 0, 1} { // x=1; x=2; x=1, while y counts
			require.Equal(t, store.New, visit(x, byte(y)))
		}
		for y, x := range []byte{1, 2, 1, 0, 1} {
			require.Equal(t, store.Closed, visit(x, byte(y)))
		}
		require.Equal(t, store.New, visit(2, 4))
		require.Equal(t, store.Closed, visit(0, 3))
		s.Free()
	}
}

// TestChainsAreBounded: no chain is longer than k-1, whatever the order of visits, and shorter chains replace
// longer ones.
func TestChainsAreBounded(t *testing.T) {
	for _, k := range []int{1, 2, 5, 20} {
		l := storetest.Layout(false)
		d, w := NewDelta(l, Deltas{K: k}), storetest.NewWalk(5, l, 2)
		var hint []uint64
		for i := range 20000 {
			if w.Step(); i%50 == 0 {
				hint = nil // as if the search had jumped
			}
			a := store.Arrival{State: &w.State, Parent: hint}
			d.Visit(&a)
			hint = a.Hint
		}
		st := d.Deltas()
		require.LessOrEqual(t, st.Longest, k-1)
		require.Equal(t, k > 2, st.Shortened > 0)
		for r := range d.records.n {
			long := 0
			for n, word := d.records.get(r); word != 0; n, word = d.records.get(n) {
				long++
			}
			require.Less(t, long, k)
		}
		// the parts add up to the reported memory
		told := float64(st.WholeBytes + st.DeltaBytes + st.SlotBytes + st.Shared)
		require.InEpsilon(t, d.Stats().Bytes, told, 0.02)
		d.Free()
	}
}

// TestKnownRulesCostNothing: a visit of a known state, or of a new one by a known rule, does not allocate.
func TestKnownRulesCostNothing(t *testing.T) {
	if invariants {
		t.Skip("the shadow set allocates")
	}
	l := storetest.Layout(false)
	sh := l.Root()
	for _, s := range []store.Store{NewDelta(l, Deltas{K: 20}), NewDiff(l, Diffs{K: 20})} {
		st := vm.State{Vec: make([]byte, sh.Size)}
		l.SetShape(st.Vec, sh)
		at, x := sh.Comps[0].Off, uint32(0)
		a := store.Arrival{State: &st, Parent: make([]uint64, 0, 9), Hint: make([]uint64, 0, 9)}
		a.Via = []vm.Move{{Trans: 1}}
		step := func() {
			x++
			for i := range 4 { // usually, one digit changes at a time
				st.Vec[at+i] = byte(x >> (4 * i) & 15)
			}
			s.Visit(&a)
			s.Visit(&a)
			a.Parent = append(a.Parent[:0], a.Hint...)
		}
		for range 5000 {
			step()
		}
		require.LessOrEqual(t, testing.AllocsPerRun(1000, step), 0.1)
		s.Free()
	}
}
