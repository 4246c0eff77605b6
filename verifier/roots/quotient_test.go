package roots

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/thorough"
)

// kinds returns the sets that take little memory.
func kinds[R Root]() map[string]func() Set[R] {
	return map[string]func() Set[R]{
		"quotient": func() Set[R] { return NewQuotient[R](0) },
		"tree":     func() Set[R] { return NewTree[R](0) },

		"automaton": func() Set[R] { return NewAutomaton[R]() },
	}
}

// model makes roots like those of a packing. They have fields of some bits, whose values are numbered in the
// order in which they occur, so small ones are frequent. Some fields depend on others.
type model struct {
	widths []uint
	random *rand.Rand
	spread uint // up to this many 64ths of the upper bits of a field are 0
}

// root makes a random root.
func (m *model) root(r []uint64) {
	clear(r)
	r[0] = 1 << 62
	word, at, limit := 0, uint(0), uint(62)
	last := uint64(0)
	for i, w := range m.widths {
		if at+w > limit {
			word, at, limit = word+1, 0, 64
		}
		v := m.random.Uint64() & (1<<w - 1)
		v >>= m.random.UintN(1 + w*m.spread/64)
		if i%4 == 3 { // it depends on the field before
			v = last * 7 >> 1 & (1<<w - 1)
		}
		if i%4 == 2 && m.random.IntN(4) > 0 {
			v = 0
		}
		last = v
		r[word] |= v << at
		at += w
	}
}

func fields(total int) (widths []uint) {
	for i := 0; total > 0; i++ {
		w := min(total, 2+i*5%7)
		widths = append(widths, uint(w))
		total -= w
	}
	return widths
}

// agree adds roots of a model to a set in batches, and compares it with a map.
func agree[R Root](t *testing.T, s Set[R], m *model, n int) {
	defer s.Free()
	met := map[R]bool{}
	fresh := []uint32{}
	for range n / 100 {
		rs := make([]R, 1+m.random.IntN(200))
		want := []uint32{}
		for i := range rs {
			m.root(Words(&rs[i]))
			if i > 0 && m.random.IntN(10) == 0 {
				rs[i] = rs[m.random.IntN(i)]
			}
			if !met[rs[i]] {
				want = append(want, uint32(i))
				met[rs[i]] = true
			}
		}
		s.Touch(rs)
		fresh = fresh[:0]
		for from := 0; from < len(rs); {
			if fresh, from = s.Add(rs, from, fresh); from < len(rs) {
				require.True(t, s.Grow(0))
			}
		}
		require.Equal(t, want, fresh)
		require.Equal(t, uint64(len(met)), s.Len())
	}
	require.Positive(t, s.Bytes())
	same := func(all func(func(*R))) {
		got := 0
		all(func(r *R) {
			got++
			if !met[*r] {
				t.Fatalf("%x was never added", *r)
			}
		})
		require.Equal(t, len(met), got)
	}
	same(s.Each)
	same(s.Drain)
}

func agreeAll[R Root](t *testing.T) {
	var r R
	for name, kind := range kinds[R]() {
		for _, spread := range []uint{0, 48, 64} {
			t.Run(fmt.Sprint(name, len(r), "-", spread), func(t *testing.T) {
				random := rand.New(rand.NewPCG(uint64(len(r)), 3))
				n := thorough.Of(8_000, 40_000)/len(r) + thorough.Of(2_000, 10_000)
				if name == "automaton" {
					n = thorough.Of(800, 3_000)
				}
				agree(t, kind(), &model{widths: fields(len(r)*60 - 6), random: random, spread: spread}, n)
				agree(t, kind(), &model{widths: fields(len(r)*24 + 2), random: random, spread: spread}, n)
			})
		}
	}
}

func TestCompactSetsAgreeWithAMap(t *testing.T) {
	agreeAll[[1]uint64](t)
	agreeAll[[2]uint64](t)
	agreeAll[[3]uint64](t)
	agreeAll[[4]uint64](t)
	agreeAll[[8]uint64](t)
}

