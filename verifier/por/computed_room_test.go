package por

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/resolve"
	"gospin/verifier/thorough"
	"gospin/vm/compile"
)

// TestRoomsOfLongSequences: after each send of a sequence, free slots are needed for the sends that follow
// it; without a limit in a loop. Following the rest of the sequence from each of its states would take
// minutes.
func TestRoomsOfLongSequences(t *testing.T) {
	n := thorough.Of(3_000, 10_000)
	rule := func(body string) *ComputedRule {
		m, err := resolve.ParseString(t.Context(), "m.pml", "chan q = [9] of { byte }; byte x;\n"+
			"active proctype P() { atomic { "+body+" } }\nactive proctype Q() { q?_ }\n", resolve.Options{})
		require.NoError(t, err)
		p, err := compile.Compile(t.Context(), m, compile.Options{})
		require.NoError(t, err)
		r, err := Computed(t.Context(), p, ComputedOptions{})
		require.NoError(t, err)
		return r
	}
	rooms := func(r *ComputedRule) (most []int) {
		for _, c := range r.classes[:len(r.prog.Procs[0].States)] {
			for _, m := range c.moves {
				for _, x := range m.slots {
					require.EqualValues(t, 1, x.channel)
					most = append(most, x.n)
				}
			}
		}
		return most
	}
	long := rooms(rule(strings.Repeat("q!1; if :: x == 1 -> x = 2 :: else fi; ", n)))
	require.GreaterOrEqual(t, len(long), n-1)
	require.Contains(t, long, n)
	require.Contains(t, long, 1)
	for _, k := range long {
		require.LessOrEqual(t, k, n)
	}
	require.Contains(t, rooms(rule("do :: x < 3 -> q!1 :: else -> break od")), endless)
	require.Empty(t, rooms(rule(strings.Repeat("x = 1; ", n))))
}
