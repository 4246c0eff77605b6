package roots

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRulesAreFound checks that look-ups by name return the same rules as a scan of all rules, and undoes
// them.
func TestRulesAreFound(t *testing.T) {
	type pair = [2]uint64
	const nibbles = 0x1111111111111111
	r := rand.New(rand.NewPCG(3, 4))
	state := func() (x pair) {
		for i := range x {
			x[i] = r.Uint64() & (nibbles | nibbles<<1)
		}
		return x
	}
	fields := make([]uint64, 128)
	for i := range fields {
		fields[i] = 15 << (i & 63 &^ 3)
	}
	for _, names := range []int{2, 14} {
		s := NewRules[pair](names)
		type rule struct {
			id     uint32
			name   int
			change Change[pair]
		}
		var all []rule
		for range 1500 {
			x := state()
			c := Change[pair]{Shape: int(x[0] & 1), Fields: fields, By: r.IntN(5) - 1}
			c.Mask[0] = 15
			for range 1 + r.IntN(3) {
				c.Mask[r.IntN(2)] |= 15 << (4 * r.IntN(16))
			}
			if r.IntN(40) == 0 { // more than a word is gathered
				c.Mask = pair{1<<64 - 1, 1<<64 - 1}
			}
			before := state()
			for i := range x {
				c.After[i], c.Before[i] = x[i]&c.Mask[i], before[i]&c.Mask[i]
			}
			id, fresh := s.Find(&x, &c)
			known := slices.IndexFunc(all, func(o rule) bool {
				return o.change.Mask == c.Mask && o.change.After == c.After && o.change.Before == c.Before
			})
			require.Equal(t, known < 0, fresh)
			if fresh {
				all = append(all, rule{id, s.Name(id), c})
			} else {
				require.Equal(t, all[known].id, id)
			}
			var want []uint32
			named := make([][]uint32, names)
			for _, o := range all {
				if o.change.After == (pair{x[0] & o.change.Mask[0], x[1] & o.change.Mask[1]}) {
					want = append(want, o.id)
					named[o.name] = append(named[o.name], o.id)
				}
			}
			require.Equal(t, want, s.Fitting(c.Shape, &x, nil))
			for name := range named {
				fit, tried := s.Named(c.Shape, &x, name, nil)
				require.ElementsMatch(t, named[name], fit)
				require.LessOrEqual(t, min(len(fit), 1), tried)
			}
			var y pair
			require.True(t, s.Undo(id, &x, &y))
			for i := range y {
				require.Equal(t, x[i]&^c.Mask[i]|c.Before[i], y[i])
				low := bits.TrailingZeros64(c.Mask[i] | 1<<63)
				if x[i] ^= c.Mask[i] & (1 << low); c.Mask[i] != 0 {
					require.False(t, s.Undo(id, &x, &y))
				}
			}
		}
		i := 0
		s.Each(func(id uint32, c *Change[pair]) {
			require.Equal(t, all[i].id, id)
			require.Equal(t, all[i].change.Mask, c.Mask)
			require.Equal(t, all[i].change.After, c.After)
			require.Equal(t, all[i].change.Before, c.Before)
			require.Equal(t, all[i].change.By, c.By)
			i++
		})
		require.Len(t, all, i)
		require.Equal(t, len(all), s.Len())
	}
}
