package space_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/search"
	"gospin/verifier/space"
)

// shared is a model whose searches by several workers share much: values, growths, packings.
const shared = `
mtype = { ask, give, done };
chan in = [2] of { mtype, byte, chan }; chan meet = [0] of { byte }; byte left = 2, turn; bool busy[4];
proctype Client(byte id) {
	chan back = [1] of { byte }; byte got;
	do
	:: atomic { left > 0 && !busy[id] -> left--; busy[id] = true }; in!ask(id, back);
		back?got; meet!got; atomic { busy[id] = false; left++ }; turn = (turn + id) % 3
	:: turn == id -> turn = (turn + 1) % 3
	od
}
active proctype Server() {
	byte id; chan to;
	run Client(1); run Client(2);
	end: do :: in?ask(id, to) -> d_step { turn = (turn + id) % 3; id = id + turn }; to!id; id = 0 od
}
active proctype Sink() { byte x; end: do :: meet?x -> x = x % 3; assert(x != turn) :: meet?eval(x) od }
`

// TestSoak checks that several workers find the same as one. It is meant for -race; GOSPIN_SOAK is the number
// of runs with 8 workers.
func TestSoak(t *testing.T) {
	runs, workers, pack := 3, 3, 400
	if text := os.Getenv("GOSPIN_SOAK"); text != "" {
		n, err := strconv.Atoi(text)
		require.NoError(t, err)
		runs, workers = n, 8
	}
	k, ok := searched(t, shared, 1<<20)
	require.True(t, ok)
	require.Greater(t, k.want.stored, uint64(5000))
	require.Greater(t, k.want.errors, 100)
	for i := range runs {
		s := stress{workers: workers, split: i%3 == 1, step: i%2 == 1}
		if i%4 == 2 {
			s.pack, s.forget = pack, 100
		}
		did, ok := k.bear(t, s)
		require.True(t, ok)
		require.Positive(t, did.Repacks)
	}
}

// TestSoakUnderLimits checks that a search that ends early ends, and counts only what it has seen.
func TestSoakUnderLimits(t *testing.T) {
	k, ok := searched(t, shared, 1<<20)
	require.True(t, ok)
	for _, most := range []uint64{1, 2, 100, k.want.stored - 1, k.want.stored + 1} {
		for _, workers := range []int{1, 3} {
			states := space.New(machineOf(k.prog), 0, nil)
			r, err := batch.Search(&batch.Task{Space: states, Workers: workers, Batch: 2,
				Limits: search.Limits{NoEnd: true, NoAssert: true, States: most}})
			require.NoError(t, err)
			if most > k.want.stored {
				require.Equal(t, k.want, counts{r.Stored, r.Matched, r.AtomicSteps, k.want.errors})
				require.Empty(t, r.Incomplete)
				continue
			}
			require.Equal(t, []string{search.StateLimit}, r.Incomplete)
			require.LessOrEqual(t, r.Stored, k.want.stored)
			require.GreaterOrEqual(t, r.Stored, most)
			require.LessOrEqual(t, r.Matched, k.want.matched)
		}
	}
}
