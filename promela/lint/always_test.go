package lint

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela"
)

// TestAlwaysIsWhatTryingGives compares with all values of all small ranges.
func TestAlwaysIsWhatTryingGives(t *testing.T) {
	compare := map[promela.Op]func(x, y int64) bool{
		"==": func(x, y int64) bool { return x == y }, "!=": func(x, y int64) bool { return x != y },
		"<": func(x, y int64) bool { return x < y }, "<=": func(x, y int64) bool { return x <= y },
		">": func(x, y int64) bool { return x > y }, ">=": func(x, y int64) bool { return x >= y },
	}
	require.Len(t, turned, len(compare))
	for op, holds := range compare {
		for lo := int64(-2); lo <= 2; lo++ {
			for hi := lo; hi <= 2; hi++ {
				for n := int64(-4); n <= 4; n++ {
					yes, no := 0, 0
					for x := lo; x <= hi; x++ {
						if holds(x, n) {
							yes++
						} else {
							no++
						}
						require.Equal(t, holds(x, n), compare[turned[op]](n, x))
					}
					truth, same := always(span{lo, hi}, op, n)
					require.Equal(t, yes == 0 || no == 0, same, "%d..%d %s %d", lo, hi, op, n)
					if same {
						require.Equal(t, no == 0, truth, "%d..%d %s %d", lo, hi, op, n)
					}
				}
			}
		}
	}
	_, same := always(span{0, 1}, "+", 1)
	require.False(t, same)
}
