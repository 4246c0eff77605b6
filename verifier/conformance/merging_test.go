package conformance

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/atomic"
	"gospin/verifier/modelgen"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// mergedAs is what to compile for to have the program that SPIN has with these options.
func mergedAs(options string) source.Aim {
	return source.Aim{
		Merge:      !strings.Contains(options, "-o3"),
		Dataflow:   !strings.Contains(options, "-o1"),
		DropUnread: !strings.Contains(options, "-o2"),
	}
}

// found is what a search has found.
type found struct {
	figures
	complete  bool
	deadlocks int
	failed    []string // messages, sorted, without repetition
}

// explore searches a model compiled for an aim.
func explore(t *testing.T, model string, a source.Aim) (f found) {
	t.Helper()
	prog, err := source.Source{Model: model}.Program(t.Context(), a)
	require.NoError(t, err)
	st := store.NewPlain(prog.Layout, 1<<30)
	defer st.Free()
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	res, err := search.DFS(&search.Task{
		Context: ctx,

		Sys: atomic.New(system.Of(vm.NewMachine(prog)), nil), Store: st,
		Limits: search.Limits{Depth: 1000000},
		OnFault: func(ft *search.Fault) error {
			if ft.EndState {
				f.deadlocks++
			} else if !slices.Contains(f.failed, ft.Msg) {
				f.failed = append(f.failed, ft.Msg)
			}
			return nil
		},
	}, search.DFSOptions{})
	require.NoError(t, err)
	slices.Sort(f.failed)
	f.figures = figures{
		int64(res.Stored),
		int64(res.Matched),
		int64(res.Transitions()),
		int64(res.AtomicSteps),
		int64(res.Depth),
		int64(res.Errors),
	}
	f.complete = !res.Stopped && len(res.Incomplete) == 0
	return f
}

// same tells whether two searches agree: errors are counted by pan for every statement that is merged, and so
// it only matters if there are any.
func (f figures) same(g figures) bool {
	f.Errors, g.Errors = min(f.Errors, 1), min(g.Errors, 1)
	return f == g
}

// TestMergedAsRecorded: the micro-models and the smaller examples give the figures of testdata/merging.tsv,
// which are pan's.
func TestMergedAsRecorded(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/merging.tsv")
	require.NoError(t, err)
	n := 0
	for line := range strings.Lines(string(text)) {
		if n++; strings.HasPrefix(line, "#") || !thorough.Every(5, n) {
			continue
		}
		field := strings.Split(strings.TrimRight(line, "\n"), "\t")
		model := filepath.Join("testdata/micro", field[0])
		if _, err := os.Stat(model); err != nil {
			model = filepath.Join(examples, field[0])
		}
		got, want := explore(t, model, mergedAs(field[1])).figures, readFigures(t, field[2:8])
		require.True(t, got.same(want), "%s, spin -a %s\ngospin %v\npan    %v", field[0], field[1], got, want)
	}
	require.Greater(t, n, 1000)
}

// ownStates are the states that the examples have raw, merged by SPIN's rules, and by our own.
var ownStates = map[string][3]int64{
	"buffer.pml": {
		17695,
		17695,
		5863,
	}, "bus.pml": {62498, 62498, 48026}, "cambridge.pml": {74089, 74089, 74089},
	"dtp.pml": {19902, 19902, 19902}, "farm.pml": {80448, 80448, 21183}, "hajek.pml": {34678, 34678, 34678},
	"leader.pml": {
		37067,
		30105,
		8399,
	}, "llc.pml": {137340, 117252, 34962}, "peterson.pml": {11343, 8340, 2539},
	"pftp.pml": {
		147929,
		148060,
		132666,
	}, "phils.pml": {23808, 23808, 23808}, "phone.pml": {64361, 103878, 50213},
	"potest.pml": {21206, 5536, 4098}, "snoopy.pml": {20129, 20129, 12281}, "sort.pml": {42393, 36026, 3613},
	"urp.pml": {61600, 61600, 61600}, "window.pml": {72752, 72752, 72752},
}

// TestOwnMergingOnExamples: our own rules never give more states than none, nor than SPIN's.
func TestOwnMergingOnExamples(t *testing.T) {
	t.Parallel()
	models, err := filepath.Glob(filepath.Join(examples, "*.pml"))
	require.NoError(t, err)
	require.Len(t, models, len(ownStates))
	for i, model := range models {
		if !thorough.Every(3, i) {
			continue
		}
		want := ownStates[filepath.Base(model)]
		got := explore(t, model, source.Aim{Own: true, Merge: true, Dataflow: true, DropUnread: true})
		require.Equal(t, want[2], got.Stored, model)
		require.LessOrEqual(t, want[2], min(want[0], want[1]), model)
		require.True(t, got.complete)
		require.Zero(t, got.Errors, model)
	}
}

// TestMergingFindsTheSame: our own rules, and SPIN's where they are sound, leave the verdicts, the failed
// assertions and whether there are deadlocks as they are; ours never give more states. GOSPIN_MERGED says how
// many random models of each kind.
func TestMergingFindsTheSame(t *testing.T) {
	t.Parallel()
	n := thorough.Of(5, 30)
	if s := os.Getenv("GOSPIN_MERGED"); s != "" {
		_, err := fmt.Sscan(s, &n)
		require.NoError(t, err)
	}
	compared, fewer, failing, blocked := 0, 0, 0, 0
	for seed := uint64(1); seed <= uint64(n); seed++ {
		for _, text := range []string{modelgen.Random(seed), modelgen.Tangled(seed)} {
			model := filepath.Join(t.TempDir(), "m.pml")
			require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
			if _, err := (source.Source{Model: model}).Program(t.Context(), source.Aim{}); err != nil {
				continue // some of the tangled ones are refused
			}
			raw := explore(t, model, source.Aim{})
			if !raw.complete {
				continue
			}
			compared++
			failing += min(len(raw.failed), 1)
			blocked += min(raw.deadlocks, 1)
			for _, a := range []source.Aim{
				{Own: true, Merge: true},
				{Own: true, Dataflow: true, DropUnread: true},
				{Own: true, Merge: true, Dataflow: true, DropUnread: true},
			} {
				got := explore(t, model, a)
				require.Equal(t, raw.failed, got.failed, "seed %d, %+v\n%s", seed, a, text)
				require.Equal(t, raw.deadlocks > 0, got.deadlocks > 0, "seed %d, %+v\n%s", seed, a, text)
				require.LessOrEqual(t, got.Stored, raw.Stored, "seed %d, %+v\n%s", seed, a, text)
				if got.Stored < raw.Stored {
					fewer++
				}
			}
		}
	}
	t.Logf("%d models, %d with failed assertions, %d with deadlocks; %d searches of %d have fewer states",
		compared, failing, blocked, fewer, 3*compared)
	require.Greater(t, compared, n)
	require.Greater(t, fewer, compared)
	require.Positive(t, failing)
	require.Positive(t, blocked)
}
