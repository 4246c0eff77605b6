package quotient

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// fill adds numbers to a set and a map. The set grows when it must.
func fill(t *testing.T, s *Set, oracle map[uint64]bool, numbers func(i int) uint64, n int) {
	for i := range n {
		x := numbers(i)
		st := s.Add(x)
		for st == Crowded {
			s.Rebuild(s.Bits(), s.Bytes()*5/4, nil)
			st = s.Add(x)
		}
		want := Added
		if oracle[x] {
			want = Known
		}
		if st != want {
			t.Fatalf("number %d (%x) of %d bits: %d, not %d", i, x, s.Bits(), st, want)
		}
		oracle[x] = true
	}
}

func check(t *testing.T, s *Set, oracle map[uint64]bool) {
	require.Equal(t, len(oracle), s.Len())
	seen := 0
	s.All(func(x uint64, _ uint16) {
		seen++
		if !oracle[x] {
			t.Fatalf("%x was never added", x)
		}
	})
	require.Equal(t, len(oracle), seen)
}

func TestSetsAgreeWithAMap(t *testing.T) {
	for b := uint(MinBits); b <= 64; b++ {
		r := rand.New(rand.NewPCG(uint64(b), 7))
		s := New(b, 0)
		oracle := map[uint64]bool{}
		mask := uint64(1)<<b - 1
		fill(t, s, oracle, func(int) uint64 { return r.Uint64() & mask }, 4000)
		fill(t, s, oracle, func(i int) uint64 { return uint64(i) & mask }, 3000)
		fill(t, s, oracle, func(i int) uint64 { return uint64(i) << (b - MinBits) & mask }, 256)
		check(t, s, oracle)
		if b < 64 {
			s.Rebuild(b+1, s.Bytes(), func(x uint64) uint64 { return x<<1 | 1 })
			moved := map[uint64]bool{}
			for x := range oracle {
				moved[x<<1|1] = true
			}
			check(t, s, moved)
		}
		s.Free()
		require.Zero(t, s.Bytes())
	}
}

// TestColoursAgreeWithAMap paints numbers and clears their colours while the set grows and changes its width.
func TestColoursAgreeWithAMap(t *testing.T) {
	for b := uint(MinBits); b <= 64; b++ {
		r := rand.New(rand.NewPCG(uint64(b), 9))
		s := New(b, 0)
		wide := b & 1 * 12
		s.KeepColours(4 + wide)
		oracle := map[uint64]uint16{}
		spread := uint64(1)<<min(b, 11) - 1
		for range 6000 {
			x := r.Uint64() & spread * (1<<b/(spread+1) | 1) & (1<<b - 1)
			mark := uint16(1) << (uint(r.IntN(2)) + wide)
			was, status := s.Paint(x, mark, mark|mark<<2)
			for status == Crowded {
				s.Rebuild(s.Bits(), s.Bytes()*5/4, nil)
				was, status = s.Paint(x, mark, mark|mark<<2)
			}
			want, known := oracle[x]
			require.Equal(t, known, status == Known)
			require.Equal(t, want, was, "%d bits", b)
			if want&mark == 0 {
				oracle[x] |= mark | mark<<2
			} else if r.IntN(2) == 0 {
				s.Clear(x, mark<<2)
				oracle[x] &^= mark << 2
			}
		}
		agree := func(of func(uint64) uint64) {
			require.Equal(t, len(oracle), s.Len())
			met := map[uint64]uint16{}
			s.All(func(x uint64, c uint16) { met[of(x)] = c })
			require.Equal(t, oracle, met)
		}
		agree(func(x uint64) uint64 { return x })
		if b < 64 {
			s.Rebuild(b+1, max(s.Bytes(), s.SizeFor(b+1)), func(x uint64) uint64 { return x<<1 | 1 })
			agree(func(x uint64) uint64 { return x >> 1 })
		}
		s.Free()
	}
}

// TestWiderNumbersKeepTheirOrder: when a set gets more bits, it keeps its numbers and accepts wider ones, any
// number of times, with or without growth in between.
func TestWiderNumbersKeepTheirOrder(t *testing.T) {
	for _, from := range []uint{8, 20, 41, 63} {
		r := rand.New(rand.NewPCG(uint64(from), 1))
		s := New(from, 1<<16)
		oracle := map[uint64]bool{}
		for b := from; b <= min(64, from+9); b++ {
			if b > from {
				s.Rebuild(b, s.Bytes()*9/8, nil)
				check(t, s, oracle)
			}
			fill(t, s, oracle, func(i int) uint64 {
				return r.Uint64()>>(64-min(from, 12)) | r.Uint64()>>(64-b)&^(1<<(from-1)-1)
			}, 4000)
			fill(t, s, oracle, func(i int) uint64 { return uint64(i)<<(b-8) | uint64(i)&7 }, 256)
			check(t, s, oracle)
		}
		s.Free()
	}
}

