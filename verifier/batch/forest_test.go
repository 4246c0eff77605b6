package batch

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// stranded returns the number of states from which the choices made lead to no state that has made all.
func stranded(taken map[string][]string, full map[string]bool) (n int) {
	good := map[string]bool{}
	for changed := true; changed; {
		changed = false
		for s, behind := range taken {
			on := full[s]
			for _, d := range behind {
				on = on || good[d]
			}
			if on && !good[s] {
				good[s], changed = true, true
			}
		}
	}
	return len(taken) - len(good)
}

// TestForestsBearEqualHashes checks the same if many states have equal hashes, and if their hashes change.
func TestForestsBearEqualHashes(t *testing.T) {
	type state struct {
		behind []int
		full   bool
		done   bool
		met    bool
	}
	accepted, moved := 0, 0
	for seed := range uint64(3000) {
		lot := rand.New(rand.NewPCG(seed, 1))
		n, hashes := 5+lot.IntN(60), 2+lot.IntN(60)
		states := make([]state, n)
		factor := uint32(1)
		hash := func(s int) uint32 { return 1 + uint32(s)*factor%uint32(hashes) }
		for s := range states {
			for range 1 + lot.IntN(2) {
				states[s].behind = append(states[s].behind, lot.IntN(n))
			}
		}
		var f forest
		open := []int{}
		meet := func(s int) {
			if !states[s].met {
				states[s].met = true
				open = append(open, s)
			}
		}
		for meet(0); len(open) > 0; {
			if lot.IntN(12) == 0 {
				var m moving
				m.begin(&f)
				was := make([]uint32, n)
				for s := range was {
					was[s] = hash(s)
				}
				factor, hashes = 1+2*lot.Uint32N(50), 2+lot.IntN(60)
				for s := range states {
					if states[s].met {
						m.state(&f, was[s], hash(s))
					}
				}
				for _, s := range open {
					m.isOpen(was[s], hash(s))
				}
				m.end(&f)
				moved++
			}
			i := lot.IntN(len(open))
			s := open[i]
			open[i] = open[len(open)-1]
			open = open[:len(open)-1]
			states[s].done, states[s].full = true, true
			for _, d := range states[s].behind {
				if states[s].full && !f.has(hash(s)) && f.accepts(hash(s), hash(d)) {
					states[s].full = false
					accepted++
				}
				meet(d)
			}
			if states[s].full { // choices besides those of its set
				meet((s * 7) % n)
			}
		}
		f.free()
		taken, full := map[string][]string{}, map[string]bool{}
		for s := range states {
			if states[s].done {
				name := fmt.Sprint(s)
				full[name] = states[s].full
				for _, d := range states[s].behind {
					taken[name] = append(taken[name], fmt.Sprint(d))
				}
			}
		}
		require.Zero(t, stranded(taken, full), "seed %d", seed)
	}
	require.Greater(t, accepted, 10000)
	require.Greater(t, moved, 1000)
}
