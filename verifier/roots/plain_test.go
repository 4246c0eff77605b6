package roots

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/thorough"
)

// sources returns different roots: with arbitrary hashes, with few different first words, and roots that all
// belong to the last slots of a small table.
func sources[R Root](most int) map[string][]R {
	s := map[string][]R{}
	any, few, last := make([]R, most), make([]R, most), []R(nil)
	for i := range most {
		any[i][0] = uint64(i+1) * 0x9e3779b97f4a7c15 &^ unwritten
		few[i][0] = uint64(i + 1)
		if k := width[R](); k > 1 {
			few[i][0], few[i][k-1] = uint64(i%3+1), uint64(i/3)
			any[i][k-1] = uint64(i)
		}
	}
	var at [batchSize]int
	for i := uint64(1); len(last) < min(most, 800); i++ {
		r := [1]R{}
		r[0][0] = i
		if places(r[:], firstSlots, at[:]); at[0] >= firstSlots-40 {
			last = append(last, r[0])
		}
	}
	s["any"], s["few"], s["last"] = any, few, last
	return s
}

func testPlain[R Root](t *testing.T) {
	for name, source := range sources[R](thorough.Of(10_000, 30_000)) {
		for _, workers := range []int{1, 4} {
			t.Run(fmt.Sprintf("%d/%s/%d", width[R](), name, workers), func(t *testing.T) {
				s := NewPlain[R](0, workers)
				model := map[R]int{}
				var (
					lock sync.RWMutex
					mine sync.Mutex
					all  sync.WaitGroup
				)
				for w := range workers {
					all.Go(func() {
						random := rand.New(rand.NewPCG(1, uint64(w)))
						for range 2 * len(source) / 100 {
							rs := make([]R, random.IntN(200))
							span := 1 + random.IntN(len(source))
							for i := range rs {
								rs[i] = source[random.IntN(span)]
							}
							lock.RLock()
							s.Touch(rs)
							lock.RUnlock()
							fresh := addAll(s, rs, &lock)
							mine.Lock()
							if workers == 1 {
								checkFresh(t, model, rs, fresh)
							}
							for _, i := range fresh {
								model[rs[i]]++
							}
							mine.Unlock()
						}
					})
				}
				all.Wait()
				require.EqualValues(t, len(model), s.Len())
				s.Each(func(r *R) { model[*r]++ })
				for r, n := range model {
					require.Equal(t, 2, n, "%v: once fresh, once in the set", r)
				}
				require.Greater(t, len(model), len(source)/2)
				s.Drain(func(r *R) { model[*r]++ })
				for r, n := range model {
					require.Equal(t, 3, n, r)
				}
				require.Zero(t, s.Bytes())
			})
		}
	}
}

// addAll adds roots, and grows the set while no worker adds. It uses Place and AddPlaced if the number of
// roots is even.
func addAll[R Root](s *Plain[R], rs []R, lock *sync.RWMutex) (fresh []uint32) {
	for from := 0; from < len(rs); {
		lock.RLock()
		if len(rs)%2 == 0 { // some look-ups span two calls of Place
			at := s.Place(rs[:len(rs)/2], nil)
			fresh, from = s.AddPlaced(rs, s.Place(rs[len(rs)/2:], at), from, fresh)
		} else {
			fresh, from = s.Add(rs, from, fresh)
		}
		lock.RUnlock()
		if from < len(rs) {
			lock.Lock()
			s.Grow(0)
			lock.Unlock()
		}
	}
	return fresh
}

// checkFresh checks that exactly the roots that are not in the model are fresh, of equal ones the first.
func checkFresh[R Root](t *testing.T, model map[R]int, rs []R, fresh []uint32) {
	var want []uint32
	now := map[R]bool{}
	for i, r := range rs {
		if model[r] == 0 && !now[r] {
			want = append(want, uint32(i))
		}
		now[r] = true
	}
	require.Equal(t, want, fresh)
}

func TestPlain(t *testing.T) {
	testPlain[[1]uint64](t)
	testPlain[[2]uint64](t)
	testPlain[[3]uint64](t)
	testPlain[[8]uint64](t)
}

// TestGrow makes a table grow, with one worker and with several, until the limit forbids it.
func TestGrow(t *testing.T) {
	for _, workers := range []int{1, 3} {
		const limit = 20 << 20
		s := NewPlain[[1]uint64](100_000, workers)
		require.Zero(t, s.Len())
		var (
			fresh []uint32
			rs    [100][1]uint64
			n     uint64
			full  bool
		)
		for !full {
			for i := range rs {
				rs[i][0] = n + uint64(i) + 1
			}
			fresh = fresh[:0]
			for to := 0; to < len(rs) && !full; {
				if fresh, to = s.Add(rs[:], to, fresh); to < len(rs) {
					full = !s.Grow(limit)
				}
			}
			n += uint64(len(fresh))
		}
		require.Equal(t, n, s.Len())
		require.LessOrEqual(t, s.Bytes(), int64(limit))
		require.Greater(t, n*8, uint64(limit*7/10))
		there := make([]bool, n+1)
		s.Each(func(r *[1]uint64) { there[r[0]] = true })
		for _, is := range there[1:] {
			if !is {
				t.Fatal("a root is lost")
			}
		}
		s.Free()
	}
}
