package verifier_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/fair"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/way"
)

// mergeable ends in a deadlock: B fills q, and A has ended.
const mergeable = `byte g; chan q = [2] of { byte };
active proctype A() {
	byte x, y;
	q?x;
	y = x + 1; x = 0;
	assert(y < 4);
	if
	:: y == 3 -> y = 0; y++; skip; assert(y != 1)
	:: else -> skip
	fi;
	g = y
}
active proctype B() {
	byte i;
	do
	:: i < 4 -> i++; q!i
	:: i >= 3 -> break
	od
}
`

// verifyMerged verifies a model merged by some rules. It returns the report, what it says of unreached
// states, and the trail.
func verifyMerged(t *testing.T, text, merging string) (r *report.Report, unreached, trail string) {
	t.Helper()
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(text), 0o600))
	r, err := verifier.Run(context.Background(), verifier.Options{
		Source: source.Source{Model: "m.pml"}, Reduction: verifier.Reduction{POR: "off", Merging: merging},
	})
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, r.WriteText(&b))
	if _, tail, ok := strings.Cut(b.String(), "\nunreached"); ok {
		unreached, _, _ = strings.Cut("unreached"+tail, "\n\n")
	}
	file, err := os.ReadFile("m.pml.trail")
	require.NoError(t, err)
	steps, _, _ := strings.Cut(string(file), "#") // without the note
	return r, unreached, steps
}

// TestMergedModelsTellWhatPanTells: the list of unreached states by SPIN's rules is that of
//
//	spin -a m.pml; gcc -DSAFETY -DNOREDUCE -DNOCOMP -o pan pan.c; ./pan -c0
//
// which takes y = 0 and the last assertion for reached; ours is that of spin -a -o1 -o2 -o3.
func TestMergedModelsTellWhatPanTells(t *testing.T) {
	r, list, _ := verifyMerged(t, mergeable, "spin")
	require.Equal(t, uint64(47), r.States.Stored)
	require.Equal(t, "unreached in proctype A\n\tm.pml:8, state 7, \"y = (y+1)\"\n\tm.pml:8, state 8, \"(1)\"\n"+
		"\t(2 of 15 states)\nunreached in proctype B\n\t(0 of 9 states)", list)
	require.Equal(t, "SPIN's rules: merging, dataflow, unread globals", r.Reductions)

	r, list, _ = verifyMerged(t, mergeable, "own")
	require.Less(t, r.States.Stored, uint64(47))
	require.Equal(t, "unreached in proctype A\n\tm.pml:8, state 6, \"y = 0\"\n\tm.pml:8, state 7, \"y = (y+1)\"\n"+
		"\tm.pml:8, state 9, \"assert((y!=1))\"\n\t(3 of 15 states)\nunreached in proctype B\n\t(0 of 9 states)", list)
	require.Equal(t, "own rules: merging, dataflow, unread globals", r.Reductions)
}

// TestMergedCounterexamplesAreUnfolded: the trail is that of a run of the model with nothing merged. SPIN's
// simulator follows it: spin -t -p m.pml.
func TestMergedCounterexamplesAreUnfolded(t *testing.T) {
	_, _, raw := verifyMerged(t, mergeable, "off")
	_, _, spin := verifyMerged(t, mergeable, "spin")
	require.Equal(t, raw, spin)
	require.Equal(t, 18, strings.Count(spin, "\n"))
	_, _, own := verifyMerged(t, mergeable, "own")
	require.Equal(t, 18, strings.Count(own, "\n"), "in another order")
}

// TestMergedFaultsAreFoundWithin: an assertion that fails in the middle of what is merged ends the trail.
func TestMergedFaultsAreFoundWithin(t *testing.T) {
	text := strings.Replace(mergeable, "y < 4", "y < 2", 1)
	_, _, raw := verifyMerged(t, text, "off")
	for _, merging := range []string{"spin", "own"} {
		r, _, trail := verifyMerged(t, text, merging)
		require.Equal(t, "assertion violated (y<2)", r.Properties[0].Message)
		require.Equal(t, raw[strings.LastIndexByte(strings.TrimSpace(raw), ':'):],
			trail[strings.LastIndexByte(strings.TrimSpace(trail), ':'):])
	}
}

func TestUnknownMergingIsRefused(t *testing.T) {
	_, err := verifier.Run(context.Background(), verifier.Options{
		Source: source.Source{Model: "m.pml"}, Reduction: verifier.Reduction{Merging: "some"},
	})
	require.ErrorContains(t, err, `unknown merging "some"`)
}

