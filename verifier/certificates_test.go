package verifier_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/diag"
	"gospin/verifier"
	"gospin/verifier/check"
	"gospin/verifier/modelgen"
	"gospin/verifier/plan"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/thorough"
)

// certified verifies a model, and checks the certificate; nil: it can have none, or not all holds.
func certified(t *testing.T, path, symmetry string) (*report.Report, *check.Result) {
	o := verifier.Options{Source: source.Source{Model: path}, Trail: t.TempDir()}
	o.Symmetry = symmetry
	o.Certificate, o.Memory, o.Errors = filepath.Join(t.TempDir(), "certificate"), 1<<28, 1
	r, err := verifier.Run(t.Context(), o)
	var refused plan.Refusal
	if errors.As(err, &refused) {
		require.Regexp(t, "-certificate (is not for this model|and -symmetry=auto exclude each other)", err.Error())
		return nil, nil
	}
	if errors.As(err, new(diag.List)) {
		return nil, nil
	}
	require.NoError(t, err)
	if r.Verdict != report.Holds {
		require.NoFileExists(t, o.Certificate)
		require.Equal(t, "only what holds has one", r.Certificate.Why)
		return r, nil
	}
	require.Empty(t, r.Certificate.Why)
	file, err := os.ReadFile(o.Certificate)
	require.NoError(t, err)
	require.Len(t, file, int(r.Certificate.Bytes))
	c, err := check.Run(t.Context(), bytes.NewReader(file), int64(len(file)), check.Options{Workers: 2})
	require.NoError(t, err)
	require.Equal(t, r.Certificate.States, c.States)
	require.Equal(t, r.Certificate.Symmetric, c.Symmetric)
	require.GreaterOrEqual(t, r.States.Stored, c.States)
	require.True(t, c.Symmetric || r.States.Stored == c.States)
	if !c.Symmetric {
		require.Equal(t, r.States.Transitions, c.Transitions)
	}
	return r, c
}

var panCounts = regexp.MustCompile(`pan: stored=(\d+) matched=\d+ transitions=(\d+)`)

// TestCertificatesOfExamples: what is checked has as many states and transitions as pan finds.
func TestCertificatesOfExamples(t *testing.T) {
	models, err := filepath.Glob("../examples/*.pml")
	require.NoError(t, err)
	require.NotEmpty(t, models)
	for i, path := range models {
		if !thorough.Every(4, i) {
			continue
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		_, c := certified(t, path, "")
		require.NotNil(t, c, path)
		counts := panCounts.FindSubmatch(text)
		require.Equal(t, string(counts[1]), fmt.Sprint(c.States), path)
		require.Equal(t, string(counts[2]), fmt.Sprint(c.Transitions), path)
	}
}

// TestCertificatesOfRandomModels: what holds of them has a certificate, and that is proved.
func TestCertificatesOfRandomModels(t *testing.T) {
	kinds := []func(uint64) string{
		modelgen.Random, modelgen.Varied, modelgen.Tangled, modelgen.Mortal,
		modelgen.Unfailing, modelgen.Scratch,
	}
	checked, states := 0, uint64(0)
	for seed := uint64(0); checked < thorough.Long(10, 80, 200); seed++ {
		path := filepath.Join(t.TempDir(), "random.pml")
		text := kinds[seed%uint64(len(kinds))](seed)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		if _, c := certified(t, path, ""); c != nil {
			checked++
			states += c.States
		}
		require.Less(t, seed, uint64(thorough.Long(200, 1000, 2500)))
	}
	require.Greater(t, states, thorough.Of[uint64](500, 1000))
}

// TestCertificatesUpToSymmetry: they have a state of each orbit, and are proved.
func TestCertificatesUpToSymmetry(t *testing.T) {
	for name, states := range map[string]uint64{"mutex": 49, "dining": 315} {
		_, c := certified(t, "../examples/papers/"+name+".pml", "auto")
		require.True(t, c.Symmetric)
		require.Equal(t, states, c.States, name)
	}
	symmetric, fewer := 0, 0
	for seed := range uint64(thorough.Long(60, 250, 1000)) {
		path := filepath.Join(t.TempDir(), "random.pml")
		require.NoError(t, os.WriteFile(path, []byte(modelgen.Alike(seed)), 0o600))
		_, c := certified(t, path, "auto")
		if c != nil && c.Symmetric {
			symmetric++
			_, all := certified(t, path, "")
			require.LessOrEqual(t, c.States, all.States, "seed %d", seed)
			if c.States < all.States { // otherwise each state is mapped to itself
				fewer++
			}
		}
	}
	t.Log(symmetric, fewer)
	require.Greater(t, fewer, max(1, symmetric/2))
}
