package verifier_test

import (
	"context"
	"io"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/limit"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/tune"
)

// written is a model as a source.
func written(text string) source.Source {
	return source.Source{Model: "model.pml", Read: func(string) ([]byte, error) { return []byte(text), nil }}
}

// soon is far more than what ends at once takes, and far less than what does not end.
const soon = 20 * time.Second

// endsSoon verifies a model, and requires that it ends soon.
func endsSoon(t *testing.T, ctx context.Context, o verifier.Options) *report.Report {
	t.Helper()
	o.Trail = t.TempDir() + "/t.trail"
	start := time.Now()
	r, err := verifier.Run(ctx, o)
	require.NoError(t, err)
	require.Less(t, time.Since(start), soon)
	return r
}

// branching has a sequence that may end after each of 3,000 rounds.
const branching = `short n;
active proctype P() { atomic { do :: n < 3000 -> n++ :: break od }; n = 0 }`

// TestWaysThroughASequence: breadth first, the ways to 3,000 states have 4.5 million steps, of which each is
// kept once.
func TestWaysThroughASequence(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := endsSoon(t, t.Context(), verifier.Options{
		Source: written(branching), Order: "bfs",
		Storage: verifier.Storage{Compress: "mask"},
	})
	runtime.ReadMemStats(&after)
	require.Equal(t, report.Holds, r.Verdict)
	require.EqualValues(t, 3004, r.States.Stored) // spin -a; gcc -O2 -DSAFETY -DNOREDUCE pan.c; pan -n
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20))
}

// endless has two processes, and a sequence that fills and empties a channel for ever.
const endless = `chan q = [2] of { byte };
byte g, b;
active proctype P() { atomic { do :: q!1 -> q!1 :: q?_ od } }
active proctype Q() { atomic { b = 1; g == 1 } }`

func TestEndlessSequencesInBatches(t *testing.T) {
	r := endsSoon(t, t.Context(), verifier.Options{Source: written(endless)})
	require.Equal(t, report.Violated, r.Verdict)
}

// wide has a sequence that may go 2^40 ways.
const wide = `bit x;
active proctype P() { byte i; atomic { do :: i < 40 -> if :: x = 0 :: x = 1 fi; i++ :: else -> break od } }`

// TestTimeWithinASequence: the time is looked at although no sequence comes to its end.
func TestTimeWithinASequence(t *testing.T) {
	for _, o := range []verifier.Options{
		{}, {Order: "bfs"}, {Order: "dfs"}, {Storage: verifier.Storage{Compress: "mask"}},
		{Sweeping: verifier.Sweeping{Sweep: "x"}},
		{Approximate: verifier.Approximate{Bitstate: true, Width: 20}},
	} {
		o.Source = written(wide)
		o.Time = 50 * time.Millisecond
		r := endsSoon(t, t.Context(), o)
		require.Equal(t, report.Inconclusive, r.Verdict)
		require.Contains(t, r.Reason, "out of time: give more with -time")
	}
}

// TestTimeIsForAllProperties: what was not searched, or not to the end, is inconclusive.
func TestTimeIsForAllProperties(t *testing.T) {
	o := verifier.Options{Source: written(wide + "\nltl p { [](x < 2) } ltl q { [](x < 3) }")}
	o.Time = 50 * time.Millisecond
	r := endsSoon(t, t.Context(), o)
	require.Contains(t, r.Reason, "out of time: give more with -time")
	require.Len(t, r.Properties, 4)
	for _, p := range r.Properties {
		require.Equal(t, report.Inconclusive, p.Verdict, p.Name)
	}
}

func TestInterruptedWithinASequence(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(50*time.Millisecond, func() { cancel(limit.Interrupt) })
	r := endsSoon(t, ctx, verifier.Options{Source: written(wide)})
	require.Equal(t, "interrupted", r.Reason)
	require.Equal(t, report.Inconclusive, r.Verdict)
}

// TestGraphOfALongSequence: a sequence has many ends, each with a way of its own, and so the edges of one
// node may take more memory than all nodes do.
func TestGraphOfALongSequence(t *testing.T) {
	model := written("active proctype P() { short y; do :: atomic { do :: y++ :: break od } od }")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	o := verifier.Options{Source: model}
	o.Graph = filepath.Join(t.TempDir(), "g")
	o.Memory = 32 << 20
	built, err := verifier.BuildGraph(t.Context(), o)
	require.NoError(t, err)
	require.False(t, built.Complete)
	require.NoError(t, tune.ProgressMeasures(t.Context(), io.Discard, model))
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(256<<20))
}
