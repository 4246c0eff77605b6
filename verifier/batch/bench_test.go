package batch_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
	"gospin/vm"
)

// quick is a space without costs. The successors of each node are two of every k nodes of a random graph.
type quick[R roots.Root] struct {
	mask uint64
	work int // multiplications for finding a root
}

func (q quick[R]) Words() int { var r R; return len(r) }

func (q quick[R]) Initial() ([]uint64, vm.Effect) {
	var r R
	r[0] = 1 << 62
	return roots.Words(&r), 0
}

func (q quick[R]) Engine() any               { return &q }
func (q quick[R]) Repack() bool              { return false }
func (q quick[R]) Convert(dst, src []uint64) {}
func (q quick[R]) KeyLen() int               { return 8 }
func (q quick[R]) Bytes() int64              { return 0 }
func (q quick[R]) Faults() []vm.Fault        { return nil }

// Expand finds neighbours, most of them more than once, as in a model.
func (q *quick[R]) Expand(r *R, out *batch.Found[R]) (vm.Effect, bool) {
	to := *r
	x := (*r)[0] & q.mask
	for _, y := range [4]uint64{x + 1, x*5 + 1, x ^ x>>9, x*0xd1b54a32d192ed03 ^ 0x35} {
		for range q.work {
			y = y*0x9e3779b97f4a7c15 + 1
		}
		to[0] = y&q.mask | 1<<62
		out.Roots = append(out.Roots, to)
		if out.Ordered {
			out.Levels = append(out.Levels, 1)
		}
	}
	return 0, true
}

func benchSearch[R roots.Root](b *testing.B, work int, task batch.Task) {
	task.Space = quick[R]{1<<23 - 1, work}
	var stored uint64
	for b.Loop() {
		r, err := batch.Search(&task)
		require.NoError(b, err)
		stored += r.Stored
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(stored), "ns/state")
	b.ReportMetric(float64(stored)/float64(b.N), "states")
}

func BenchmarkSearch(b *testing.B) {
	for _, size := range []int{1, 6, 12, 24, 48, 96} {
		b.Run(fmt.Sprint("batch=", size), func(b *testing.B) {
			benchSearch[[1]uint64](b, 25, batch.Task{Batch: size})
		})
	}
	b.Run("idle", func(b *testing.B) { benchSearch[[1]uint64](b, 0, batch.Task{}) })
	b.Run("pairs", func(b *testing.B) { benchSearch[[2]uint64](b, 25, batch.Task{}) })
	b.Run("deep", func(b *testing.B) { benchSearch[[1]uint64](b, 25, batch.Task{Order: batch.DepthFirst}) })
	b.Run("broad", func(b *testing.B) { benchSearch[[1]uint64](b, 25, batch.Task{Order: batch.BreadthFirst}) })
	b.Run("workers=2", func(b *testing.B) { benchSearch[[1]uint64](b, 25, batch.Task{Workers: 2}) })
}

// chain is a space of n states in a row.
type chain struct{ n uint64 }

func (c chain) Words() int                     { return 1 }
func (c chain) Initial() ([]uint64, vm.Effect) { return []uint64{1}, 0 }
func (c chain) Engine() any                    { return c }
func (c chain) Repack() bool                   { return false }
func (c chain) Convert(dst, src []uint64)      {}
func (c chain) KeyLen() int                    { return 8 }
func (c chain) Bytes() int64                   { return 0 }
func (c chain) Faults() []vm.Fault             { return nil }

func (c chain) Expand(r *[1]uint64, out *batch.Found[[1]uint64]) (vm.Effect, bool) {
	if r[0] < c.n {
		out.Roots = append(out.Roots, [1]uint64{r[0] + 1})
		out.Levels = append(out.Levels, 1)
	}
	return 0, true
}
