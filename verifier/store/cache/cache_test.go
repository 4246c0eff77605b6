package cache_test

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression"
	"gospin/verifier/store"
	"gospin/verifier/store/cache"
	"gospin/vm"
	"gospin/vm/layout"
)

// numbered returns a state of a layout with eight bytes of globals.
func numbered(l *layout.Layout, n uint64) *vm.State {
	root := l.Root()
	s := &vm.State{Vec: make([]byte, root.Size), Excl: -1, Dirty: 1<<64 - 1}
	l.SetShape(s.Vec, root)
	binary.LittleEndian.PutUint64(s.Vec[root.Comps[0].Off:], n)
	return s
}

// TestCachesForgetWhatTheyMay compares caches with a simple model of the references, over thousands of states
// that come and go; keys become wider on the way.
func TestCachesForgetWhatTheyMay(t *testing.T) {
	for seed := range uint64(6) {
		l := &layout.Layout{Globals: 8}
		o := cache.Options{States: 4000, Seed: seed}
		o.Evict = [][]cache.Criterion{nil, {{By: cache.Depth}}, {{By: cache.OldestOut}}}[seed%3]
		c := cache.OfKeys(l, o)
		if seed%2 == 0 {
			c = cache.OfRoots(l, compression.CollapseOptions{}, o)
		}
		r := rand.New(rand.NewPCG(seed, 1))
		number, open := map[store.Ref]uint64{}, []store.Ref{}
		different := map[uint64]bool{}
		isOpen := func(s store.Ref) bool {
			for _, o := range open {
				if o == s {
					return true
				}
			}
			return false
		}
		for round := range 20000 {
			if len(open) > 20 || len(open) > 0 && r.IntN(3) == 0 {
				i := r.IntN(len(open))
				s := open[i]
				open = append(open[:i], open[i+1:]...)
				c.Unref(s)
				continue
			}
			n := r.Uint64N(1 << (8 + round/500))
			ref, status := c.Visit(&store.Arrival{State: numbered(l, n)})
			if status == store.Closed {
				require.Equal(t, n, number[ref])
				continue
			}
			require.Equal(t, store.New, status)
			number[ref], different[n] = n, true
			parent := cache.NoRef
			if len(open) > 0 {
				parent = open[r.IntN(len(open))]
			}
			c.Generated(ref, parent, round%50)
			open = append(open, ref)
			if round%500 == 0 {
				require.NoError(t, c.Check(isOpen))
				for _, s := range open {
					found, ok := c.Find(&store.Arrival{State: numbered(l, number[s])})
					require.True(t, ok && found == s)
				}
			}
		}
		require.Greater(t, c.Did().Forgotten, uint64(4000))
		require.LessOrEqual(t, c.Did().Most, 4000)
		for len(open) > 0 {
			c.Unref(open[0])
			open = open[1:]
		}
		require.Zero(t, c.Did().InTree)
		require.InEpsilon(t, len(different), c.Distinct(), 0.05)
		c.Free()
	}
}

// TestReferencesStick: when the reference count of a state reaches the maximum of a byte, the state stays for
// ever.
func TestReferencesStick(t *testing.T) {
	for _, children := range []int{253, 254, 255, 300, 600} {
		l := &layout.Layout{Globals: 8}
		c := cache.OfKeys(l, cache.Options{})
		root, _ := c.Visit(&store.Arrival{State: numbered(l, 0)})
		c.Generated(root, cache.NoRef, 0)
		var all []store.Ref
		for i := range children {
			s, status := c.Visit(&store.Arrival{State: numbered(l, uint64(i+1))})
			require.Equal(t, store.New, status)
			c.Generated(s, root, 1)
			all = append(all, s)
		}
		c.Unref(root)
		for _, s := range all {
			c.Unref(s)
		}
		want := 0
		if children > 253 {
			want = 1
		}
		require.Equal(t, want, c.Did().InTree, children)
		c.Free()
	}
}
