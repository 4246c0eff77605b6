//go:build conformance

package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// protocolFormulas are what is asked of the protocols: sizes small enough for pan -a, and formulas over their
// globals.
var protocolFormulas = []struct {
	model    string
	defines  []string
	formulas []string
}{
	{
		"buffer",
		[]string{"N=1", "BLOCKS=2", "LENGTH=4"},
		[]string{"<> (seen[0] == 1)", "[] (len(free) + len(queue) <= 2)"},
	},
	{
		"bus",
		[]string{"N=2"},
		[]string{"[] (masters <= 1)", "[] <> (lines == 0)", "(masters == 0) W (lines != 0)"},
	},
	{
		"cambridge",
		[]string{"N=2", "SLOTS=1", "NOISE=0"},
		[]string{"[] (noise == 0)", "[] <> (holds[0])", "[] (holds[0] -> <> !holds[0])"},
	},
	{
		"dtp",
		[]string{"N=2"},
		[]string{"[] (received <= sent)", "<> (received == 2)", "[] (known <= received)"},
	},
	{
		"farm",
		[]string{"N=2", "TASKS=2"},
		[]string{"<> (results == 3)", "[] (results == 3 -> [] (results == 3))", "[] (results != 2)"},
	},
	{"hajek", []string{"ROOM=1"}, []string{"[] <> (len(line[0]) == 0)", "<> (len(line[1]) == 1)"}},
	{
		"leader",
		[]string{"N=4"},
		[]string{
			"<> (leaders == 1)",
			"[] (leaders <= 1)",
			"[] (leaders == 0 -> <> (informed == 4))",
			"[] (informed < 4)",
		},
	},
	{"llc", []string{"N=1", "ROOM=1"}, []string{"[] <> (len(forth) == 0)", "[] (len(back) <= 1)"}},
	{
		"peterson",
		[]string{"N=2"},
		[]string{"[] (inside <= 1)", "[] (level[0] > 0 -> <> (level[0] == 0))", "[] <> (inside == 1)"},
	},
	{
		"pftp",
		[]string{"N=1"},
		[]string{"[] (disk <= 1)", "[] <> complete", "[] (complete -> (complete W disk == 0))"},
	},
	{
		"phils",
		[]string{"N=4"},
		[]string{"[] !(eats[0] && eats[1])", "<> eats[0]", "[] (taken[0] -> <> !taken[0])"},
	},
	{
		"phone",
		[]string{"N=2"},
		[]string{"[] <> (through[0] == 0)", "[] (through[0] != 1)", "<> (through[0] == 2)"},
	},
	{"potest", []string{"N=2", "STEPS=2"}, []string{"<> (ended == 2)", "[] (ended < 2)", "[] (total == 0)"}},
	{
		"snoopy",
		[]string{"N=2"},
		[]string{
			"[] !(line[0] == dirty && line[1] == dirty)",
			"[] <> !bus_taken",
			"[] (bus_taken -> <> !bus_taken)",
		},
	},
	{"sort", []string{"N=4"}, []string{"<> (sorted[3] != 0)", "[] (sorted[0] == 0)"}},
	{"urp", []string{"N=1"}, []string{"[] <> (len(forth) == 0)", "[] (len(back) < 3)"}},
	{"window", []string{"N=2", "ROOM=1"}, []string{"[] <> (len(forth) == 0)", "<> (len(back) == 1)"}},
}

// TestClaimsOnProtocolsAsPan: as TestClaimsAsPan, with the claims of formulas on the protocols.
func TestClaimsOnProtocolsAsPan(t *testing.T) {
	t.Parallel()
	gospin(t)
	var violated, held atomic.Int32
	t.Run("claims", func(t *testing.T) {
		for _, p := range protocolFormulas {
			for i, formula := range p.formulas {
				t.Run(fmt.Sprintf("%s/%d", p.model, i), func(t *testing.T) {
					inTurn(t)
					dir := t.TempDir()
					claim, err := run(time.Minute, dir, gospin(t), "ltl", "-negate", formula)
					require.NoError(t, err, claim)
					text, err := os.ReadFile(filepath.Join("../../examples", p.model+".pml"))
					require.NoError(t, err)
					var head strings.Builder
					for _, d := range p.defines {
						name, value, _ := strings.Cut(d, "=")
						fmt.Fprintf(&head, "#define %s %s\n", name, value)
					}
					model := filepath.Join(dir, "m.pml")
					require.NoError(t, os.WriteFile(model, []byte(head.String()+string(text)+claim), 0o600))
					if claimAsPan(t, dir, model) {
						violated.Add(1)
					} else {
						held.Add(1)
					}
				})
			}
		}
	})
	fmt.Printf("claims on protocols: %d violated, %d held\n", violated.Load(), held.Load())
	require.Greater(t, violated.Load(), int32(15))
	require.Greater(t, held.Load(), int32(15))
}
