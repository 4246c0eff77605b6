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

// claimSize counts the states and transitions of a never claim. A group of labels is a state, a guard is a
// transition, and so is the skip of accept_all.
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

// long is set for tests that may take minutes.
var long = os.Getenv("GOSPIN_LONG") != ""

// spinPatience limits SPIN's time for a formula. A few take longer than any test can wait.
func spinPatience() time.Duration {
	if long || *updateSizes {
		return 20 * time.Second
	}
	return time.Second
}

// refused and late replace figures in the table: for formulas with X, which SPIN rejects, and for those that
// exceed the time limit.
const (
	refused = "  -   -"
	late    = "  *   *"
)

// spinSize returns the size of spin -f's automaton, or the reason why there is none.
func spinSize(t *testing.T, formula string) (states, transitions int, why string) {
	t.Helper()
	if strings.Contains(formula, "X ") {
		return 0, 0, refused
	}
	ctx, cancel := context.WithTimeout(t.Context(), spinPatience())
	defer cancel()
	out, err := exec.CommandContext(ctx, "spin", "-f", formula).Output()
	if ctx.Err() != nil {
		return 0, 0, late
	}
	require.NoError(t, err, formula)
	require.Contains(t, string(out), "never", formula)
	states, transitions = claimSize(string(out))
	require.Positive(t, states, string(out))
	return states, transitions, ""
}

// withoutWeak rewrites a formula for spin -f, which does not support W: x W y is y V (x || y).
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
	s, n := claimSize(
		"never  {    /* p */\naccept_init:\nT0_init:\n\tdo\n\t:: (p) -> goto accept_all\n\tod;\naccept_all:\n\tskip\n}\n",
	)
	require.Equal(t, [2]int{2, 2}, [2]int{s, n})
}

// TestSizesBesideSpin compares the automata of the lists in testdata, and of the negations, with SPIN's. For
// formulas that SPIN has no time for, the recorded figure is kept.
//
//	go test -tags conformance -run Sizes ./ltl -sizes
func TestSizesBesideSpin(t *testing.T) {
	path := filepath.Join("testdata", "sizes.txt")
	recorded, err := os.ReadFile(path)
	require.NoError(t, err)
	known := map[string]string{}
	for line := range strings.Lines(string(recorded)) {
		if line[0] != '#' {
			known[line[:22]] = line[22 : 22+len(late)+1]
		}
	}
	table := &sizes{}
	for _, list := range []string{"dwyer.txt", "etessami-holzmann.txt", "somenzi-bloem.txt"} {
		for i, text := range formulas(t, list) {
			f, atoms, err := Parse(text)
			require.NoError(t, err, text)
			for _, neg := range []bool{false, true} {
				g, sign := f, " "
				if neg {
					g, sign = Not(f), "!"
				}
				a, err := Translate(t.Context(), g)
				require.NoError(t, err, text)
				name := fmt.Sprintf("%-18s %2d%s", strings.TrimSuffix(list, ".txt"), i+1, sign)
				before := strings.TrimPrefix(known[name], " ")
				spin := before
				if *updateSizes || long || before != late {
					states, transitions, why := spinSize(t, g.withoutWeak().Text(atoms))
					switch {
					case why == "":
						spin = fmt.Sprintf("%3d %3d", states, transitions)
					case why == refused || *updateSizes:
						spin = why
					}
				}
				table.add(name, spin, a)
				if !*updateSizes && before != late {
					require.Equal(t, before, spin, text)
				}
			}
		}
	}
	require.Zero(t, table.worse, table.text())
	if *updateSizes {
		require.NoError(t, os.WriteFile(path, []byte(table.text()), 0o644))
	} else if !long {
		require.Equal(t, string(recorded), table.text())
	}
}

// sizes formats the table of sizes.
type sizes struct {
	rows                               strings.Builder
	better, same, worse, refused, late int
}

func (s *sizes) add(name, spin string, a *Automaton) {
	states, transitions := a.Size()
	verdict := ""
	var theirs [2]int
	switch n, _ := fmt.Sscan(spin, &theirs[0], &theirs[1]); {
	case spin == refused:
		s.refused++
	case spin == late:
		s.late++
	case n < 2:
		panic("no sizes: " + spin)
	case states > theirs[0] || transitions > theirs[1]:
		verdict = "  larger"
		s.worse++
	case states == theirs[0] && transitions == theirs[1]:
		s.same++
	default:
		s.better++
	}
	fmt.Fprintf(&s.rows, "%s %s  %3d %3d%s\n", name, spin, states, transitions, verdict)
}

func (s *sizes) text() string {
	return "# States and transitions of the automata for each formula and its negation, SPIN's (spin -f, 6.5.2) first.\n" +
		"# accept_all's skip counts as a transition. SPIN refuses X: - stands there; * if it had no answer within 20 seconds.\n" +
		"# go test -tags conformance -run Sizes ./ltl -sizes\n" + s.rows.String() +
		fmt.Sprintf("# smaller %d, equal %d, larger %d, refused by SPIN %d, without an answer of SPIN's %d\n",
			s.better, s.same, s.worse, s.refused, s.late)
}

// TestSpinReadsClaims compiles models with gospin's claims in SPIN, including X.
func TestSpinReadsClaims(t *testing.T) {
	dir := t.TempDir()
	for _, list := range []string{"dwyer.txt", "etessami-holzmann.txt", "somenzi-bloem.txt"} {
		for _, text := range append(formulas(t, list), "true", "false", "p == 1 U q > 2") {
			f, atoms, err := Parse(text)
			require.NoError(t, err)
			for _, g := range []*Formula{f, Not(f)} {
				a, err := Translate(t.Context(), g)
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
