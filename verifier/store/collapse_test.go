package store_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression"
	"gospin/verifier/store"
	"gospin/verifier/store/storetest"
	"gospin/vm"
	"gospin/vm/layout"
)

var splits = map[string]compression.CollapseOptions{
	"default":    {IndexBytes: 4},
	"pan":        withBytes(compression.PanSplit(false, false), 3),
	"sepqs":      withBytes(compression.PanSplit(true, false), 2),
	"joinprocs":  withBytes(compression.PanSplit(false, true), 3),
	"with owner": {GlobalChans: compression.WithGlobals, ProcChans: compression.WithProcess, IndexBytes: 3},
}

func withBytes(o compression.CollapseOptions, n int) compression.CollapseOptions {
	o.IndexBytes = n
	return o
}

// TestSplitsAgreeWithAMap visits random walks with every split and both collapse stores.
func TestSplitsAgreeWithAMap(t *testing.T) {
	for name, o := range splits {
		for kind, s := range map[string]func(*layout.Layout) store.Store{
			"collapse":     func(l *layout.Layout) store.Store { return store.NewCollapseSplit(l, o, 0) },
			"collapse1997": func(l *layout.Layout) store.Store { return store.NewCollapse1997(l, o, 0) },
		} {
			t.Run(kind+" "+name, func(t *testing.T) {
				l := storetest.Layout(false)
				s := s(l)
				oracle := map[string]bool{}
				w := storetest.NewWalk(3, l, 3)
				var hint []uint64
				for i := range 6000 {
					w.Step()
					a := store.Arrival{State: &w.State, Parent: hint}
					_, status := s.Visit(&a)
					key := string(l.Key(w.State.Vec))
					want := store.New
					if oracle[key] {
						want = store.Closed
					}
					require.Equal(t, want, status, "state %d", i)
					oracle[key] = true
					hint, w.State.Dirty = a.Hint, 0
				}
				require.EqualValues(t, len(oracle), s.Stats().Stored)
				s.Free()
			})
		}
	}
}

// TestBothCollapsesCountAlike: the number of values depends on the split, not on how indices are stored.
func TestBothCollapsesCountAlike(t *testing.T) {
	for name, o := range splits {
		l := storetest.Layout(false)
		a, b := store.NewCollapseSplit(l, o, 0), store.NewCollapse1997(l, o, 0)
		w := storetest.NewWalk(5, l, 4)
		for range 5000 {
			w.Step()
			a.Visit(&store.Arrival{State: &w.State})
			b.Visit(&store.Arrival{State: &w.State})
		}
		require.NotEmpty(t, a.Stats().Components)
		require.Equal(t, a.Stats().Components, b.Stats().Components, name)
		a.Free()
		b.Free()
	}
}

func TestNarrowIndicesFillTheStore(t *testing.T) {
	l := storetest.Layout(false)
	s := store.NewCollapse1997(l, compression.CollapseOptions{}, 0)
	n, status := count(s, l, 1000)
	require.Equal(t, store.Full, status)
	require.Equal(t, 256, n)
	err := s.Err()
	require.EqualError(t, err, "collapse1997: globals: more than 256 different values: -index-bytes 2 is needed")
	s.Free()
}

func TestCollapse1997Limits(t *testing.T) {
	const limit = 4 << 20
	l := storetest.Layout(false)
	s := store.NewCollapse1997(l, compression.CollapseOptions{IndexBytes: 4}, limit)
	n, status := count(s, l, 1<<30)
	require.Equal(t, store.Full, status)
	require.Greater(t, n, 30000)
	require.LessOrEqual(t, s.Stats().Bytes, int64(limit+limit/2))
	require.NoError(t, s.Err())
	again, status := count(s, l, 1<<30)
	require.Equal(t, store.Closed, status)
	require.Zero(t, again)
	s.Free()
}

// TestWideRoots has roots of more than two words, with every number of bytes.
func TestWideRoots(t *testing.T) {
	for globals := 4; globals < 8; globals++ {
		l := storetest.Layout(false)
		l.Globals = globals
		s, words := store.NewCollapse(l, 0), 0
		sh := l.Root()
		for range 24 {
			sh = l.Child(sh, 1)
		}
		st := vm.State{Vec: make([]byte, sh.Size)}
		l.SetShape(st.Vec, sh)
		for i := range 40000 {
			c := sh.Comps[1+i%(len(sh.Comps)-1)]
			st.Vec[c.Off] = byte(i * 7 >> 4)
			st.Vec[sh.Comps[0].Off], st.Vec[sh.Comps[0].Off+1] = byte(i), byte(i>>8)
			a := store.Arrival{State: &st}
			_, status := s.Visit(&a)
			require.Equal(t, store.New, status)
			words = max(words, len(a.Hint)-1)
		}
		require.Greater(t, words, 2)
		require.EqualValues(t, 40000, s.Stats().Stored)
		s.Free()
	}
}
