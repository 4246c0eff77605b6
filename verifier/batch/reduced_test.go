package batch

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/roots"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// reducedToy is a toy whose states have sets that are drawn by lot: up to three, each of some of the choices.
type reducedToy struct {
	*toy
	seed    uint64
	taken   map[string][]string // what lies behind the choices that a state has made
	full    map[string]bool     // states that have made all
	refused int                 // sets
}

func (t *reducedToy) Engine() any {
	switch e := t.toy.Engine().(type) {
	case *toyEngine[[1]uint64]:
		return &reducedEngine[[1]uint64]{e, t}
	case *toyEngine[[2]uint64]:
		return &reducedEngine[[2]uint64]{e, t}
	case *toyEngine[[3]uint64]:
		return &reducedEngine[[3]uint64]{e, t}
	default:
		panic(fmt.Sprintf("%T", e))
	}
}

type reducedEngine[R roots.Root] struct {
	*toyEngine[R]
	to *reducedToy
}

func (e *reducedEngine[R]) named(r *R) string {
	values := decode(e.widths, words(r))
	for i, n := range values {
		values[i] = e.values[i][n]
	}
	return fmt.Sprint(values)
}

func (e *reducedEngine[R]) ExpandAmple(r *R, after uint8, out *Found[R]) (uint8, vm.Effect, bool) {
	own, was := e.named(r), len(out.Roots)
	effect, ok := e.Expand(r, out)
	if !ok {
		return 0, 0, false
	}
	if after > 0 && after < allChoices {
		e.to.refused++
	}
	lot := rand.New(rand.NewPCG(e.to.seed, uint64(len(own))*31+uint64(own[1])*7+uint64(own[len(own)-2])))
	set := uint8(0)
	for i := uint8(1); i <= 3 && set == 0; i++ {
		draw := lot.Uint64()
		if i <= after || draw%4 == 0 {
			continue
		}
		some := out.Roots[was:was]
		for k, d := range out.Roots[was:] {
			if draw>>(8+k)&1 != 0 {
				some = append(some, d)
			}
		}
		if len(some) > 0 {
			set, out.Roots = i, out.Roots[:was+len(some)]
		}
	}
	e.to.full[own] = set == 0
	e.to.taken[own] = nil
	for i := range out.Roots[was:] {
		e.to.taken[own] = append(e.to.taken[own], e.named(&out.Roots[was+i]))
	}
	return set, effect, ok
}

// stranded are the states from which the choices made lead to none that has made all.
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

// TestSetsLeadOn: in random graphs, and where the packing often changes, every state that has made some of
// its choices has a way, by choices made, to one that has made all.
func TestSetsLeadOn(t *testing.T) {
	refused, less := 0, 0
	for seed := range thorough.Of[uint64](6, 25) {
		for i, size := range []int{1, 24, 1000, 1, 2, 24} {
			for _, force := range []int{0, 17, 150} {
				order := []Order{AnyOrder, AnyOrder, AnyOrder, DepthFirst, BreadthFirst, BreadthFirst}[i]
				toy := graph(30+int(seed)*20, 3)
				toy.force = force
				space := &reducedToy{toy, seed, map[string][]string{}, map[string]bool{}, 0}
				res, err := Search(&Task{Space: space, Batch: size, Order: order, Reduced: true, Workers: 3})
				require.NoError(t, err)
				require.EqualValues(t, len(space.taken), res.Stored)
				made, full := 0, 0
				for s, behind := range space.taken {
					made += len(behind)
					if space.full[s] {
						full++
					}
				}
				require.EqualValues(t, made, res.Matched+res.Stored-1, "sets that are refused count nothing")
				require.Zero(t, stranded(space.taken, space.full), "seed %d, order %d, %d, %d", seed, order, size, force)
				refused += space.refused
				less += len(space.taken) - full
			}
		}
	}
	require.Greater(t, refused, thorough.Of(20, 200))
	require.Greater(t, less, thorough.Of(500, 5000))
}

// TestForestsBearEqualHashes: the same holds where many states have the same hash, and where their hashes
// change.
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
			if states[s].full { // what it has beside its set
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
