package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/modelgen"
	"gospin/verifier/thorough"
	"gospin/verifier/way"
)

const examples = "../../examples"

var (
	directive = regexp.MustCompile(`pan: (stored=.*)`)
	large     = regexp.MustCompile(`large: ((?:-D\w+=\d+ )+)stored=(\d+)\n`)
)

// protocols are those of the comparison of compressions in Holzmann's "State compression in SPIN" (1997),
// table IV, by its names for them; each has a model among the examples. Its three tests of different shape
// are the last ones.
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
	t.Parallel()
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
		_, large := largeSize(t, filepath.Join(examples, model+".pml"))
		_, err = fmt.Sscanf(large, "%d", &most)
		require.NoError(t, err, model)
		require.GreaterOrEqual(t, most, 200_000, model)
		require.Less(t, most, 5_000_000, model)
	}
}

// stores are all ways to store states that are registered, but those of batches, whose figures have tests of
// their own, and further chains of codecs.
var stores = append(slices.DeleteFunc(way.Names(), func(name string) bool {
	return name == way.Roots || name == way.Unmove
}), "mask+rle+huffman", "collapse1997+huffman")

// The figures stand in the examples' comments, with the command that gave them.
func TestExamplesGiveRecordedFigures(t *testing.T) {
	t.Parallel()
	models, err := filepath.Glob(filepath.Join(examples, "*.pml"))
	require.NoError(t, err)
	require.NotEmpty(t, models)
	gospin(t)
	var mu sync.Mutex
	shortest, longest := 1<<20, 0 // vectors
	t.Run("models", func(t *testing.T) {
		for i, model := range models {
			text, err := os.ReadFile(model)
			require.NoError(t, err)
			found := directive.FindSubmatch(text)
			require.NotNil(t, found, "%s records no figures", model)
			var want figures
			_, err = fmt.Sscanf(string(found[1]),
				"stored=%d matched=%d transitions=%d atomic=%d depth=%d errors=%d", &want.Stored,
				&want.Matched, &want.Transitions, &want.Atomic, &want.Depth, &want.Errors)
			require.NoError(t, err, model)
			for k, store := range stores {
				if !thorough.Every(24, i+k) {
					continue
				}
				if strings.Contains(store, "+") && (i+k)%3 > 0 && os.Getenv("GOSPIN_LARGE") == "" {
					continue // a third of the models for each chain
				}
				t.Run(filepath.Base(model)+"/"+store, func(t *testing.T) {
					inTurn(t)
					got := verify(t, model, time.Minute, "-compress="+store)
					require.Empty(t, got.wrong)
					require.True(t, got.json, got.output)
					require.Equal(t, want.String(), got.figures.String())
					require.Equal(t, 0, got.exit)
					if store == "mask" {
						mu.Lock()
						shortest, longest = min(shortest, got.vector), max(longest, got.vector)
						mu.Unlock()
					}
				})
			}
		}
	})
	if !thorough.On {
		return
	}
	require.LessOrEqual(t, shortest, 20, "comparisons want short vectors, too")
	require.GreaterOrEqual(t, longest, 500, "comparisons want long vectors, too")
}

// In each mode, one example of the large size stores as many states as its comment says.
func TestOneLargeExampleInEachMode(t *testing.T) {
	t.Parallel()
	models := []string{"buffer", "hajek", "pftp", "snoopy", "urp"} // the quickest of that size
	gospin(t)
	for i, store := range stores {
		if !thorough.Every(12, i) {
			continue
		}
		t.Run(store, func(t *testing.T) {
			inTurn(t)
			model := filepath.Join(examples, models[i%len(models)]+".pml")
			macros, stored := largeSize(t, model)
			got := verify(t, model, 2*time.Minute, append(macros, "-compress="+store)...)
			require.Empty(t, got.wrong)
			require.Equal(t, stored, fmt.Sprint(got.Stored), model)
			require.Equal(t, 0, got.exit)
		})
	}
}

// largeSize is what the model's comment says of its large size: macros, and how many states are stored.
func largeSize(t *testing.T, model string) (macros []string, stored string) {
	t.Helper()
	text, err := os.ReadFile(model)
	require.NoError(t, err)
	found := large.FindSubmatch(text)
	require.NotNil(t, found, "%s does not say how to make it large", model)
	return strings.Fields(string(found[1])), string(found[2])
}

// Random models have no recorded figures, but every store must give the same ones.
func TestRandomModelsAgreeAcrossStores(t *testing.T) {
	t.Parallel()
	gospin(t)
	for seed := uint64(1); seed <= thorough.Of[uint64](1, 10); seed++ {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			inTurn(t)
			text := modelgen.Random(seed)
			require.Equal(t, text, modelgen.Random(seed), "the same seed gives the same model")
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

// smallEnough bounds the stored states of models that are searched in every mode, and verySmall those of
// models that are searched with every chain of codecs, too: the examples are, whatever their size.
const (
	smallEnough = 50000
	verySmall   = 5000
)

// everyMode holds all modes to the figures.
func everyMode(t *testing.T, model string, want figures) {
	t.Helper()
	copied, here := copyOf(t, model)
	for k, mode := range stores {
		if !thorough.Every(9, k+int(want.Stored)) {
			continue
		}
		if strings.Contains(mode, "+") && want.Stored > verySmall {
			continue
		}
		var got answer
		if here {
			o := rawOptions
			o.Model, o.Compress = copied, mode
			got.figures = searchHere(t, &o)
		} else {
			got = verify(t, model, 2*time.Minute, "-compress="+mode)
		}
		if got.figures != want {
			t.Errorf("-compress=%s: %v, not %v\n%s", mode, got.figures, want, got.wrong)
		}
	}
}
