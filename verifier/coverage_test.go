package verifier_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/cover"
	"gospin/verifier/modelgen"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/thorough"
)

// covered verifies a model's assertions and end states, and returns the statements that were executed,
// by their places.
func covered(t *testing.T, path string, with func(*verifier.Options)) (*report.Coverage, map[string]bool) {
	t.Helper()
	o := verifier.Options{Source: source.Source{Model: path}, Trail: t.TempDir()}
	o.Only, o.Merging, o.Coverage, o.States = []string{"safety"}, "own", true, 50_000
	o.ByDefault()
	with(&o)
	r, err := verifier.Run(t.Context(), o)
	if err != nil || r.Coverage == nil {
		return nil, nil
	}
	out := map[string]bool{}
	for i := range r.Coverage.Statements {
		s := &r.Coverage.Statements[i]
		if !r.Coverage.Unknown(s) {
			out[fmt.Sprintf("%d:%d %s", s.Line, s.Column, s.Statement)] = s.Taken
		}
	}
	return r.Coverage, out
}

// TestCoverageIsThatOfCounts: what a search by default has executed, in batches and reduced, is what the
// search that counts has executed at least once.
func TestCoverageIsThatOfCounts(t *testing.T) {
	kinds := []func(uint64) string{
		modelgen.Random, modelgen.Varied, modelgen.Tangled, modelgen.Mortal, modelgen.Unfailing,
		modelgen.Scratch, modelgen.Alike,
	}
	compared, never := 0, 0
	for seed := range uint64(thorough.Long(60, 150, 400)) {
		path := filepath.Join(t.TempDir(), "random.pml")
		text := kinds[seed%uint64(len(kinds))](seed)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		marks, known := covered(t, path, func(*verifier.Options) {})
		if marks == nil || marks.Cut != "" {
			continue
		}
		counts, counted := covered(t, path, func(o *verifier.Options) { o.Counts = true })
		if counts.Cut != "" { // too many states: this search is not reduced
			continue
		}
		for at, taken := range known {
			require.Equal(t, counted[at], taken, "seed %d: %s\n%s", seed, at, text)
			if !taken {
				never++
			}
		}
		compared++
	}
	require.Greater(t, compared, thorough.Of(20, 60))
	require.Greater(t, never, thorough.Of(20, 60))
}

// TestCounts: how often statements are executed, for a model that is small enough to count by hand.
func TestCounts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.pml")
	require.NoError(t, os.WriteFile(path, []byte(`byte x, y;
active proctype A() { do :: x < 3 -> x++ :: x == 3 -> break :: x > 3 -> x = 0 od }
active proctype B() { d_step { if :: x > 1 -> y = 1 :: else -> y = 2 fi; y = y + 1 } }
`), 0o600))
	c, _ := covered(t, path, func(o *verifier.Options) { o.Counts = true })
	got := map[string]uint64{}
	for _, s := range c.Statements {
		got[fmt.Sprintf("%d %s", s.Line, s.Statement)] += s.Times
	}
	// B's step is made in each of eight states of A: before a guard, with x from 0 to 3; before x++,
	// with x from 0 to 2; and after the loop. A is not removed before B.
	require.Equal(t, uint64(8), got["3 d_step"])
	require.Equal(t, uint64(4), got["3 x > 1"])
	require.Equal(t, uint64(4), got["3 y = 1"])
	require.Equal(t, uint64(4), got["3 else"])
	require.Equal(t, uint64(8), got["3 y = y + 1"])
	require.Zero(t, got["2 x > 3"])
	require.Zero(t, got["2 x = 0"])
	require.NotZero(t, got["2 x < 3"])
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := cover.Paint(c, path, string(text))
	var never []string
	for _, m := range lines[1].Marks {
		if !m.Taken {
			never = append(never, lines[1].Text[m.From:m.To])
		}
	}
	require.Equal(t, []string{"x > 3", "x = 0"}, never)
}
