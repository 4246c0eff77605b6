package verifier_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression/offheap"
	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/thorough"
	"gospin/verifier/way"
)

// crossing has some hundred states, and with BAD an error that lies deep.
const crossing = `byte at[2], turns; chan c = [2] of { byte };
active [2] proctype P() {
	byte k;
	do
	:: atomic { turns < N && nfull(c) -> turns++; c!turns }
	:: c?k -> at[_pid] = k % 4
	:: turns == N && empty(c) -> break
	od;
	assert(!BAD || at[_pid] < 2)
}
ltl calm { [] (turns <= N) }
`

// failingAt has the n-th block from now on refused, and all behind it if for good. Had reports how many were
// asked for.
func failingAt(n int64, forGood bool) (had func() int64) {
	var asked atomic.Int64
	offheap.Refuse(func(int) bool {
		k := asked.Add(1)
		return k == n || forGood && k > n
	})
	return asked.Load
}

// TestNoMemoryAtAnyTime: whichever block of a table the system refuses, the verdict is right or inconclusive.
func TestNoMemoryAtAnyTime(t *testing.T) {
	dir := t.TempDir()
	model := filepath.Join(dir, "m.pml")
	require.NoError(t, os.WriteFile(model, []byte(crossing), 0o600))
	defer offheap.Refuse(nil)
	ways := map[string]func(*verifier.Options){
		"roots, 2 workers": func(o *verifier.Options) { o.Compress, o.Workers = "roots", 2 },
		"reduced":          func(o *verifier.Options) { o.POR = ask.DefaultRule },
		"dfs":              func(o *verifier.Options) { o.Order = "dfs" },
		"bfs":              func(o *verifier.Options) { o.Order = "bfs" },
		"unmove dfs":       func(o *verifier.Options) { o.Compress, o.Order, o.NoClaim = "unmove", "dfs", true },
		"unmove, 2":        func(o *verifier.Options) { o.Compress, o.Workers, o.NoClaim = "unmove", 2, true },
		"cache":            func(o *verifier.Options) { o.Cache = "100000"; o.NoClaim = true },
		"bitstate":         func(o *verifier.Options) { o.Bitstate = true; o.Memory = 1 << 20 },
		"hc":               func(o *verifier.Options) { o.Hash = 64 },
		"sweep":            func(o *verifier.Options) { o.Sweep = "turns" },
		"symmetry":         func(o *verifier.Options) { o.Symmetry, o.NoClaim = "auto", true },
		"certificate": func(o *verifier.Options) {
			o.Certificate, o.NoClaim = filepath.Join(dir, "c"), true
		},
		"checkpoint": func(o *verifier.Options) {
			o.Checkpoint = filepath.Join(dir, "ck")
			require.NoError(t, os.RemoveAll(o.Checkpoint))
		},
		"graph": func(o *verifier.Options) { o.Graph, o.NoClaim = filepath.Join(dir, "g"), true },
	}
	modes := []string{"none", "roots", "collapse", "tree", "ma", "unmove"}
	if os.Getenv("GOSPIN_LONG") != "" {
		modes = way.Names()
	}
	for _, m := range modes {
		ways[m] = func(o *verifier.Options) { o.Compress, o.NoClaim = m, m == "unmove" }
	}
	for name, set := range ways {
		for _, bad := range []string{"0", "1"} {
			t.Run(name+", BAD="+bad, func(t *testing.T) {
				holds := report.Holds
				if bad == "1" {
					holds = report.Violated
				}
				for n := int64(1); ; n += thorough.Of[int64](7, 1) {
					require.Less(t, n, int64(1000))
					o := verifier.Options{Source: source.Source{Model: model, Defines: []string{"N=4", "BAD=" + bad}}}
					o.Memory, o.Trail, o.Errors = 1<<28, dir, 1
					set(&o)
					had := failingAt(n, n%2 == 0)
					r, err := verifier.Run(context.Background(), o)
					offheap.Refuse(nil)
					require.NoError(t, err)
					if had() < n {
						if o.Bitstate || o.Hash > 0 {
							require.NotEqual(t, report.Holds, r.Verdict)
						} else {
							require.Equal(t, holds, r.Verdict, r.Reason)
						}
						break
					}
					if r.Verdict != holds {
						require.Equal(t, report.Inconclusive, r.Verdict, n)
						short := strings.Contains(r.Reason, "out of memory")
						// an approximate search is inconclusive, even if only a remark was short of memory
						require.True(t, short || r.Omitted != nil, "%d: %s", n, r.Reason)
					}
				}
			})
		}
	}
}
