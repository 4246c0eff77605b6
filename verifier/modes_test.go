package verifier_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/files"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/tune"
	"gospin/verifier/way"
)

const counting = `#ifndef N
#define N 40
#endif
int big; byte small; int constant = 77;
active [2] proctype P() { do :: small < N -> small++ :: big < 3000 && small == N -> big = big + 100 :: else -> break od }
`

func TestWhatMakesNoSenseIsRefusedByName(t *testing.T) {
	for mode, want := range map[string]string{
		"huffman+rle":               "have no runs left; rle+huffman does",
		"rle+rle":                   "rle twice gains nothing",
		"huffman+huffman":           "-compress=huffman+huffman",
		"collapse+huffman":          "",
		"collapse1997+huffman":      "",
		"collapse+rle":              "collapse+huffman does",
		"collapse+rle+huffman":      "the indices of components have few runs",
		"collapse1997+rle":          "collapse1997+huffman does",
		"collapse+huffman+huffman":  "huffman twice gains nothing",
		"mask+collapse":             "collapse takes vectors apart, and so stands first",
		"none+collapse1997+huffman": "collapse1997 takes vectors apart",
		"collapse+tree":             "tree stands alone",
		"mask+":                     "unknown compression \"\"",
		"mask+mask":                 "mask twice",
		"none+mask":                 "mask says how vectors are laid out",
		"tree+rle":                  "tree stands alone",
		"rle+mask":                  "mask says how vectors are laid out and stands first",
		"hufman":                    `did you mean "huffman"`,
		"":                          "",
		"none":                      "",
		"mask+rle+huffman":          "",
		"rle+huffman":               "",
		"none+huffman":              "",
		"collapse1997":              "",
		"trained":                   "",
		"auto":                      "",
		"mask+rle+collapse":         "collapse takes vectors apart",
		"mask+trained":              "trained stands alone",
	} {
		err := way.Check(mode)
		if want == "" {
			require.NoError(t, err, mode)
		} else {
			require.ErrorContains(t, err, want, mode)
		}
	}
	model := write(t, counting)
	for want, o := range map[string]verifier.Storage{
		"-code is for huffman":             {Compress: "rle", Code: "x"},
		"-profile is for":                  {Compress: "mask", Profile: "x"},
		"-split is for collapse":           {Compress: "mask", Split: []string{"pan"}},
		`unknown split "pen"`:              {Compress: "collapse", Split: []string{"pen"}},
		"-index-bytes is for":              {Compress: "collapse", IndexBytes: 1},
		"-index-bytes takes 1 to 4, not 5": {Compress: "collapse1997", IndexBytes: 5},
	} {
		_, err := verifier.Run(
			context.Background(),
			verifier.Options{Source: source.Source{Model: model}, Storage: o},
		)
		require.ErrorContains(t, err, want)
	}
}

func TestSplitsAndChainsCountAlike(t *testing.T) {
	want := verify(t, counting, verifier.Options{}).States
	require.Greater(t, want.Stored, uint64(300))
	for _, o := range []verifier.Storage{
		{Compress: "collapse", Split: []string{"pan"}},
		{Compress: "collapse", Split: []string{"pan-sepqs", "joinprocs"}},
		{Compress: "collapse", Split: []string{"chans-with-procs"}},
		{Compress: "collapse1997", Split: []string{"chans-with-globals"}, IndexBytes: 3},
		{Compress: "none+rle+huffman"},
		{Compress: "collapse+huffman"},
		{Compress: "collapse+huffman", Split: []string{"pan", "joinprocs"}},
		{Compress: "collapse1997+huffman", Split: []string{"chans-with-procs"}, IndexBytes: 4},
		{Compress: "mask+huffman"},
		{Compress: "auto"},
	} {
		require.Equal(t, want, verify(t, counting, verifier.Options{Storage: o}).States, "%+v", o)
	}
	r := verify(t, counting, verifier.Options{Storage: verifier.Storage{Compress: "collapse1997"}})
	require.Contains(t, r.Components, "[ 0:")
	for _, mode := range []string{"collapse+huffman", "collapse1997+huffman"} {
		require.Equal(
			t,
			r.Components,
			verify(t, counting, verifier.Options{Storage: verifier.Storage{Compress: mode}}).Components,
			mode,
		)
	}
}

func TestNarrowIndicesAreNoVerdict(t *testing.T) {
	model := "short x; active proctype P() { do :: x < 1000 -> x++ :: else -> break od }"
	for _, mode := range []string{"collapse1997", "collapse1997+huffman"} {
		r := verify(t, model, verifier.Options{Storage: verifier.Storage{Compress: mode, IndexBytes: 1}})
		require.Equal(t, report.Inconclusive, r.Verdict)
		require.Contains(t, r.Reason, "-index-bytes 2")
		require.Equal(
			t,
			report.Holds,
			verify(t, model, verifier.Options{Storage: verifier.Storage{Compress: mode}}).Verdict,
		)
	}
	require.Equal(
		t,
		report.Holds,
		verify(t, model, verifier.Options{Storage: verifier.Storage{Compress: "collapse+huffman"}}).Verdict,
	)
}

