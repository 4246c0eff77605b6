package store

import (
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression"
	"gospin/verifier/thorough"
	"gospin/vm"
	"gospin/vm/layout"
)

// byWay makes the store of each way that is registered in package way. An external test of this package sets
// it, since way imports store.
var byWay func(t testing.TB) map[string]func(*layout.Layout, int64) Store

// SetByWay sets byWay.
func SetByWay(f func(testing.TB) map[string]func(*layout.Layout, int64) Store) { byWay = f }

// makers are the stores of all registered ways, chains of codecs, and a trained store.
func makers(t testing.TB) map[string]func(*layout.Layout, int64) Store {
	out := byWay(t)
	out["trained by some"] = func(l *layout.Layout, limit int64) Store {
		t := &compression.Training{
			Classes: make([]compression.Learnt, 1+len(l.Procs)+len(l.Chans)),
			Shapes:  [][]int{{0, 1}},
		}
		t.Classes[0] = compression.Learnt{Values: make([][]byte, l.Globals), Distinct: 100}
		t.Classes[2] = compression.Learnt{Values: [][]byte{{0, 1}, {0, 1, 2, 3}, {5}}, Distinct: 5}
		for i := range t.Classes[0].Values {
			t.Classes[0].Values[i] = []byte{0, 1, 2}
		}
		return NewTrained(compression.NewTrained(l, t), limit)
	}
	out["collapse1997+huffman"] = func(l *layout.Layout, limit int64) Store {
		c := compression.NewCollapse1997(l, compression.CollapseOptions{IndexBytes: 3})
		return NewCoded(l, compression.NewChain(c, compression.NewHuffman(nil)), limit)
	}
	return out
}

func testLayout(padded bool) *layout.Layout {
	return &layout.Layout{
		Hidden:  5,
		Padded:  padded,
		Globals: 11,
		Procs: []layout.ProcType{
			{Size: 3, Prio: -1},
			{Size: 9, Prio: -1, Chans: []int{0, 1}},
			{Size: 0, Prio: -1},
		},
		Chans:  []layout.ChanType{{Size: 4}, {Size: 21}},
		Global: []int{1},
	}
}

// walk is a random walk over vectors: components change, processes come and go.
type walk struct {
	r     *rand.Rand
	l     *layout.Layout
	shape *layout.Shape
	s     vm.State
	rng   int // number of values of a byte
}

func newWalk(seed uint64, l *layout.Layout, rng int) *walk {
	w := &walk{r: rand.New(rand.NewPCG(seed, 1)), l: l, shape: l.Root(), rng: rng}
	w.s.Vec = make([]byte, w.shape.Size)
	w.l.SetShape(w.s.Vec, w.shape)
	return w
}

func (w *walk) step() {
	switch n := w.r.IntN(10); {
	case n == 0 && len(w.shape.Procs) < 30:
		was := len(w.shape.Comps)
		w.shape = w.l.Child(w.shape, w.r.IntN(len(w.l.Procs)))
		w.s.Vec = append(w.s.Vec, make([]byte, w.shape.Size-len(w.s.Vec))...)
		w.l.SetShape(w.s.Vec, w.shape)
		for i := was; i < len(w.shape.Comps); i++ {
			w.write(i)
		}
	case n == 1 && w.shape.Parent != nil:
		w.shape = w.shape.Parent
		w.s.Vec = w.s.Vec[:w.shape.Size]
		w.l.SetShape(w.s.Vec, w.shape)
	default:
		w.s.Vec[w.r.IntN(w.l.Hidden)] = byte(w.r.IntN(256))
		w.write(w.r.IntN(len(w.shape.Comps)))
	}
}

func (w *walk) write(i int) {
	w.s.Dirty |= 1 << min(i, 63)
	if c := w.shape.Comps[i]; c.Len > 0 {
		w.s.Vec[c.Off+w.r.IntN(c.Len)] = byte(w.r.IntN(w.rng))
	}
}

