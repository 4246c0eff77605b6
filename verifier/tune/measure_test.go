package tune

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestChoice: the fastest way is taken that the memory suffices for.
func TestChoice(t *testing.T) {
	all := []Cost{{"roots", 4e6, 16}, {"mask", 1e6, 60}, {"collapse", 3e6, 6}, {"tree", 5e5, 4}}
	for memory, want := range map[float64]string{
		16 * ManyStates:     "roots",
		16*ManyStates - 100: "collapse",
		4 * ManyStates:      "tree",
		1000:                "tree",
	} {
		name, why := Choose(all, memory)
		require.Equal(t, want, name)
		require.Contains(t, why, "for speed roots (4.00 million states a second, 16 bytes a state); "+
			"for memory tree (0.50 million states a second, 4 bytes a state); here "+want+", the ")
	}
	name, why := Choose(all[1:2], 1000)
	require.Equal(t, "mask", name)
	require.Contains(t, why, "with none does the memory at hand hold 20 million states")
	_, why = Choose(all, 1e12)
	require.Contains(t, why, "the fastest of roots, mask, collapse, tree with which the memory at hand holds 20 million states")
}

// TestStackThatStopsGrowing does not count for the states to come.
func TestStackThatStopsGrowing(t *testing.T) {
	half := &Measure{States: 1000, Store: 9000, Stack: 50000}
	require.InDelta(t, 10, (&Measure{States: 2000, Store: 20000, Stack: 50000}).each(half), 1e-9)
	require.InDelta(t, 60, (&Measure{States: 2000, Store: 20000, Stack: 100000}).each(half), 1e-9)
	require.InDelta(t, 60, (&Measure{States: 1000, Store: 10000, Stack: 50000}).each(half), 1e-9)
}

// TestWhatIsLearntAtFirst does not count for the time to come.
func TestWhatIsLearntAtFirst(t *testing.T) {
	half := &Measure{States: 1000, Time: 6 * time.Millisecond}
	require.InDelta(t, 250e3, (&Measure{States: 2000, Time: 10 * time.Millisecond}).rate(half), 1e-3)
	require.InDelta(t, 2000/7e-3, (&Measure{States: 2000, Time: 7 * time.Millisecond}).rate(half), 1e-3, "too soon")
	require.InDelta(t, 100e3, (&Measure{States: 1100, Time: 11 * time.Millisecond}).rate(half), 1e-3, "too few")
}
