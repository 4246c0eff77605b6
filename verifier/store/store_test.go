package store_test

import (
	"encoding/binary"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression"
	"gospin/verifier/store"
	"gospin/verifier/store/storetest"
	"gospin/verifier/thorough"
	"gospin/verifier/way/waytest"
	"gospin/vm"
	"gospin/vm/layout"
)

// makers are the stores of all registered ways, chains of codecs, and a trained store.
func makers(t testing.TB) map[string]func(*layout.Layout, int64) store.Store {
	out := waytest.Stores(t)
	out["trained by some"] = func(l *layout.Layout, limit int64) store.Store {
		t := &compression.Training{
			Classes: make([]compression.ValueStats, 1+len(l.Procs)+len(l.Chans)),
			Shapes:  [][]int{{0, 1}},
		}
		t.Classes[0] = compression.ValueStats{Values: make([][]byte, l.Globals), Distinct: 100}
		t.Classes[2] = compression.ValueStats{Values: [][]byte{{0, 1}, {0, 1, 2, 3}, {5}}, Distinct: 5}
		for i := range t.Classes[0].Values {
			t.Classes[0].Values[i] = []byte{0, 1, 2}
		}
		return store.NewTrained(compression.NewTrained(l, t), limit)
	}
	out["collapse1997+huffman"] = func(l *layout.Layout, limit int64) store.Store {
		c := compression.NewCollapse1997(l, compression.CollapseOptions{IndexBytes: 3})
		return store.NewCoded(l, compression.NewChain(c, compression.NewHuffman(nil)), limit)
	}
	return out
}

func TestStoresAgreeWithAMap(t *testing.T) {
	all := makers(t)
	maps.Copy(all, approximate())
	storetest.AgreeWithAMap(t, all, thorough.Of(2500, 20000))
}

// count visits vectors of one shape whose globals count up, until the store is full or n are stored.
func count(s store.Store, l *layout.Layout, n int) (int, store.Status) {
	sh := l.Root()
	st := vm.State{Vec: make([]byte, sh.Size)}
	l.SetShape(st.Vec, sh)
	a := store.Arrival{State: &st}
	off := sh.Comps[0].Off
	for i := range n {
		x := uint32(i) * 0x9e3779b1 // for numbers in order, an automaton would have almost no vertices
		binary.LittleEndian.PutUint32(st.Vec[off:], x)
		st.Dirty = 1
		_, status := s.Visit(&a)
		if status != store.New {
			return i, status
		}
		a.Parent = append(a.Parent[:0], a.Hint...)
	}
	return n, store.New
}

func TestLimits(t *testing.T) {
	all := makers(t)
	all["hash"] = approximate()["hash"]
	for name, mk := range all {
		const limit = 4 << 20
		l := storetest.Layout(false)
		s := mk(l, limit)
		n, status := count(s, l, 1<<30)
		require.Equal(t, store.Full, status, name)
		require.Greater(t, n, 30000, name)
		require.EqualValues(t, n, s.Stats().Stored)
		// component tables grow between tables
		require.LessOrEqual(t, s.Stats().Bytes, int64(limit+limit/2), name)
		// The stored states are still known.
		again, status := count(s, l, 1<<30)
		require.Equal(t, store.Closed, status)
		require.Zero(t, again)
		s.Free()
	}
}

func TestVisitDoesNotAllocate(t *testing.T) {
	all := makers(t)
	maps.Copy(all, approximate())
	for name, mk := range all {
		l := storetest.Layout(true)
		s := mk(l, 0)
		w := storetest.NewWalk(1, l, 3)
		for range 2000 {
			w.Step()
			s.Visit(&store.Arrival{State: &w.State})
		}
		a := store.Arrival{State: &w.State, Parent: make([]uint64, 0, 100), Hint: make([]uint64, 0, 100)}
		i := 0
		comp := w.Shape.Comps[0]
		require.Zero(t, testing.AllocsPerRun(200, func() {
			w.State.Vec[comp.Off+i%comp.Len] ^= 1
			i++
			w.State.Dirty = 1
			s.Visit(&a)
			a.Parent = append(a.Parent[:0], a.Hint...)
		}), name)
		s.Free()
	}
}

func TestComponentsAreCounted(t *testing.T) {
	l := storetest.Layout(false)
	s := store.NewCollapse(l, 0)
	count(s, l, 1000)
	require.Equal(t, 1000, s.Stats().Components[0].N)
	require.Equal(t, 1, s.Stats().Components[1].N)
	require.Nil(t, store.NewPlain(l, 0).Stats().Components)
	s.Free()
}
