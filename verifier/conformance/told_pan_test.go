//go:build conformance

package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"gospin/verifier"
	"gospin/verifier/modelgen"
	"gospin/verifier/way"
)

// toldBy is a way to tell states by others.
type toldBy struct {
	verifier.Deltas
	verifier.Diffs
	compress string
	split    []string
}

// allToldBy are all of them: of deltas, of differences, and those by moves alone.
func allToldBy() (out []toldBy) {
	for _, k := range []int{1, 2, 5, 20, 50, 1e6} {
		for i := range 8 {
			d := verifier.Deltas{
				KDelta: k, NoShorten: i&4 != 0,
				Compare: way.Compares[i&1], WholeStates: way.Wholes[i>>1&1],
			}
			if d.SlotHash = -1; i%3 > 0 {
				d.SlotHash = 0
			}
			out = append(out, toldBy{compress: "delta", Deltas: d})
		}
	}
	for _, k := range []int{1, 2, 3, 7, 20, 1e6} {
		for i, cells := range way.DiffCells {
			for j, hash2 := range []int{-1, 2, 16} {
				v := toldBy{compress: "diff", Diffs: verifier.Diffs{KDiff: k, DiffCells: cells, Hash2: hash2}}
				if v.SlotHash = (i + j + k) % 3; v.SlotHash == 0 {
					v.SlotHash = -1
				}
				out = append(out, v)
			}
		}
		for _, split := range way.Splits {
			v := toldBy{compress: "diff", Diffs: verifier.Diffs{KDiff: k, DiffCells: "components"}}
			v.split = []string{split}
			out = append(out, v)
		}
	}
	return append(out, toldBy{compress: "unmove"})
}

// TestRandomModelsToldByOthersAsPan: on random models, states told by others give pan's figures. GOSPIN_TOLD
// says how many models are compared in all variants; a few are in every seventh.
func TestRandomModelsToldByOthersAsPan(t *testing.T) {
	t.Parallel()
	wanted, step := number(t, "GOSPIN_TOLD", 6), 7
	if os.Getenv("GOSPIN_TOLD") != "" {
		step = 1
	}
	first := number(t, "GOSPIN_SEED", 1)
	var compared, searches atomic.Int64
	t.Run("seeds", func(t *testing.T) {
		for i := range 2 * wanted {
			t.Run(fmt.Sprint(first+i), func(t *testing.T) {
				inTurn(t)
				if compared.Load() >= int64(wanted) {
					t.Skip("enough")
				}
				n := toldAsPan(t, first+i, step)
				if searches.Add(int64(n)); n > 0 {
					compared.Add(1)
				}
			})
		}
	})
	fmt.Printf("\nrandom models, states told by others: %d compared in %d searches\n", compared.Load(), searches.Load())
	if compared.Load() < int64(wanted) {
		t.Errorf("only %d of %d models could be compared", compared.Load(), wanted)
	}
}

func toldAsPan(t *testing.T, seed, step int) (searches int) {
	text := modelgen.Random(uint64(seed))
	if seed%2 > 0 {
		text = modelgen.Unfailing(uint64(seed))
	}
	model := filepath.Join(t.TempDir(), "m.pml")
	if err := os.WriteFile(model, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	want := pan(t, model, "-O0", 10*time.Second)
	if want.why != "" || want.figures.Stored > 20_000 {
		return 0
	}
	all := allToldBy()
	for i := seed % step; i < len(all); i += step {
		v := &all[i]
		o := rawOptions
		o.Model, o.Deltas, o.Diffs = model, v.Deltas, v.Diffs
		o.Compress, o.Split = v.compress, slices.Clone(v.split)
		if got := searchHere(t, &o); got != want.figures {
			t.Errorf("seed %d, %+v:\ngospin %v\npan    %v\n%s", seed, *v, got, want.figures, text)
		}
		searches++
	}
	return searches
}