// TestStoresAgreeWithAMap visits a random walk with and without hints.
func TestStoresAgreeWithAMap(t *testing.T) {
	all := makers(t)
	maps.Copy(all, approximate())
	maps.Copy(all, deltaMakers())
	maps.Copy(all, diffMakers())
	for name, make := range all {
		for _, hints := range []bool{false, true} {
			for seed, rng := range []int{2, 4, 256} {
				l := testLayout(seed == 1)
				s := make(l, 0)
				oracle := map[string]bool{}
				w := newWalk(uint64(seed), l, rng)
				var hint []uint64
				for i := range thorough.Of(2500, 20000) {
					w.step()
					if i%7 == 3 {
						continue // a transient state: its writes count for the next one
					}
					a := Arrival{State: &w.s}
					if hints {
						a.Parent = hint
					}
					_, status := s.Visit(&a)
					key := string(l.Key(w.s.Vec))
					want := New
					if oracle[key] {
						want = Closed
					}
					if status != want { // testify takes a third of the time for this
						require.Equal(t, want, status, "%s hints %v state %d", name, hints, i)
					}
					oracle[key] = true
					hint, w.s.Dirty = a.Hint, 0
				}
				require.EqualValues(t, len(oracle), s.Stats().Stored)
				require.Greater(t, s.Stats().Bytes, int64(0))
				s.Free()
			}
		}
	}
}

// count visits vectors of one shape whose globals count up, until the store is full or n are stored.
func count(s Store, l *layout.Layout, n int) (int, Status) {
	sh := l.Root()
	st := vm.State{Vec: make([]byte, sh.Size)}
	l.SetShape(st.Vec, sh)
	a := Arrival{State: &st}
	off := sh.Comps[0].Off
	for i := range n {
		x := uint32(i) * 0x9e3779b1 // for numbers in order, an automaton would have almost no vertices
		st.Vec[off], st.Vec[off+1], st.Vec[off+2], st.Vec[off+3] = byte(
			x,
		), byte(
			x>>8,
		), byte(
			x>>16,
		), byte(
			x>>24,
		)
		st.Dirty = 1
		_, status := s.Visit(&a)
		if status != New {
			return i, status
		}
		a.Parent = append(a.Parent[:0], a.Hint...)
	}
	return n, New
}

func TestLimits(t *testing.T) {
	all := makers(t)
	all["hash"] = approximate()["hash"]
	for name, mk := range all {
		const limit = 4 << 20
		l := testLayout(false)
		s := mk(l, limit)
		n, status := count(s, l, 1<<30)
		require.Equal(t, Full, status, name)
		require.Greater(t, n, 30000, name)
		require.EqualValues(t, n, s.Stats().Stored)
		// component tables grow between tables
		require.LessOrEqual(t, s.Stats().Bytes, int64(limit+limit/2), name)
		// The stored states are still known.
		again, status := count(s, l, 1<<30)
		require.Equal(t, Closed, status)
		require.Zero(t, again)
		s.Free()
	}
}

func TestVisitDoesNotAllocate(t *testing.T) {
	all := makers(t)
	maps.Copy(all, approximate())
	for name, mk := range all {
		l := testLayout(true)
		s := mk(l, 0)
		w := newWalk(1, l, 3)
		for range 2000 {
			w.step()
			s.Visit(&Arrival{State: &w.s})
		}
		a, i := Arrival{State: &w.s, Parent: make([]uint64, 0, 100), Hint: make([]uint64, 0, 100)}, 0
		comp := w.shape.Comps[0]
		require.Zero(t, testing.AllocsPerRun(200, func() {
			w.s.Vec[comp.Off+i%comp.Len] ^= 1
			i++
			w.s.Dirty = 1
			s.Visit(&a)
			a.Parent = append(a.Parent[:0], a.Hint...)
		}), name)
		s.Free()
	}
}

func TestComponentsAreCounted(t *testing.T) {
	l := testLayout(false)
	s := NewCollapse(l, 0)
	count(s, l, 1000)
	require.Equal(t, 1000, s.Stats().Components[0].N)
	require.Equal(t, 1, s.Stats().Components[1].N)
	require.Nil(t, NewPlain(l, 0).Stats().Components)
	s.Free()
}
