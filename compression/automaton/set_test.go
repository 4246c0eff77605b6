package automaton

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// check compares a set with a map, and checks that its graph is minimal and all references are counted.
func check(t *testing.T, s *Set, keys map[string]int) {
	require.Equal(t, len(keys), s.Len())
	for k, number := range keys {
		require.True(t, s.Visit([]byte(k), number, false), "%x of kind %d", k, number)
	}
	met := map[uint32]int{}
	same := map[string]uint32{}
	edges := 0
	var count func(id uint32, root bool)
	count = func(id uint32, root bool) {
		if id == accepting {
			return
		}
		if met[id]++; met[id] > 1 {
			return
		}
		own := slices.Clone(edgesOf(s.g.at(id)))
		edges += len(own)
		text := ""
		for i, e := range own {
			text += fmt.Sprintf("%x %x;", e, further(s.g.at(id), i))
			require.Len(t, further(s.g.at(id), i), lengthOf(e)-1)
		}
		if !root {
			require.Greater(t, len(own), 1, "a vertex between others with one edge")
			require.Zero(t, same[text], "two vertices with the same edges")
			same[text] = id
		}
		for _, e := range own {
			count(uint32(e), false)
		}
	}
	words, roots := 0, 0
	for _, k := range s.kinds {
		if k != nil && k.root > accepting {
			count(k.root, true)
			met[k.root]-- // the root itself has no reference
			roots++
		}
	}
	for id, n := range met {
		if got := refs(s.g.at(id)); got != n && got != refMask {
			t.Fatalf("vertex %d has %d references, not %d", id, got, n)
		}
		words++
	}
	require.Equal(t, words-roots, s.Vertices(), "vertices that nothing leads to")
	require.Equal(t, edges, s.Edges())
	listed := map[string]int{}
	s.Each(func(key []byte, number int) { listed[string(key)] = number })
	require.Equal(t, keys, listed)
}

func TestSetsAgreeWithAMap(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 9))
		s := New()
		oracle := map[string]int{}
		for i := range 6000 {
			number := r.IntN(4)
			key := make([]byte, 3+number*3)
			key[0] = byte(number)
			for range r.IntN(4 + int(seed)) {
				key[1+r.IntN(len(key)-1)] = byte(r.IntN(1 + 1<<(seed%9)))
			}
			_, known := oracle[string(key)]
			require.Equal(t, known, s.Visit(key, number, false))
			require.Equal(t, known, s.Visit(key, number, true))
			oracle[string(key)] = number
			if i%1500 == 1 {
				check(t, s, oracle)
			}
		}
		check(t, s, oracle)
		s.Free()
	}
}

// TestProductsAreSmall: the set of all words over sixteen letters has the minimum size.
func TestProductsAreSmall(t *testing.T) {
	s := New()
	const length = 6
	n := 1 << (2 * length)
	for i := range n {
		i = i * 1237 & (n - 1)
		key := make([]byte, length)
		for j := range key {
			key[j] = byte(i >> (2 * j) & 3)
		}
		require.False(t, s.Visit(key, 0, true))
	}
	require.Equal(t, n, s.Len())
	require.Equal(t, length/2-1, s.Vertices())
	require.Equal(t, 4*4*length/2, s.Edges())
	s.Free()
}

// TestManyLongEdges: each edge of a vertex with many edges leads to its own further letters.
func TestManyLongEdges(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	s := New()
	oracle := map[string]int{}
	for range 3000 {
		key := make([]byte, 2+2*30)
		v := r.IntN(700)
		key[0], key[1] = byte(v), byte(v>>8)
		for i := 2; i < len(key); i++ {
			key[i] = byte(r.IntN(2) * r.IntN(2) * r.IntN(2) * v)
		}
		_, known := oracle[string(key)]
		require.Equal(t, known, s.Visit(key, 0, true))
		oracle[string(key)] = 0
	}
	require.Greater(t, degree(s.g.at(s.kinds[0].root)), 5<<markShift)
	check(t, s, oracle)
	s.Free()
}

func TestTooLongKeysAreRefused(t *testing.T) {
	s := New()
	defer s.Free()
	key := make([]byte, 2*maxLetters+10)
	require.False(t, s.Visit(key, 0, true))
	for i := range 2 * maxLetters {
		key[i] = 1
	}
	require.False(t, s.Visit(key, 0, true))
	require.NoError(t, s.Err())
	require.True(t, s.Visit(key, 0, true))
	other := slices.Clone(key)
	other[len(key)-1] = 1
	require.False(t, s.Visit(other, 0, true))
	require.ErrorContains(t, s.Err(), "too long")
	require.True(t, s.Visit(key, 0, true))
	require.Equal(t, 2, s.Len())
}

func FuzzSet(f *testing.F) {
	f.Add([]byte("abcabdabeabcxbcxbdxbe"), uint8(3))
	f.Fuzz(func(t *testing.T, data []byte, length uint8) {
		n := 1 + int(length)%20
		s := New()
		oracle := map[string]int{}
		for ; len(data) >= n && len(oracle) < 500; data = data[1:] {
			number := int(data[0]) % 2
			key := slices.Clone(data[:n-number*n/2])
			_, known := oracle[string(key)]
			if known && oracle[string(key)] != number {
				continue
			}
			require.Equal(t, known, s.Visit(key, number, true))
			oracle[string(key)] = number
		}
		check(t, s, oracle)
		s.Free()
	})
}

func BenchmarkVisit(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	s := New()
	defer s.Free()
	key := make([]byte, 100)
	b.ReportAllocs()
	for b.Loop() {
		key[r.IntN(100)] = byte(r.IntN(2))
		s.Visit(key, 0, s.Len() < 10000)
	}
}

// TestNumbersEnd: when there are no more numbers for vertices, nothing is added; the elements remain, and are
// found.
func TestNumbersEnd(t *testing.T) {
	s := New()
	defer s.Free()
	s.Confine(spare + 5000)
	r := rand.New(rand.NewPCG(3, 3))
	oracle := map[string]int{}
	for range 100000 {
		key := make([]byte, 12)
		for i := range key {
			key[i] = byte(r.IntN(5))
		}
		_, known := oracle[string(key)]
		full := s.Err() != nil
		require.Equal(t, known, s.Visit(key, 0, true))
		if s.Err() == nil {
			oracle[string(key)] = 0
		} else if full {
			require.Equal(t, len(oracle), s.Len())
		}
	}
	require.ErrorIs(t, s.Err(), ErrFull)
	require.Greater(t, s.Len(), 100)
	require.LessOrEqual(t, s.g.words.End(), spare+5000)
	check(t, s, oracle)
}