// TestTablesNumberAllDifferently: a table gives each number a different number below its span. It remains the
// same when the table is extended, with or without more bits, and the element is found by it.
func TestTablesNumberAllDifferently(t *testing.T) {
	for b := uint(MinBits); b <= 64; b += 4 {
		r := rand.New(rand.NewPCG(uint64(b), 3))
		width := min(b+3, 64) - 3
		table := NewTable(width, 100)
		numbers, values := map[uint64]uint64{}, map[uint64]uint64{}
		add := func(x uint64) {
			n, ok := table.Number(x)
			if !ok {
				require.Zero(t, numbers[x])
				width = min(width+1, b)
				table.Extend(width, 300)
				n, ok = table.Number(x)
				require.True(t, ok)
			}
			require.Less(t, n, table.Span())
			if was, met := numbers[x]; met {
				require.Equal(t, was, n)
			} else {
				_, taken := values[n]
				require.False(t, taken)
			}
			numbers[x], values[n] = n, x
		}
		for range 6000 {
			add(r.Uint64() & (1<<width - 1) >> r.UintN(width))
		}
		for n, x := range values {
			table.Touch(x)
			table.TouchAt(n)
			require.Equal(t, x, table.At(n))
			add(x)
		}
		require.Equal(t, len(values), table.Len())
		table.Free()
		require.Zero(t, table.Bytes())
	}
}

// TestTablesFill: a table gets about as full as Extend assumes.
func TestTablesFill(t *testing.T) {
	for _, b := range []uint{20, 30, 40, 60} {
		const room = 1 << 16
		table := NewTable(b, room)
		ok := true
		for i := uint64(0); ok; i++ {
			_, ok = table.Number(i&0x3ff | i>>10<<(b/2))
		}
		require.InDelta(t, room, table.Len(), room/6, "%d bits", b)
		table.Free()
	}
}

// TestDenseNumbersFillTheLines: the set is nearly full before a number finds no place, even if the numbers
// are regular.
func TestDenseNumbersFillTheLines(t *testing.T) {
	for _, b := range []uint{20, 30, 40} {
		s := New(b, 1<<20)
		for i := uint64(0); s.Add(i&0x3ff|i>>10<<(b/2)) == Added; i++ {
		}
		require.Greater(t, float64(s.Len())/float64(s.Capacity()), 0.93)
		s.Free()
	}
}

func FuzzSet(f *testing.F) {
	f.Add(uint8(9), []byte("abcdefghijklmnopqrstuvwxyz012345"))
	f.Fuzz(func(t *testing.T, b uint8, data []byte) {
		width := MinBits + uint(b)%(65-MinBits)
		s := New(width, 0)
		defer s.Free()
		oracle := map[uint64]bool{}
		fill(t, s, oracle, func(i int) uint64 {
			x := uint64(0)
			for _, c := range data[i:min(i+8, len(data))] {
				x = x<<8 | uint64(c)
			}
			return x & (1<<width - 1)
		}, len(data))
		check(t, s, oracle)
	})
}

func BenchmarkAdd(b *testing.B) {
	s := New(36, 4<<20)
	defer s.Free()
	r := rand.New(rand.NewPCG(1, 1))
	var x [1 << 20]uint64
	for i := range x {
		x[i] = r.Uint64() >> 28
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.Add(x[i&(len(x)-1)])
	}
}

// BenchmarkKnown looks up numbers in batches, like a search; most of them are known.
func BenchmarkKnown(b *testing.B) {
	for _, bits := range []uint{24, 36, 45, 60} {
		b.Run(fmt.Sprint(bits), func(b *testing.B) {
			const n = 1 << 20
			s := New(bits, Size(bits, n))
			defer s.Free()
			r := rand.New(rand.NewPCG(1, 1))
			x := make([]uint64, n)
			for i := range x {
				x[i] = r.Uint64() >> (64 - bits)
				s.Add(x[i])
			}
			r.Shuffle(n, func(i, j int) { x[i], x[j] = x[j], x[i] })
			var at [64]uint64
			for i := 0; b.Loop(); i = (i + 64) & (n - 1) {
				for j, v := range x[i : i+64] {
					at[j] = s.Place(v)
				}
				for _, h := range at {
					s.AddPlace(h)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/64, "ns/number")
		})
	}
}

// BenchmarkGrow visits the numbers of a set in order.
func BenchmarkGrow(b *testing.B) {
	const n = 1 << 20
	s := New(45, Size(45, n))
	defer s.Free()
	r := rand.New(rand.NewPCG(1, 1))
	for range n {
		s.Add(r.Uint64() >> 19)
	}
	for b.Loop() {
		s.Rebuild(45, s.Bytes()+64, nil)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/number")
}
