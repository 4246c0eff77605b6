package store

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/vm/layout"
)

// approximate are stores that may confuse states, large enough to make that unlikely here.
func approximate() map[string]func(*layout.Layout, int64) Store {
	return map[string]func(*layout.Layout, int64) Store{
		"bitstate": func(l *layout.Layout, _ int64) Store { return NewBitstate(l, Bitstate{Bits: 26, Hashes: 3}) },
		"two bits": func(l *layout.Layout, _ int64) Store { return NewBitstate(l, Bitstate{Bits: 28, Hashes: 2}) },
		"hash": func(l *layout.Layout, limit int64) Store {
			return NewHashCompact(l, HashCompact{Bits: 64, Limit: limit})
		},
		"short hash": func(l *layout.Layout, limit int64) Store {
			return NewHashCompact(l, HashCompact{Bits: 40, Limit: limit, Seed: 3})
		},
	}
}

// TestSmallBitstate: the store knows all stored states, and omits about as many new ones as it estimates.
func TestSmallBitstate(t *testing.T) {
	for seed := range uint64(3) {
		for _, k := range []int{1, 2, 3, 6} {
			l := testLayout(false)
			s := NewBitstate(l, Bitstate{Bits: 16, Hashes: k, Seed: seed})
			oracle := map[string]bool{}
			w := newWalk(3, l, 5)
			missed := 0
			for range 20000 {
				w.step()
				_, status := s.Visit(&Arrival{State: &w.s})
				key := string(l.Key(w.s.Vec))
				if oracle[key] {
					require.Equal(t, Closed, status)
				} else if status == Closed {
					missed++
				}
				oracle[key] = true
			}
			require.Greater(t, len(oracle), 10000)
			require.Greater(t, missed, 20)
			expected := s.Stats().Omissions
			require.InDelta(t, expected, float64(missed), 5*math.Sqrt(expected), "k=%d", k)
			require.EqualValues(t, len(oracle)-missed, s.Stats().Stored)
			require.EqualValues(t, 1<<13, s.Stats().Bytes)
			s.Free()
		}
	}
}

// TestShortHashes: about as many states are omitted as estimated, and other ones with another hash function.
func TestShortHashes(t *testing.T) {
	l := testLayout(false)
	missed := [2]map[string]bool{{}, {}}
	for seed := range missed {
		s := NewHashCompact(l, HashCompact{Bits: 20, Seed: uint64(seed)})
		oracle := map[string]bool{}
		w := newWalk(3, l, 256)
		for range 20000 {
			w.step()
			key := string(l.Key(w.s.Vec))
			_, status := s.Visit(&Arrival{State: &w.s})
			if oracle[key] {
				require.Equal(t, Closed, status)
			} else if status == Closed {
				missed[seed][key] = true
			}
			oracle[key] = true
		}
		n, omitted := len(oracle), len(missed[seed])
		require.Greater(t, n, 15000)
		expected := s.Stats().Omissions
		require.InEpsilon(t, float64(n)*float64(n)/(1<<21), expected, 0.05)
		require.InDelta(t, expected, float64(omitted), 5*math.Sqrt(expected))
		require.EqualValues(t, n-omitted, s.Stats().Stored)
		require.Less(t, s.Stats().Bytes, int64(3*n), "packed: less than the 20 bits of a hash, and some room")
		s.Free()
	}
	both := 0
	for key := range missed[0] {
		if missed[1][key] {
			both++
		}
	}
	require.Less(t, both, len(missed[0])/10)
}

// TestBagAgreesWithAMap inserts and removes hashes, many of them with the same home.
func TestBagAgreesWithAMap(t *testing.T) {
	var s Bag
	r := rand.New(rand.NewPCG(1, 2))
	oracle, all := map[uint64]int{}, 0
	for range 200000 {
		h := r.Uint64() &^ (1<<56 - 1) >> (r.Uint64() & 3) >> 1 << 1
		if h |= uint64(r.IntN(4)); h == 1 { // has the same home as 0
			continue
		}
		if s.n > 0 {
			require.Equal(t, oracle[h] > 0, s.Has(h))
		}
		switch {
		case oracle[h] == 0 || oracle[h] < 3 && r.IntN(4) == 0:
			s.Add(h)
			oracle[h]++
			all++
		case r.IntN(2) == 0 || all > 500:
			s.Drop(h)
			oracle[h]--
			all--
		}
		require.Equal(t, all, s.n)
	}
	require.Panics(t, func() { s.Drop(1 << 40) })
	s.Free()
}
