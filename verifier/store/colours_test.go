package store

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression"
	"gospin/verifier/thorough"
	"gospin/vm/layout"
)

// TestColoursAgreeWithAMap paints and clears the states of a random walk with two colours, in every store.
func TestColoursAgreeWithAMap(t *testing.T) {
	all := makers(t)
	all["collapse1997"] = func(l *layout.Layout, limit int64) Store {
		return NewCollapse1997(l, compression.CollapseOptions{IndexBytes: 4}, limit)
	}
	maps.Copy(all, approximate())
	maps.Copy(all, deltaMakers())
	maps.Copy(all, diffMakers())
	for name, mk := range all {
		for seed, rng := range []int{2, 4, 256} {
			l := testLayout(seed == 1)
			s := mk(l, 0)
			require.True(t, s.Caps().Coloured)
			require.Equal(t, approximate()[name] == nil, s.Caps().Exact)
			shift := 12 * (seed % 2)
			s.KeepColours(uint(4 + shift))
			oracle := map[string]Colour{}
			w := newWalk(uint64(seed), l, rng)
			var hint []uint64
			type visit struct {
				vec  []byte
				ref  Ref
				hint []uint64
				open Colour
			}
			var open []visit
			for i := range thorough.Of(1500, 10000) {
				w.step()
				if n := len(open); n > 100 || n > 0 && i%5 == 0 {
					v := open[n-1]
					open = open[:n-1]
					keep := w.s.Vec
					w.s.Vec = v.vec
					s.Close(&Arrival{State: &w.s, Hint: v.hint}, v.ref, v.open)
					w.s.Vec = keep
					oracle[string(l.Key(v.vec))] &^= v.open
				}
				key := string(l.Key(w.s.Vec))
				was, stored := oracle[key]
				mark := Colour(1) << shift
				if i%3 == 0 {
					mark *= 2
				}
				a := Arrival{State: &w.s, Parent: hint, Mark: mark, Add: mark | mark<<2, Open: mark << 2}
				ref, status := s.Visit(&a)
				sure := mark | 12<<shift
				require.Equal(t, was&sure, a.Was&sure, "%s, state %d", name, i)
				require.Equal(t, stored, status != New, "%s, state %d", name, i)
				require.Equal(t, stored && was&a.Open != 0, status == Open, "%s, state %d", name, i)
				if was&mark == 0 {
					oracle[key] |= mark | mark<<2
					open = append(open, visit{append([]byte{}, w.s.Vec...), ref, a.Hint, mark << 2})
				}
				hint, w.s.Dirty = a.Hint, 0
			}
			require.Greater(t, len(oracle), 50, name)
			require.EqualValues(t, len(oracle), s.Stats().Stored)
			s.Free()
		}
	}
}