// TestCyclesCloseInTheSecondRound: where the cycle begins, y is dead, but at first it is 5, and 2 later on.
func TestCyclesCloseInTheSecondRound(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(`byte g;
active proctype P() {
	byte y = 5;
	do
	:: atomic { y = 2; g = y - 2 }
	od
}
`), 0o600))
	for _, merging := range []string{"off", "own"} {
		r, err := verifier.Run(context.Background(), verifier.Options{
			Source:    source.Source{Model: "m.pml", Formulas: []string{"<> (g == 7)"}},
			Question:  verifier.Question{Only: []string{"<> (g == 7)"}},
			Reduction: verifier.Reduction{POR: "off", Merging: merging},
		})
		require.NoError(t, err)
		require.Equal(t, report.Violated, r.Verdict)
		trail, err := os.ReadFile("m.pml.trail")
		require.NoError(t, err)
		before, cycle, _ := strings.Cut(string(trail), "-1:-1:-1\n")
		require.Contains(t, before, ":1:1\n", "%s: the first round is none of the cycle\n%s", merging, trail)
		require.Contains(t, cycle, ":1:1\n")
	}
}

// TestCountersThatNothingReads are left out beside formulas, too: a cycle closes although a counter goes on.
// pan stores 16 states beside q (spin -a m.pml; gcc -o pan pan.c; ./pan -a -N q).
func TestCountersThatNothingReads(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(`int t; short u[2]; byte x;
active proctype P() { do :: x < 3 -> t++; u[x % 2]--; x++ :: x > 0 -> x-- od }
ltl p { <> [] (x == 1) }
ltl q { [] (x < 4) }
`), 0o600))
	for i, order := range []string{"", way.DepthFirst, way.DepthFirst} {
		merging := []string{"own", "own", "spin"}[i]
		for _, demand := range []fair.Demand{"", "weak", "strong"} {
			if order != "" && demand == "strong" {
				continue // refused
			}
			r, err := verifier.Run(context.Background(), verifier.Options{
				Source:    source.Source{Model: "m.pml"},
				Question:  verifier.Question{Only: []string{"p", "q"}, Fair: demand},
				Reduction: verifier.Reduction{Merging: merging},
				Limits:    verifier.Limits{Errors: 1},
				Order:     order,
			})
			require.NoError(t, err)
			require.Equal(t, report.Violated, r.Properties[0].Verdict)
			require.Equal(t, report.Holds, r.Properties[1].Verdict)
			require.Len(t, r.Searches, 1)
			require.EqualValues(t, 16, r.Searches[0].States.Stored, "%s %s", order, demand)
			trail, err := os.ReadFile("m.pml.trail")
			require.NoError(t, err)
			require.Contains(t, string(trail), "-1:-1:-1\n")
		}
	}
}

// TestAJumpMayBeAStepOnlyWhenMerged: behind x == 0, SPIN takes the break for a step of its own, which it is
// not with nothing merged. The figures are those of
//
//	spin -a m.pml; gcc -DSAFETY -DNOREDUCE -DNOCOMP -o pan pan.c; ./pan -c0
func TestAJumpMayBeAStepOnlyWhenMerged(t *testing.T) {
	r, _, trail := verifyMerged(t, `byte g;
active proctype A() { g == 1 }
active proctype B() { byte x; if :: else fi; do :: x <= 1 -> atomic { x == 0; break; g-- } od }
`, "spin")
	require.Equal(t, uint64(6), r.States.Stored)
	require.Equal(t, report.Violated, r.Verdict)
	require.Equal(t, 1, r.Errors)
	require.Equal(t, "1:1:2\n2:1:5\n3:1:6\n4:1:7\n5:1:13\n", trail, "spin -t follows it")
}

// TestWhatCallsOfInlinesNameIsRead: to SPIN, which reads the arguments of a call as expressions. Else g, h
// and a would be dropped, as n is. The figures are those of
//
//	spin -a m.pml; gcc -DSAFETY -DNOREDUCE -DNOCOMP -o pan pan.c; ./pan -c0
func TestWhatCallsOfInlinesNameIsRead(t *testing.T) {
	const text = `byte g, h, k, a[2], n;
chan q = [1] of { byte };
inline set(v, e) { v = 1 }
inline twice(v) { set(v, k); v = 2 }
active proctype A() { twice(g); a[0] = 1; twice(a[1]) }
active proctype B() { byte l; k = 1; g = 5; set(l, h); h = 2; n = 4; q?1 }
`
	r, _, _ := verifyMerged(t, text, "spin")
	require.Equal(t, [2]uint64{56, 36}, [2]uint64{r.States.Stored, r.States.Matched})
}

// TestEndsAreTold: a run into a deadlock has the ends of processes that the search leaves where they end.
func TestEndsAreTold(t *testing.T) {
	r, _, trail := verifyMerged(t, `byte g;
proctype P() { g++ }
init { atomic { run P(); run P() }; g == 3 }
`, "own")
	require.Equal(t, uint64(5), r.States.Stored)
	require.Contains(t, trail, "6:1:")
	require.NotContains(t, trail, "7:")
}
