package verifier_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/thorough"
)

// approximately verifies a model without reduction.
func approximately(t *testing.T, model string, a verifier.Approximate, defines ...string) *report.Report {
	t.Helper()
	r, err := verifier.Run(context.Background(), verifier.Options{
		Source:      source.Source{Model: model, Defines: defines},
		Reduction:   verifier.Reduction{POR: "off"},
		Approximate: a,
	})
	require.NoError(t, err)
	return r
}

// leader stores 185,842 states with N=7: gospin verify -noreduce -DN=7 examples/leader.pml, and as many:
// spin -a -o1 -o2 -o3 -DN=7 leader.pml; gcc -O2 -DSAFETY -DNOREDUCE -o pan pan.c; ./pan
const (
	leader       = "../examples/leader.pml"
	leaderStates = 185842
)

// TestOmissionsAreAsExpected: a search says how many states it is expected to omit, and omits about as many.
// The expectations are those of
//
//	for w in 20 22 24; do for k in 1 2 3 4; do
//	gospin verify -noreduce -DN=7 examples/leader.pml -bitstate -w $w -k $k; done; done
//
// which has omitted 15565, 5879, 3785, 3155; 4062, 460, 97, 31; 1036, 18, 1, 0. The sum of (1-e^(-ks/m))^k by
// itself is 14749, 5819, 3702, 3029; 3999, 454, 93, 27; 1022, 30, 2, 0.1.
func TestOmissionsAreAsExpected(t *testing.T) {
	for width, expected := range map[int][]float64{
		20: {15532, 6024, 3802, 3112},
		22: {4057, 455, 93, 27},
		24: {1025, 30, 1.6, 0.13},
	} {
		for i, want := range expected {
			if !thorough.Every(3, i+width/2) {
				continue
			}
			r := approximately(t, leader, verifier.Approximate{Bitstate: true, Width: width, Hashes: i + 1}, "N=7")
			require.Len(t, r.Omitted.Runs, 1)
			says := r.Omitted.Runs[0].Expected
			require.InEpsilon(t, want, says, 0.05, "w=%d k=%d", width, i+1)
			omitted := float64(leaderStates - r.States.Stored)
			require.InDelta(t, says, omitted, 5*math.Sqrt(says)+2, "w=%d k=%d", width, i+1)
		}
	}
	for _, bits := range thorough.Of([]int{24}, []int{24, 28}) {
		r := approximately(t, leader, verifier.Approximate{Hash: bits}, "N=7")
		says, want := r.Omitted.Runs[0].Expected, math.Pow(leaderStates, 2)/math.Exp2(float64(bits+1))
		require.InEpsilon(t, want, says, 0.02)
		require.InDelta(t, says, float64(leaderStates-r.States.Stored), 5*math.Sqrt(says))
	}
}

// TestApproximateIsNoProof: what is not found is never said to hold, and in SPIN's words where it has some,
// which are those of
//
//	spin -a -o1 -o2 -o3 leader.pml; gcc -O2 -DSAFETY -DNOREDUCE -DBITSTATE -o pan pan.c; ./pan -w20 -n
//
// and with -DHC4 for -DBITSTATE. The figures are those of gospin verify -noreduce leader.pml -bitstate -w20.
func TestApproximateIsNoProof(t *testing.T) {
	for _, c := range []struct {
		a    verifier.Approximate
		text []string
	}{
		{verifier.Approximate{Bitstate: true, Width: 20}, []string{
			"\nBit statespace search for:\n\tnever claim", " atomic steps\n\nhash factor: 28.2902 (best if > 100.)\n\n" +
				"bits set per state: 3 (-k3)\n\n",
			"compression: bitstate, ", "\nexpected omissions 9.7 (k=3, 28.3 bits per state); probability of none e^-9.7\n",
			"128.0 KiB in tables (bits 128.0 KiB)",
		}},
		{verifier.Approximate{Hash: 64}, []string{
			"\nHash-Compact 64 search for:\n\tnever claim", "\nexpected omissions 3.7e-11 (64 bits of a hash); ",
			"in tables (hashes ",
		}},
	} {
		r := approximately(t, leader, c.a)
		require.Equal(t, report.Inconclusive, r.Verdict)
		require.Equal(t, 3, r.Exit)
		require.True(t, r.Complete)
		require.Len(t, r.Properties, 2)
		for _, p := range r.Properties {
			require.Equal(t, report.Inconclusive, p.Verdict)
			require.Contains(t, p.Message, "no error found (approximate), expected omissions ")
			require.Equal(t, r.Reason, p.Message)
		}
		var text bytes.Buffer
		require.NoError(t, r.WriteText(&text))
		for _, part := range c.text {
			require.Contains(t, text.String(), part)
		}
		require.NotContains(t, text.String(), "holds")
		require.NotContains(t, text.String(), "not completed")
		text.Reset()
		require.NoError(t, json.NewEncoder(&text).Encode(r))
		require.Contains(t, text.String(), `"expected_omissions":`)
		require.Contains(t, text.String(), `"verdict":"inconclusive"`)
	}
}

// TestSmallModelsAreSeenWhole by approximate searches of reasonable size.
func TestSmallModelsAreSeenWhole(t *testing.T) {
	models, err := filepath.Glob("../examples/*.pml")
	require.NoError(t, err)
	require.Greater(t, len(models), 10)
	for _, model := range models {
		text, err := os.ReadFile(model)
		require.NoError(t, err)
		_, recorded, _ := strings.Cut(string(text), "pan: stored=")
		if !thorough.On && len(model)%3 > 0 {
			continue
		}
		for _, a := range []verifier.Approximate{{Bitstate: true, Width: 30}, {Hash: 64}} {
			r := approximately(t, model, a)
			got := fmt.Sprintf("%d matched=%d ", r.States.Stored, r.States.Matched)
			require.True(t, strings.HasPrefix(recorded, got), "%s: %s", model, got)
			require.Equal(t, 3, r.Exit)
		}
	}
}

