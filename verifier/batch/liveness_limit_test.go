package batch_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/batch/batchtest"
	"gospin/verifier/limit"
	"gospin/verifier/search"
	"gospin/verifier/thorough"
)

// looksLeft is a context that is out of time when it was asked some times.
type looksLeft struct {
	context.Context
	left *int
}

func (l looksLeft) Err() error {
	if *l.left--; *l.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// judged is a toy of which all states are accepting.
type judged struct{ *batchtest.Toy }

func (j judged) Engine() any { return &judging{j.Toy.Engine().(*batchtest.Engine[[1]uint64])} }

type judging struct{ *batchtest.Engine[[1]uint64] }

func (*judging) Accepts(*[1]uint64) batch.Acceptance { return batch.Accepting }

// uphill are counters that go up only, so that there is no cycle.
func uphill(n, m int) *batchtest.Toy {
	return batchtest.New(make([]int, n), func(values []int, to func(batchtest.Move)) {
		for i, v := range values {
			if v+1 < m {
				values[i] = v + 1
				to(batchtest.Move{Values: values})
				values[i] = v
			}
		}
	})
}

// TestLimitsOfCycles: wherever the time is over while cycles are looked for, the search is incomplete, not
// wrong.
func TestLimitsOfCycles(t *testing.T) {
	for cyclic, space := range map[bool]func(n, m int) *toy{false: uphill, true: counters} {
		for i, workers := range []int{1, 3} {
			if cyclic && !thorough.Every(2, i) {
				continue
			}
			t.Run(fmt.Sprintf("cyclic=%v/workers=%d", cyclic, workers), func(t *testing.T) {
				for looks, done := 0, false; !done; looks += 1 + looks/5 {
					left := looks
					task := batch.Task{Workers: workers, Cycles: true, Context: looksLeft{t.Context(), &left},
						Space: judged{space(6, 7)}, Limits: search.Limits{NoEnd: true}}
					r, err := batch.Search(&task)
					require.NoError(t, err, "%d looks", looks)
					if done = !r.Stopped; done {
						require.Equal(t, cyclic, r.Cycle)
						require.Greater(t, looks, 9)
					} else {
						require.Equal(t, []string{string(limit.Time)}, r.Incomplete)
					}
				}
			})
		}
	}
}
