package store_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/store"
	"gospin/verifier/store/storetest"
	"gospin/vm/layout"
)

// approximate are stores that may confuse states, large enough to make that unlikely here.
func approximate() map[string]func(*layout.Layout, int64) store.Store {
	return map[string]func(*layout.Layout, int64) store.Store{
		"bitstate": func(l *layout.Layout, _ int64) store.Store {
			return store.NewBitstate(l, store.Bitstate{Bits: 26, Hashes: 3})
		},
		"two bits": func(l *layout.Layout, _ int64) store.Store {
			return store.NewBitstate(l, store.Bitstate{Bits: 28, Hashes: 2})
		},
		"hash": func(l *layout.Layout, limit int64) store.Store {
			return store.NewHashCompact(l, store.HashCompact{Bits: 64, Limit: limit})
		},
		"short hash": func(l *layout.Layout, limit int64) store.Store {
			return store.NewHashCompact(l, store.HashCompact{Bits: 40, Limit: limit, Seed: 3})
		},
	}
}

// TestSmallBitstate: the store knows all stored states, and omits about as many new ones as it estimates.
func TestSmallBitstate(t *testing.T) {
	for seed := range uint64(3) {
		for _, k := range []int{1, 2, 3, 6} {
			l := storetest.Layout(false)
			s := store.NewBitstate(l, store.Bitstate{Bits: 16, Hashes: k, Seed: seed})
			oracle := map[string]bool{}
			w := storetest.NewWalk(3, l, 5)
			missed := 0
			for range 20000 {
				w.Step()
				_, status := s.Visit(&store.Arrival{State: &w.State})
				key := string(l.Key(w.State.Vec))
				if oracle[key] {
					require.Equal(t, store.Closed, status)
				} else if status == store.Closed {
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
	l := storetest.Layout(false)
	missed := [2]map[string]bool{{}, {}}
	for seed := range missed {
		s := store.NewHashCompact(l, store.HashCompact{Bits: 20, Seed: uint64(seed)})
		oracle := map[string]bool{}
		w := storetest.NewWalk(3, l, 256)
		for range 20000 {
			w.Step()
			key := string(l.Key(w.State.Vec))
			_, status := s.Visit(&store.Arrival{State: &w.State})
			if oracle[key] {
				require.Equal(t, store.Closed, status)
			} else if status == store.Closed {
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
