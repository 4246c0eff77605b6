package store

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/vm"
	"gospin/vm/layout"
)

func makers() map[string]func(*layout.Layout, int64) Store {
	return map[string]func(*layout.Layout, int64) Store{"plain": NewPlain, "collapse": NewCollapse}
}

func testLayout(padded bool) *layout.Layout {
	return &layout.Layout{
		Hidden:  5,
		Padded:  padded,
		Globals: 11,
		Procs:   []layout.ProcType{{Size: 3, Prio: -1}, {Size: 9, Prio: -1, Chans: []int{0, 1}}, {Size: 0, Prio: -1}},
		Chans:   []layout.ChanType{{Size: 4}, {Size: 21}},
		Global:  []int{1},
	}
}

// walk is a random walk over vectors: components change, processes come and go.
type walk struct {
	r     *rand.Rand
	l     *layout.Layout
	shape *layout.Shape
	s     vm.State
	rng   int // values of a byte
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
	for name, make := range makers() {
		for _, hints := range []bool{false, true} {
			for seed, rng := range []int{2, 4, 256} {
				l := testLayout(seed == 1)
				s := make(l, 0)
				oracle := map[string]bool{}
				w := newWalk(uint64(seed), l, rng)
				var hint []uint64
				for i := range 60000 {
					w.step()
					if i%7 == 3 {
						continue // a transient state: what it wrote counts for the next
					}
					a := Arrival{State: &w.s}
					if hints {
						a.Parent = hint
					}
					ref, h, status := s.Visit(&a, nil)
					require.LessOrEqual(t, len(h), s.HintLen())
					key := string(l.Key(w.s.Vec))
					want := New
					if oracle[key] {
						want = Known
					}
					require.Equal(t, want, status, "%s hints %v state %d", name, hints, i)
					oracle[key] = true
					if i%16 == 0 {
						require.Equal(t, "x"+key, string(s.Fetch([]byte("x"), ref)))
					}
					hint, w.s.Dirty = h, 0
				}
				require.EqualValues(t, len(oracle), s.Stats().Stored)
				require.Greater(t, s.Stats().Bytes, int64(0))
				s.Free()
			}
		}
	}
}
