package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const examples = "../../examples"

var (
	directive = regexp.MustCompile(`pan: (stored=.*)`)
	large     = regexp.MustCompile(`large: ((?:-D\w+=\d+ )+)stored=(\d+)\n`)
)

// protocols are those of the comparison of compressions in Holzmann's "State compression in SPIN" (1997), table IV, by
// its names for them; each has a model among the examples. Its three tests of different shape are the last ones.
var protocols = map[string]string{
	"cambridge ring":         "cambridge",
	"dining philosophers":    "phils",
	"data transfer protocol": "dtp",
	"hajek's protocol":       "hajek",
	"leader election":        "leader",
	"bus protocol":           "bus",
	"logical link control":   "llc",
	"file transfer":          "pftp",
	"partial order test":     "potest",
	"snooping cache":         "snoopy",
	"sorting":                "sort",
	"sliding window":         "window",
	"phone switch":           "phone",
	"universal receiver":     "urp",
	"test: mutual exclusion": "peterson",
	"test: large messages":   "buffer",
	"test: many processes":   "farm",
}

// Comparisons of compressions need every protocol, neither too small to compress nor too large to try.
func TestProtocolsAreCompleteAndOfUsefulSize(t *testing.T) {
	require.Len(t, protocols, 17)
	seen := map[string]bool{}
	for name, model := range protocols {
		require.False(t, seen[model], "%s has no model of its own", name)
		seen[model] = true
		text, err := os.ReadFile(filepath.Join(examples, model+".pml"))
		require.NoError(t, err, name)
		var stored, most int
		found := directive.FindSubmatch(text)
		require.NotNil(t, found, "%s records no figures", model)
		_, err = fmt.Sscanf(string(found[1]), "stored=%d", &stored)
		require.NoError(t, err, model)
		require.GreaterOrEqual(t, stored, 10_000, model)
		require.LessOrEqual(t, stored, 2_000_000, model)
		found = large.FindSubmatch(text)
		require.NotNil(t, found, "%s does not say how to make it large", model)
		_, err = fmt.Sscanf(string(found[2]), "%d", &most)
		require.NoError(t, err, model)
		require.GreaterOrEqual(t, most, 200_000, model)
		require.Less(t, most, 5_000_000, model)
	}
}

// stores are all modes of -compress, and the other chains.
var stores = []string{"none", "mask", "rle", "huffman", "mask+rle", "mask+huffman", "mask+rle+huffman", "collapse1997", "collapse1997+huffman",
	"collapse", "collapse+huffman", "tree", "ma", "trained", "auto"}

// The figures stand in the examples' comments, with the command that gave them.
func TestExamplesGiveRecordedFigures(t *testing.T) {
	models, err := filepath.Glob(filepath.Join(examples, "*.pml"))
	require.NoError(t, err)
	require.NotEmpty(t, models)
	shortest, longest := 1<<20, 0 // vectors
	for _, model := range models {
		text, err := os.ReadFile(model)
		require.NoError(t, err)
		found := directive.FindSubmatch(text)
		require.NotNil(t, found, "%s records no figures", model)
		var want figures
		_, err = fmt.Sscanf(string(found[1]), "stored=%d matched=%d transitions=%d atomic=%d depth=%d errors=%d",
			&want.Stored, &want.Matched, &want.Transitions, &want.Atomic, &want.Depth, &want.Errors)
		require.NoError(t, err, model)
		for _, store := range stores {
			t.Run(filepath.Base(model)+"/"+store, func(t *testing.T) {
				got := verify(t, model, time.Minute, "-compress="+store)
				require.Empty(t, got.wrong)
				require.True(t, got.json, got.output)
				require.Equal(t, want.String(), got.figures.String())
				require.Equal(t, 0, got.exit)
				if store == "mask" {
					shortest, longest = min(shortest, got.vector), max(longest, got.vector)
				}
			})
		}
	}
	require.LessOrEqual(t, shortest, 20, "comparisons want short vectors, too")
	require.GreaterOrEqual(t, longest, 500, "comparisons want long vectors, too")
}

// Random models have no recorded figures, but every store must give the same ones.
func TestRandomModelsAgreeAcrossStores(t *testing.T) {
	for seed := uint64(1); seed <= 10; seed++ {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			text := Random(seed)
			require.Equal(t, text, Random(seed), "the same seed gives the same model")
			model := filepath.Join(t.TempDir(), "m.pml")
			require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
			want := verify(t, model, time.Minute, "-compress=none", "-m", "20000")
			require.Empty(t, want.wrong, text)
			require.True(t, want.json, "%s\n%s", want.output, text)
			for _, store := range stores[1:] {
				got := verify(t, model, time.Minute, "-compress="+store, "-m", "20000")
				require.Empty(t, got.wrong, text)
				require.Equal(t, want.figures.String(), got.figures.String(), "%s\n%s", store, text)
			}
		})
	}
}
