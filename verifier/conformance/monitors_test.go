package conformance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/report"
	"gospin/verifier/thorough"
)

// ordersOfMonitors are searches that are not depth first.
var ordersOfMonitors = []func(o *verifier.Options){
	func(o *verifier.Options) { o.Order, o.Compress = "bfs", "mask" },
	func(o *verifier.Options) { o.Order = "bfs" },
	func(o *verifier.Options) { o.Order, o.Compress = "bbfs:3", "none" },
	func(o *verifier.Options) { o.Order, o.Compress = "alt:2,3", "collapse" },
	func(o *verifier.Options) { o.Order, o.Compress, o.Seed = "random", "tree", 5 },
	func(o *verifier.Options) { o.Order, o.Compress, o.KDelta = "best:_nr_pr", "delta", 4 },
	func(o *verifier.Options) { o.Order, o.Compress, o.KDiff = "bbfs:9", "diff", 4 },
	func(o *verifier.Options) { o.Order, o.Cache = "bfs", "5000" },
	func(o *verifier.Options) { o.Order, o.Cache, o.Chains, o.Compress = "dfs", "5000", true, "mask" },
	func(o *verifier.Options) { o.Order, o.Cache, o.Evict = "random", "100%", []string{"depth"} },
	func(o *verifier.Options) { o.Sweep = "_nr_pr" },
	func(o *verifier.Options) { o.Sweep = "-_nr_pr" },
	func(o *verifier.Options) { o.Sweep, o.Cache = "_nr_pr", "5000" },
}

// TestRandomMonitors: random models beside random claims that are decided by where they come to have the
// verdict of a search depth first in every order, with and without a reduction. GOSPIN_MONITORS says how
// many, GOSPIN_SEED with which to begin.
func TestRandomMonitors(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_MONITORS", thorough.Of(10, 60)), number(t, "GOSPIN_SEED", 1)
	held, violated, refused := 0, 0, 0
	for i := range wanted {
		seed := uint64(first + i)
		r := rand.New(rand.NewPCG(seed, 0x6d6f6e69))
		text := monitored(seed, r)
		o := verifier.Options{}
		o.Model = filepath.Join(t.TempDir(), "m.pml")
		require.NoError(t, os.WriteFile(o.Model, []byte(text), 0o600))
		o.Only, o.Compress, o.Order, o.Errors, o.States = []string{"p"}, "mask", "dfs", 1, 5000
		o.NoAssert = seed%4 > 0
		want, err := verifier.Run(context.Background(), o)
		if err != nil || want.Verdict == report.Inconclusive {
			refused++
			continue
		}
		o.States = 0
		for k, change := range ordersOfMonitors {
			if k%4 != int(seed%4) && os.Getenv("GOSPIN_LONG") == "" {
				continue
			}
			o := o
			o.Order, o.Compress = "", ""
			if seed%2 == 0 {
				o.POR = "computed"
			}
			change(&o)
			got, err := verifier.Run(context.Background(), o)
			what := fmt.Sprintf("seed %d, %d, %+v\n%s", seed, k, o.Sweep+o.Order+o.Compress+o.Cache, text)
			if err != nil && strings.Contains(err.Error(), " is not for p: ") {
				refused++
				break
			}
			require.NoError(t, err, what)
			require.Equal(t, want.Verdict, got.Verdict, got.Reason+"\n"+what)
			if want.Verdict == report.Holds {
				held++
				require.True(t, got.Complete, what)
			} else {
				violated++
				require.FileExists(t, o.Model+".trail", what)
			}
		}
	}
	fmt.Printf("\nrandom monitors in other orders: %d held, %d violated, %d refused or too large\n", held, violated, refused)
	require.Greater(t, held, wanted/2)
	require.Greater(t, violated, wanted/2)
}
