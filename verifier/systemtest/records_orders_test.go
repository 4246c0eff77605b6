package systemtest

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/atomic"
	"gospin/verifier/store"
	"gospin/verifier/store/relative"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
)

// TestStatesToldByOthersInEveryOrder: in each order, delta stores see the visits, faults and paths of a plain
// store; if they can repeat moves, most states are deltas, as many as with undone moves.
func TestStatesToldByOthersInEveryOrder(t *testing.T) {
	seeds := thorough.Of[uint64](4, 12)
	if os.Getenv("GOSPIN_SOAK") != "" {
		seeds = 400
	}
	states, made, way := uint64(0), 0, 0
	for seed := range seeds {
		if Count(RandomBeside(seed).Toy, 0).Stored > 500 {
			continue
		}
		for _, together := range []bool{false, true} {
			mk := func() system.System {
				if toy := RandomBeside(seed); together {
					return atomic.New(toy, nil)
				}
				return RandomBeside(seed)
			}
			for name := range frontiers(seed) {
				run := func(mkStore func(b *Beside) store.Store) (exploration, store.Store) {
					b := RandomBeside(seed)
					var sys system.System = b
					if together {
						sys = atomic.New(b, nil)
					}
					st, first := mkStore(b), true
					once := func() system.System {
						if first {
							first = false
							return sys
						}
						return mk()
					}
					return explored(t, once, st, exploring(frontiers(seed)[name])), st
				}
				want, _ := run(func(b *Beside) store.Store { return store.NewPlain(b.L, 0) })
				states += want.Stored
				deltas := map[string]uint64{}
				way++
				k := []int{2, 5, 20, 1e6}[way/3%4]
				o := relative.Deltas{K: k, NoShorten: way&1 != 0, Collapse: way&2 != 0}
				for _, how := range []string{"backward", "forward"} {
					got, st := run(func(b *Beside) store.Store {
						o := o
						if how == "forward" {
							o.Forward = newReplayer(b)
						}
						return relative.NewDelta(b.L, o)
					})
					require.Equal(t, want, got, "seed %d %s %s %+v", seed, name, how, o)
					deltas[how] = st.(*relative.Delta).Deltas().Deltas
				}
				require.Equal(t, deltas["backward"], deltas["forward"], "seed %d %s %+v", seed, name, o)
				made += int(deltas["forward"])
				of := []string{relative.OfBytes, relative.OfComponents, relative.OfCells}[way%3]
				d := relative.Diffs{K: k, Of: of}
				got, _ := run(func(b *Beside) store.Store { return relative.NewDiff(b.L, d) })
				require.Equal(t, want, got, fmt.Sprintf("seed %d %s %+v", seed, name, d))
			}
		}
	}
	t.Logf("%d states, %d deltas", states, made)
	require.Greater(t, states, thorough.Of[uint64](333, 10000))
	require.Greater(t, made, thorough.Of(266, 8000))
}
