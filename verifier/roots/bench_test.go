package roots

import (
	"math/rand/v2"
	"testing"
)

const benchRoots = 10_000_000

// benchAdd adds roots, each of them four times, in batches like those of a search.
func benchAdd[R Root](b *testing.B, workers int, make func(x uint64) R) {
	const batch = 96
	var rs [batch]R
	fresh := []uint32{}
	for b.Loop() {
		s := NewPlain[R](0, workers)
		random := rand.New(rand.NewPCG(1, 2))
		for range benchRoots / batch {
			for i := range rs {
				rs[i] = make(random.Uint64N(benchRoots/4) + 1)
			}
			fresh = fresh[:0]
			for n := 0; n < len(rs); {
				if fresh, n = s.Add(rs[:], n, fresh); n < len(rs) {
					s.Grow(0)
				}
			}
		}
		s.Free()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchRoots, "ns/root")
}

func BenchmarkAdd(b *testing.B) {
	one := func(x uint64) [1]uint64 { return [1]uint64{x} }
	two := func(x uint64) [2]uint64 { return [2]uint64{x, x} }
	b.Run("1", func(b *testing.B) { benchAdd(b, 1, one) })
	b.Run("2", func(b *testing.B) { benchAdd(b, 1, two) })
	b.Run("shared/1", func(b *testing.B) { benchAdd(b, 2, one) })
	b.Run("shared/2", func(b *testing.B) { benchAdd(b, 2, two) })
}