func TestMeasuredCodes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "code")
	require.NoError(t, os.WriteFile(path, []byte("0 10\n40 1000\n"), 0o600))
	want := verify(t, counting, verifier.Options{})
	require.Equal(
		t,
		want.States,
		verify(
			t,
			counting,
			verifier.Options{Storage: verifier.Storage{Compress: "mask+huffman", Code: path}},
		).States,
	)
	require.NoError(t, os.WriteFile(path, []byte("0 ten\n"), 0o600))
	_, err := verifier.Run(context.Background(), verifier.Options{
		Source:  source.Source{Model: write(t, counting)},
		Storage: verifier.Storage{Compress: "huffman", Code: path},
	})
	require.ErrorContains(t, err, path+": line 1")
}

func TestTwoPhases(t *testing.T) {
	want := verify(t, counting, verifier.Options{})
	// Both phases in one.
	r := verify(t, counting, verifier.Options{Storage: verifier.Storage{Compress: "trained"}})
	require.Equal(t, want.States, r.States)
	require.Contains(t, r.GoesBy, "a training run of")
	// A profile that has seen next to nothing: the rest is taken as it comes.
	o := verifier.Options{Source: source.Source{Model: write(t, counting)}}
	for _, search := range tune.Searches {
		p, err := tune.Train(context.Background(), o, tune.TrainOptions{States: 30, Search: search})
		require.NoError(t, err)
		require.LessOrEqual(t, p.States, uint64(30))
		require.NoError(t, files.Write(tune.ProfilePath(o.Model), p.Write))
		o.Compress = "trained"
		r, err = verifier.Run(context.Background(), o)
		require.NoError(t, err)
		require.Equal(t, want.States, r.States, search)
		require.Contains(t, r.GoesBy, "profile "+tune.ProfilePath(o.Model))
	}
	require.Positive(t, r.Unseen)
	// The model changes: its profile is not used in silence.
	require.NoError(
		t,
		os.WriteFile(o.Model, []byte(counting+"byte more = 3;\nactive proctype Q() { more++ }"), 0o600),
	)
	_, err := verifier.Run(context.Background(), o)
	require.ErrorContains(t, err, "another model")
	require.ErrorContains(t, err, "gospin train "+o.Model)
	// A constant of the model changes it, too.
	require.NoError(t, os.WriteFile(o.Model, []byte(counting), 0o600))
	o.Defines = []string{"N=41"}
	_, err = verifier.Run(context.Background(), o)
	require.ErrorContains(t, err, "another model")
	require.ErrorContains(t, err, "gospin train -DN=41 "+o.Model)
	// What is no profile is not to be written over.
	o.Profile = o.Model
	_, err = verifier.Run(context.Background(), o)
	require.ErrorContains(t, err, "no profile of gospin; gospin train -DN=41 "+o.Model+" writes")
	_, err = tune.Train(
		context.Background(),
		verifier.Options{Source: source.Source{Model: o.Model}},
		tune.TrainOptions{Search: "sideways"},
	)
	require.ErrorContains(t, err, "sideways")
}

func TestMemoryUse(t *testing.T) {
	var b bytes.Buffer
	o := verifier.Options{Source: source.Source{Model: write(t, counting)}}
	require.NoError(t, tune.MemoryUse(context.Background(), &b, o, tune.TrainOptions{}))
	// small is 0 to 41, big 0 to 3100 in steps of 100: either process may look before the other one adds
	lines := []string{
		"  small                           1       42      6       32\n",
		"  big                             4       32      9       42\n",
		"globals: big is 0 to 3100 and fits a short: saves 2 bytes",
		"globals: small hidden, if nothing depends on it, saves 1 byte and leaves 32 of 103 values of the component",
		"a state of the largest shape takes, tables apart:\n  none ",
	}
	for _, line := range lines {
		require.Contains(t, b.String(), line)
	}
	// The same from a profile.
	p, err := tune.Train(context.Background(), o, tune.TrainOptions{})
	require.NoError(t, err)
	require.NoError(t, files.Write(tune.ProfilePath(o.Model), p.Write))
	b.Reset()
	require.NoError(t, tune.MemoryUse(context.Background(), &b, o, tune.TrainOptions{}))
	require.Contains(t, b.String(), "values by the profile "+tune.ProfilePath(o.Model))
	for _, line := range lines {
		require.Contains(t, b.String(), line)
	}
}
