//go:build conformance

package ltl

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var updateSizes = flag.Bool("sizes", false, "write testdata/sizes.txt anew")

var (
	claimLabel = regexp.MustCompile(`(?m)^(\w+):\n`)
	claimGuard = regexp.MustCompile(`(?m)^\s*::`)
)

// claimSize counts the states and transitions of a never claim: a label or several in a row are a state, and each guard
// is a transition; accept_all's skip is one too.
func claimSize(claim string) (states, transitions int) {
	end := -1
	for _, m := range claimLabel.FindAllStringIndex(claim, -1) {
		if m[0] != end {
			states++
		}
		end = m[1]
	}
	return states, len(claimGuard.FindAllString(claim, -1)) + strings.Count(claim, "\tskip\n")
}

// spinPatience is far more than SPIN needs if it comes to an end at all.
const spinPatience = 10 * time.Second

// spinSize is what spin -f gives. What stands in the table instead is - for formulas with X, which SPIN refuses, and * if
// it is still at work when our patience ends.
func spinSize(t *testing.T, formula string) (states, transitions int, why string) {
	t.Helper()
	if strings.Contains(formula, "X ") {
		return 0, 0, "  -   -"
	}
	ctx, cancel := context.WithTimeout(t.Context(), spinPatience)
	defer cancel()
	out, err := exec.CommandContext(ctx, "spin", "-f", formula).Output()
	if ctx.Err() != nil {
		return 0, 0, "  *   *"
	}
	require.NoError(t, err, formula)
	require.Contains(t, string(out), "never", formula)
	states, transitions = claimSize(string(out))
	require.Positive(t, states, string(out))
	return states, transitions, ""
}

// withoutWeak is the formula for spin -f, which does not know W: x W y is y V (x || y).
func (f *Formula) withoutWeak() *Formula {
	if f == nil {
		return nil
	}
	g := *f
	g.X, g.Y = f.X.withoutWeak(), f.Y.withoutWeak()
	if f.Op == OpWeakUntil {
		return Release(g.Y, Or(g.X, g.Y))
	}
	return &g
}

func TestClaimSize(t *testing.T) {
	s, n := claimSize("never  {    /* p */\naccept_init:\nT0_init:\n\tdo\n\t:: (p) -> goto accept_all\n\tod;\naccept_all:\n\tskip\n}\n")
	require.Equal(t, [2]int{2, 2}, [2]int{s, n})
}

// TestSizesBesideSpin compares the automata of the lists in testdata, and of the negations, with SPIN's:
//
//	go test -tags conformance -run Sizes ./ltl -sizes
func TestSizesBesideSpin(t *testing.T) {
	var table bytes.Buffer
	fmt.Fprintf(&table, "# States and transitions of the automata for each formula and its negation, SPIN's (spin -f, 6.5.2) first.\n"+
		"# accept_all's skip counts as a transition. SPIN refuses X: - stands there; * if it had no answer within ten seconds.\n"+
		"# go test -tags conformance -run Sizes ./ltl -sizes\n")
	better, same, worse, refused, late := 0, 0, 0, 0, 0
	for _, list := range []string{"dwyer.txt", "etessami-holzmann.txt", "somenzi-bloem.txt"} {
		for i, text := range formulas(t, list) {
			f, atoms, err := Parse(text)
			require.NoError(t, err, text)
			for _, neg := range []bool{false, true} {
				g, sign := f, " "
				if neg {
					g, sign = Not(f), "!"
				}
				a, err := Translate(g)
				require.NoError(t, err, text)
				os, ot := a.Size()
				ss, st, instead := spinSize(t, g.withoutWeak().Text(atoms))
				spin, verdict := fmt.Sprintf("%3d %3d", ss, st), ""
				switch {
				case instead != "":
					spin = instead
					if refused++; instead[2] == '*' {
						refused--
						late++
					}
				case os > ss || ot > st:
					verdict = "  larger"
					worse++
				case os == ss && ot == st:
					same++
				default:
					better++
				}
				name := strings.TrimSuffix(list, ".txt")
				fmt.Fprintf(&table, "%-18s %2d%s %s  %3d %3d%s\n", name, i+1, sign, spin, os, ot, verdict)
			}
		}
	}
	fmt.Fprintf(&table, "# smaller %d, equal %d, larger %d, refused by SPIN %d, without an answer of SPIN's %d\n",
		better, same, worse, refused, late)
	path := filepath.Join("testdata", "sizes.txt")
	if *updateSizes {
		require.NoError(t, os.WriteFile(path, table.Bytes(), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), table.String())
}

// TestSpinReadsClaims has SPIN compile models with our claims, X included.
func TestSpinReadsClaims(t *testing.T) {
	dir := t.TempDir()
	for _, list := range []string{"dwyer.txt", "etessami-holzmann.txt", "somenzi-bloem.txt"} {
		for _, text := range append(formulas(t, list), "true", "false", "p == 1 U q > 2") {
			f, atoms, err := Parse(text)
			require.NoError(t, err)
			for _, g := range []*Formula{f, Not(f)} {
				a, err := Translate(g)
				require.NoError(t, err)
				var b bytes.Buffer
				b.WriteString("byte p, q, r, s, t, u, v, z;\nactive proctype P() { p = 1 }\n")
				require.NoError(t, a.WriteClaim(&b, text, atoms))
				require.NoError(t, os.WriteFile(filepath.Join(dir, "m.pml"), b.Bytes(), 0o644))
				cmd := exec.Command("spin", "-a", "m.pml")
				cmd.Dir = dir
				out, err := cmd.CombinedOutput()
				require.NoError(t, err, "%s\n%s", b.String(), out)
				require.NotContains(t, string(out), "rror", b.String())
			}
		}
	}
}
