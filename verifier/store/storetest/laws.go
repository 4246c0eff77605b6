package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/store"
	"gospin/vm/layout"
)

// Makers make stores with a limit in bytes, by name.
type Makers = map[string]func(l *layout.Layout, limit int64) store.Store

// AgreeWithAMap visits random walks of some steps with and without hints.
func AgreeWithAMap(t *testing.T, all Makers, steps int) {
	for name, mk := range all {
		for _, hints := range []bool{false, true} {
			for seed, rng := range []int{2, 4, 256} {
				l := Layout(seed == 1)
				s := mk(l, 0)
				oracle := map[string]bool{}
				w := NewWalk(uint64(seed), l, rng)
				var hint []uint64
				for i := range steps {
					w.Step()
					if i%7 == 3 {
						continue // a transient state: its writes count for the next one
					}
					a := store.Arrival{State: &w.State}
					if hints {
						a.Parent = hint
					}
					_, status := s.Visit(&a)
					key := string(l.Key(w.State.Vec))
					want := store.New
					if oracle[key] {
						want = store.Closed
					}
					if status != want { // testify takes a third of the time for this
						require.Equal(t, want, status, "%s hints %v state %d", name, hints, i)
					}
					oracle[key] = true
					hint, w.State.Dirty = a.Hint, 0
				}
				require.EqualValues(t, len(oracle), s.Stats().Stored)
				require.Greater(t, s.Stats().Bytes, int64(0))
				s.Free()
			}
		}
	}
}

// ColoursAgreeWithAMap adds and removes the two colours of the states of random walks.
func ColoursAgreeWithAMap(t *testing.T, all Makers, steps int, exact bool) {
	for name, mk := range all {
		for seed, rng := range []int{2, 4, 256} {
			l := Layout(seed == 1)
			s := mk(l, 0)
			require.True(t, s.Caps().Coloured)
			require.Equal(t, exact, s.Caps().Exact)
			shift := 12 * (seed % 2)
			s.KeepColours(uint(4 + shift))
			oracle := map[string]store.Colour{}
			w := NewWalk(uint64(seed), l, rng)
			var hint []uint64
			type visit struct {
				vec  []byte
				ref  store.Ref
				hint []uint64
				open store.Colour
			}
			var open []visit
			for i := range steps {
				w.Step()
				if n := len(open); n > 100 || n > 0 && i%5 == 0 {
					v := open[n-1]
					open = open[:n-1]
					keep := w.State.Vec
					w.State.Vec = v.vec
					s.Close(&store.Arrival{State: &w.State, Hint: v.hint}, v.ref, v.open)
					w.State.Vec = keep
					oracle[string(l.Key(v.vec))] &^= v.open
				}
				key := string(l.Key(w.State.Vec))
				was, stored := oracle[key]
				mark := store.Colour(1) << shift
				if i%3 == 0 {
					mark *= 2
				}
				a := store.Arrival{
					State: &w.State, Parent: hint, Mark: mark, Add: mark | mark<<2, Open: mark << 2,
				}
				ref, status := s.Visit(&a)
				sure := mark | 12<<shift
				require.Equal(t, was&sure, a.Was&sure, "%s, state %d", name, i)
				require.Equal(t, stored, status != store.New, "%s, state %d", name, i)
				require.Equal(t, stored && was&a.Open != 0, status == store.Open, "%s, state %d", name, i)
				if was&mark == 0 {
					oracle[key] |= mark | mark<<2
					open = append(open, visit{append([]byte{}, w.State.Vec...), ref, a.Hint, mark << 2})
				}
				hint, w.State.Dirty = a.Hint, 0
			}
			require.Greater(t, len(oracle), 50, name)
			require.EqualValues(t, len(oracle), s.Stats().Stored)
			s.Free()
		}
	}
}
