package batch_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/batch/batchtest"
	"gospin/verifier/roots"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// reducedToy is a toy whose states have up to three random sets of choices.
type reducedToy struct {
	*toy
	seed    uint64
	taken   map[string][]string // successors by the choices that a state has made
	full    map[string]bool     // states that have made all choices
	refused int                 // sets that were not accepted
}

func (t *reducedToy) Engine() any {
	switch e := t.toy.Engine().(type) {
	case *batchtest.Engine[[1]uint64]:
		return &reducedEngine[[1]uint64]{e, t}
	case *batchtest.Engine[[2]uint64]:
		return &reducedEngine[[2]uint64]{e, t}
	case *batchtest.Engine[[3]uint64]:
		return &reducedEngine[[3]uint64]{e, t}
	default:
		panic(fmt.Sprintf("%T", e))
	}
}

type reducedEngine[R roots.Root] struct {
	*batchtest.Engine[R]
	to *reducedToy
}

func (e *reducedEngine[R]) named(r *R) string {
	values := e.Values(roots.Words(r))
	return fmt.Sprint(values)
}

func (e *reducedEngine[R]) ExpandAmple(r *R, after uint8, out *batch.Found[R]) (uint8, vm.Effect, bool) {
	own, was := e.named(r), len(out.Roots)
	effect, ok := e.Expand(r, out)
	if !ok {
		return 0, 0, false
	}
	if after > 0 && after < batch.AllChoices {
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

// TestSetsLeadOn checks in random graphs, also if the packing often changes, that every state that has made
// some of its choices has a path, by choices made, to a state that has made all.
func TestSetsLeadOn(t *testing.T) {
	refused, less := 0, 0
	for seed := range thorough.Of[uint64](6, 25) {
		for i, size := range []int{1, 24, 1000, 1, 2, 24} {
			for _, force := range []int{0, 17, 150} {
				order := []batch.Order{3: batch.DepthFirst, 4: batch.BreadthFirst, 5: batch.BreadthFirst}[i]
				toy := graph(30+int(seed)*20, 3)
				toy.Force = force
				space := &reducedToy{toy, seed, map[string][]string{}, map[string]bool{}, 0}
				res, err := batch.Search(&batch.Task{
					Space: space, Batch: size, Order: order, Reduced: true, Workers: 3,
				})
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
				require.Zero(t, batch.Stranded(space.taken, space.full), "seed %d, order %d, %d, %d", seed, order, size, force)
				refused += space.refused
				less += len(space.taken) - full
			}
		}
	}
	require.Greater(t, refused, thorough.Of(20, 200))
	require.Greater(t, less, thorough.Of(500, 5000))
}