// TestRunsDiffer: each has another hash function, and omits other states.
func TestRunsDiffer(t *testing.T) {
	for _, a := range []verifier.Approximate{
		{Bitstate: true, Width: 16, Runs: 4},
		{Hash: 20, Runs: 4},
	} {
		r := approximately(t, leader, a)
		require.Len(t, r.Omitted.Runs, 4)
		stored := map[uint64]bool{}
		for _, one := range r.Omitted.Runs {
			stored[one.States.Stored] = true
			require.Greater(t, one.Expected, 100.0)
		}
		require.Greater(t, len(stored), 2)
		require.Equal(t, r.Omitted.Runs[0].States, r.States)
		require.Contains(t, r.Reason, " in 4 runs")
		var text bytes.Buffer
		require.NoError(t, r.WriteText(&text))
		require.Equal(t, 4, strings.Count(text.String(), "\nrun "))
		for i, one := range approximately(t, leader, a).Omitted.Runs {
			require.Equal(t, r.Omitted.Runs[i].States, one.States, "runs can be repeated")
		}
	}
}

// many has errors in some of its 3,721 states.
const many = `byte x, y; active proctype P() { do :: x < 60 -> x++ :: y < 60 -> y++ :: break od;
	assert(x % 10 != 3 || y % 10 != 3) }`

// TestRunsFindMore: the errors of all runs are told, each once.
func TestRunsFindMore(t *testing.T) {
	o := verifier.Options{
		Source:      source.Source{Model: write(t, many)},
		Reduction:   verifier.Reduction{POR: "off"},
		Approximate: verifier.Approximate{Bitstate: true, Width: 13, Hashes: 1, Runs: 3},
		AllTrail:    true,
	}
	r, err := verifier.Run(context.Background(), o)
	require.NoError(t, err)
	require.Equal(t, report.Violated, r.Verdict)
	trails, most := map[string]bool{}, 0
	for _, m := range r.Messages {
		if path, wrote := strings.CutPrefix(m, "pan: wrote "); wrote {
			require.False(t, trails[path], "a trail is written over")
			require.FileExists(t, path)
			trails[path] = true
		}
	}
	for _, one := range r.Omitted.Runs {
		most = max(most, one.Errors)
	}
	require.Equal(t, most, r.Errors)
	require.Greater(t, len(trails), most, "another run finds others")
	// Once is enough where one error is.
	o.AllTrail, o.Errors = false, 1
	r, err = verifier.Run(context.Background(), o)
	require.NoError(t, err)
	require.Len(t, r.Omitted.Runs, 1)
	require.Equal(t, 1, r.Errors)
}

func TestApproximateOptions(t *testing.T) {
	model := write(t, counting)
	for want, o := range map[string]verifier.Options{
		"-bitstate and -hc exclude each other":     {Approximate: verifier.Approximate{Bitstate: true, Hash: 64}},
		"-w takes 8 to 48":                         {Approximate: verifier.Approximate{Bitstate: true, Width: 99}},
		"-k takes 1 to 100":                        {Approximate: verifier.Approximate{Bitstate: true, Hashes: 101}},
		"-hc takes 16 to 64 bits of a hash, not 7": {Approximate: verifier.Approximate{Hash: 7}},
		"-runs takes 1 to 1000, not -1":            {Approximate: verifier.Approximate{Hash: 64, Runs: -1}},
		"-runs is for -bitstate and -hc":           {Approximate: verifier.Approximate{Runs: 2}},
		"-w and -k are for -bitstate":              {Approximate: verifier.Approximate{Hash: 64, Hashes: 2}},
		"-w 40 takes 128.0 GiB, but there are 1.0 GiB for": {
			Approximate: verifier.Approximate{Bitstate: true, Width: 40},
			Limits:      verifier.Limits{Memory: 1 << 30},
		},
		"-bitstate and -compress=tree exclude each other": {
			Approximate: verifier.Approximate{Bitstate: true}, Storage: verifier.Storage{Compress: "tree"},
		},
		"-hc and -split exclude each other": {
			Approximate: verifier.Approximate{Hash: 64}, Storage: verifier.Storage{Split: []string{"pan"}},
		},
	} {
		o.Model = model
		_, err := verifier.Run(context.Background(), o)
		require.ErrorContains(t, err, want)
	}
	// Bits are made as many as the memory has room for.
	r, err := verifier.Run(context.Background(), verifier.Options{
		Source:      source.Source{Model: model},
		Approximate: verifier.Approximate{Bitstate: true},
		Limits:      verifier.Limits{Memory: 10 << 20},
	})
	require.NoError(t, err)
	require.Equal(t, 25, r.Omitted.Width)
	require.EqualValues(t, 4<<20, r.Memory.Store)
	// A hash of every state takes memory, too.
	big := write(t, "int a, b; active proctype P() { do :: a++ :: b++ od }")
	r, err = verifier.Run(context.Background(), verifier.Options{
		Source:      source.Source{Model: big},
		Approximate: verifier.Approximate{Hash: 48},
		Limits:      verifier.Limits{Memory: 8 << 20, Depth: 5000},
	})
	require.NoError(t, err)
	require.Equal(t, report.Inconclusive, r.Verdict)
	require.Contains(t, r.Reason, "out of memory: give more with -mem, or use less with fewer bits of a hash")
	require.Contains(t, r.Reason, "no error found (approximate)")
	require.LessOrEqual(t, r.Memory.Store, int64(8<<20+1<<10))
}