// TestBitsComeLate checks that sets of many roots take bits that were not in use before, one by one and many
// at a time.
func TestBitsComeLate(t *testing.T) {
	for name, kind := range kinds[[2]uint64]() {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(5, 6))
			s := kind()
			defer s.Free()
			met := map[[2]uint64]bool{}
			used := [2]uint64{1<<9 - 1, 0x30f}
			for range 120 {
				var rs [][2]uint64
				for range 400 {
					r := [2]uint64{1<<62 | random.Uint64()&used[0], random.Uint64() & used[1]}
					rs = append(rs, r)
					met[r] = true
				}
				for from := 0; from < len(rs); {
					if _, from = s.Add(rs, from, nil); from < len(rs) {
						require.True(t, s.Grow(0))
					}
				}
				require.Equal(t, uint64(len(met)), s.Len())
				if w := random.IntN(2); bits.OnesCount64(used[w]) < 60 {
					used[w] |= 1 << random.UintN(62)
				}
			}
			s.Each(func(r *[2]uint64) { require.True(t, met[*r]) })
		})
	}
}

// TestCompactSetsKeepToTheLimit checks that a set takes no more memory than the limit, and still has all its
// roots. An automaton takes its memory in pieces, and may have one too many.
func TestCompactSetsKeepToTheLimit(t *testing.T) {
	for name, kind := range kinds[[1]uint64]() {
		t.Run(name, func(t *testing.T) {
			s := kind()
			defer s.Free()
			m := &model{widths: fields(50), random: rand.New(rand.NewPCG(5, 6)), spread: 20}
			limit := thorough.Of[int64](1<<19, 2<<20)
			most, least := limit, uint64(limit/10)
			if name == "automaton" {
				most, least = limit+1<<20, uint64(limit/100)
			}
			for full := false; !full; {
				rs := make([][1]uint64, 100)
				for i := range rs {
					m.root(rs[i][:])
				}
				for from := 0; from < len(rs) && !full; {
					if _, from = s.Add(rs, from, nil); from < len(rs) {
						full = !s.Grow(limit)
					}
				}
				require.LessOrEqual(t, s.Bytes(), most)
			}
			require.Greater(t, s.Len(), least)
		})
	}
}

func benchCompact[R Root](b *testing.B, s func() Set[R], n, used int) {
	random := rand.New(rand.NewPCG(1, 2))
	m := &model{widths: fields(used), random: random, spread: 40}
	pool := make([]R, n)
	for i := range pool {
		m.root(Words(&pool[i]))
	}
	const batch = 96
	var rs [batch]R
	fresh := []uint32{}
	adds := 0
	var perRoot float64
	for b.Loop() {
		set := s()
		for at := 0; at+batch < n; at += batch / 4 { // each root comes four times, and once again
			copy(rs[:], pool[at:])
			for i := batch / 2; i < batch; i += 2 {
				rs[i] = pool[random.IntN(at+batch)]
			}
			fresh = fresh[:0]
			for from := 0; from < batch; {
				if fresh, from = set.Add(rs[:], from, fresh); from < batch {
					set.Grow(0)
				}
			}
			adds += batch
		}
		perRoot = float64(set.Bytes()) / float64(set.Len())
		set.Free()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(adds), "ns/add")
	b.ReportMetric(perRoot, "bytes/root")
}

func benchKinds[R Root](b *testing.B, n, used int) {
	b.Run(fmt.Sprintf("plain/%d/%d", n, used), func(b *testing.B) {
		benchCompact(b, func() Set[R] { return NewPlain[R](0, 1) }, n, used)
	})
	for name, kind := range kinds[R]() {
		b.Run(fmt.Sprintf("%s/%d/%d", name, n, used), func(b *testing.B) { benchCompact(b, kind, n, used) })
	}
}

func BenchmarkCompact(b *testing.B) {
	for _, n := range []int{1_000_000, 10_000_000} {
		benchKinds[[1]uint64](b, n, 45)
		benchKinds[[1]uint64](b, n, 60)
		benchKinds[[2]uint64](b, n, 90)
		benchKinds[[2]uint64](b, n, 120)
	}
}
