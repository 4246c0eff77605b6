package roots

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// slow collects bits one by one.
func slow(masks, r []uint64) (x uint64, n uint) {
	for w, m := range masks {
		for ; m != 0; m &= m - 1 {
			x |= r[w] >> bits.TrailingZeros64(m) & 1 << n
			n++
		}
	}
	return x, n
}

func checkGather(t *testing.T, first, later, r []uint64) {
	var g gather
	g.add(first)
	x, n := slow(first, r)
	require.Equal(t, n, g.bits)
	require.Equal(t, x, g.from(r))
	g.add(later)
	y, m := slow(later, r)
	require.Equal(t, n+m, g.bits)
	require.Equal(t, x|y<<n, g.from(r))
	back := make([]uint64, len(r))
	g.scatter(g.from(r), back)
	for i := range r {
		require.Equal(t, r[i]&(first[i]|later[i]), back[i])
	}
}

// cut changes masks so that they have no bits in common, and at most 64 bits together.
func cut(masks ...[]uint64) {
	left := 64
	for _, m := range masks {
		for i := range m {
			for _, other := range masks {
				if &other[0] != &m[0] {
					m[i] &^= other[i]
				}
			}
			for ; bits.OnesCount64(m[i]) > left; m[i] &= m[i] - 1 {
			}
			left -= bits.OnesCount64(m[i])
		}
	}
}

func TestBitsAreGatheredAndScattered(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	sparse := func() uint64 {
		m := random.Uint64()
		for range random.IntN(4) {
			m &= random.Uint64()
		}
		return m << random.UintN(64) >> random.UintN(64)
	}
	for range 3000 {
		first := []uint64{sparse(), sparse(), 0, sparse()}
		later := []uint64{sparse(), 0, sparse(), sparse()}
		cut(first, later)
		r := []uint64{random.Uint64(), random.Uint64(), random.Uint64(), random.Uint64()}
		checkGather(t, first, later, r)
	}
	checkGather(t, []uint64{1<<64 - 1}, []uint64{0}, []uint64{random.Uint64()})
}

func FuzzGather(f *testing.F) {
	f.Add([]byte("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var v [6]uint64
		for i := range v {
			if len(data) >= 8 {
				v[i], data = binary.LittleEndian.Uint64(data), data[8:]
			}
		}
		cut(v[:2], v[2:4])
		checkGather(t, v[:2], v[2:4], v[4:])
	})
}
