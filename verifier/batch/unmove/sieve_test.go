package unmove

import (
	"testing"

	"gospin/compression/mix"

	"github.com/stretchr/testify/require"
)

// TestSieve checks that a sieve accepts all states that were added, and few others.
func TestSieve(t *testing.T) {
	for _, n := range []uint64{1, 63, 1000, 1 << 16} {
		s := newSieve(n)
		for i := range n {
			s.add(mix.Word(i + 1))
		}
		for i := range n {
			require.True(t, s.has(mix.Word(i+1)))
		}
		through := uint64(0)
		const others = 1 << 16
		for i := range uint64(others) {
			if s.has(mix.Word(1<<40 + i)) {
				through++
			}
		}
		require.LessOrEqual(t, through, uint64(others/sieveBits*11/10))
		s.free()
	}
}
