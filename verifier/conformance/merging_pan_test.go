//go:build conformance

package conformance

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/fair"
	"gospin/verifier/modelgen"
	"gospin/verifier/report"
	"gospin/verifier/source"
)

// reduceOptions are those of SPIN that say what it merges, resets and drops, as far as they differ: -o2 is
// -o1 -o2.
var reduceOptions = []string{"none", "-o1", "-o1 -o2", "-o3", "-o1 -o3", "-o1 -o2 -o3"}

// smallToMerge are models for which pan's six settings take some seconds; the others are for GOSPIN_LARGE=1.
var smallToMerge = []string{
	"leader.pml", "sort.pml", "phone.pml", "potest.pml", "Book_1991/p312.pml", "for_select_example.pml",
	"LTL/zune.pml",
}

// TestMergedModelsAsPan: the examples and Debian's models have pan's figures with statements merged, dead
// variables reset and unread globals dropped, each on or off:
//
//	spin -a OPTIONS MODEL
//	gcc -O0 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c
//	./pan -c0 -n -m1000000
func TestMergedModelsAsPan(t *testing.T) {
	t.Parallel()
	models, err := filepath.Glob(filepath.Join(examples, "*.pml"))
	if err != nil || len(models) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	large := os.Getenv("GOSPIN_LARGE") != ""
	for _, glob := range []string{"*.pml", "*/*.pml"} {
		more, err := filepath.Glob(filepath.Join(debian, glob))
		if err != nil || len(more) == 0 {
			t.Fatalf("the models of Debian's package spin are missing: %v", err)
		}
		models = append(models, more...)
	}
	for _, model := range models {
		name, err := filepath.Rel(debian, model)
		if err != nil || strings.HasPrefix(name, "..") {
			name = filepath.Base(model)
		}
		if cut[name] > 0 || nothingToCompare[name] != "" || !large && !slices.Contains(smallToMerge, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			inTurn(t)
			mergedAsPan(t, model)
		})
	}
}

// mergedAsPan compares all settings of a model; it returns why pan gives nothing to compare with.
func mergedAsPan(t *testing.T, model string) (why string) {
	t.Helper()
	for _, options := range reduceOptions {
		var flags []string
		if options != "none" {
			flags = strings.Fields(options)
		}
		want := panWith(t, flags, 0, model, "-O0", 20*time.Second)
		if want.why != "" {
			return want.why
		}
		if got := explore(t, model, mergedAs(options)).figures; !got.same(want.figures) {
			text, _ := os.ReadFile(model)
			t.Errorf(
				"spin -a %s\ngospin %v\npan    %v\n%s",
				options,
				got,
				want.figures,
				text[:min(len(text), 4000)],
			)
		}
	}
	return ""
}

// TestRandomModelsMergedAsPan does so with random models.
func TestRandomModelsMergedAsPan(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_MERGED", 2), number(t, "GOSPIN_SEED", 1)
	for kind, make := range map[string]func(uint64) string{"random": modelgen.Random, "tangled": modelgen.Tangled} {
		t.Run(kind, func(t *testing.T) {
			compared := 0
			for seed := first; compared < wanted && seed < first+4*wanted; seed++ {
				model := filepath.Join(t.TempDir(), "m.pml")
				if err := os.WriteFile(model, []byte(make(uint64(seed))), 0o600); err != nil {
					t.Fatal(err)
				}
				if mergedAsPan(t, model) == "" {
					compared++
				}
			}
			fmt.Printf("\n%s models merged: %d compared\n", kind, compared)
			if compared < wanted {
				t.Errorf("only %d of %d models could be compared", compared, wanted)
			}
		})
	}
}

// TestDeadVariablesBesideFormulas: with dead variables reset by our own rules, random formulas have the
// verdict that they have raw; their cycles close in the raw program, which is where they are replayed.
func TestDeadVariablesBesideFormulas(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_MERGED", 40), number(t, "GOSPIN_SEED", 1)
	compared, violated := 0, 0
	for seed := first; compared < wanted; seed++ {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		model := filepath.Join(t.TempDir(), "m.pml")
		require.NoError(t, os.WriteFile(model, []byte(modelgen.Random(uint64(seed))), 0o600))
		formula := randomFormula(r, 3)
		for _, fair := range []fair.Demand{"", "weak"} {
			verdict := func(merging string) *report.Report {
				out, err := verifier.Run(t.Context(), verifier.Options{
					Source:    source.Source{Model: model, Formulas: []string{formula}},
					Reduction: verifier.Reduction{POR: "off", Merging: merging},
					Limits:    verifier.Limits{Errors: 1, Time: 5 * time.Second},
					Question:  verifier.Question{Only: []string{formula}, Fair: fair},
				})
				require.NoError(t, err, "seed %d: %s", seed, formula)
				return out
			}
			raw := verdict("off")
			if raw.Verdict == report.Inconclusive {
				continue
			}
			compared++
			if raw.Verdict == report.Violated {
				violated++
			}
			own := verdict("own")
			require.Equal(t, raw.Verdict, own.Verdict, "seed %d: %s", seed, formula)
		}
	}
	fmt.Printf("\nformulas with dead variables reset: %d compared, %d violated\n", compared, violated)
	require.Greater(t, violated, compared/5)
	require.Less(t, violated, compared)
}
