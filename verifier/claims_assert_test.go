package verifier_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/report"
)

// counts climbs and falls for ever.
const counts = "byte x;\nactive proctype P() { do :: x < 3 -> x++ :: x > 0 -> x-- od }\n"

// ofClaim asks for the claim p and all of its errors, with nothing left out.
func ofClaim(o *verifier.Options) {
	o.Question, o.Errors, o.Order = verifier.Question{Only: []string{"p"}}, 0, "dfs"
	o.NoMerge, o.NoDataflow, o.NoDropUnread = true, true, true
}

// TestAssertionsOfClaims: errors, states and depth are those of
//
//	spin -a -o1 -o2 -o3 MODEL; gcc -DSAFETY -DNOREDUCE -o pan pan.c; ./pan -c0
//
// and, where the claim has accept labels, those of ./pan -c0 -a without -DSAFETY.
func TestAssertionsOfClaims(t *testing.T) {
	for _, c := range []struct {
		text, message, place           string
		errors, stored, matched, depth int
	}{
		{"byte x;\nactive proctype P() { x = 1; x = 2; x = 3 }\nnever p { do :: assert(x != 2) od }",
			"assertion violated (x!=2)", "3:17", 1, 5, 1, 9},
		{"byte x, y;\nactive proctype P() { x = 1; y = 1; x = 2; y = 2 }\n" +
			"never p { do :: d_step { assert(x != 2);\n assert(y != 1); skip } od }",
			"assertion violated (y!=1)", "4:2", 6, 6, 1, 11},
		{"byte x, y;\nactive proctype P() { do :: x = 1; y = 1; x = 2; y = 2; x = 0; y = 0 od }\n" +
			"never p { do :: atomic { assert(x != 2); assert(y != 1) } od }",
			"assertion violated (y!=1)", "3:42", 4, 6, 1, 17},
		{counts + "never p { byte k; do :: k < 3 && x == 3 -> k++ :: assert(k < 2) od }",
			"assertion violated (k<2)", "3:51", 20, 46, 18, 43},
	} {
		for _, mode := range []string{"mask", "collapse", ""} {
			r := verify(t, c.text, with(func(o *verifier.Options) {
				if ofClaim(o); mode == "" {
					o.Order = ""
				}
				o.Compress = mode
			}))
			require.Equal(t, report.Violated, r.Verdict, c.text)
			require.Equal(t, c.errors, r.Errors, c.text)
			require.Equal(t, []int{c.stored, c.matched, c.depth},
				[]int{int(r.States.Stored), int(r.States.Matched), r.States.Depth}, c.text)
			p := property(t, r, "p")
			require.Equal(t, "never", p.Kind)
			require.Equal(t, c.message, p.Message)
			require.Equal(t, r.Model+":"+c.place, p.Place.String())
			require.Len(t, r.Properties, 1)
		}
	}
}

// TestWhoseAssertions: those of a claim are the claim's property, whatever else is asked for, and those of
// processes are not looked for beside it. With -A none is.
func TestWhoseAssertions(t *testing.T) {
	const both = counts + "active proctype Q() { assert(x < 2) }\nnever p { do :: assert(x != 3) od }"
	for _, c := range []struct {
		q    verifier.Question
		want map[string]report.Verdict
	}{
		{verifier.Question{}, map[string]report.Verdict{
			"assertions": report.Violated, "invalid end states": report.Inconclusive, "p": report.Violated}},
		{verifier.Question{Only: []string{"p"}}, map[string]report.Verdict{"p": report.Violated}},
		{verifier.Question{Only: []string{"claims"}}, map[string]report.Verdict{"p": report.Violated}},
		{verifier.Question{Only: []string{"p", "assertions"}}, map[string]report.Verdict{
			"assertions": report.Violated, "p": report.Violated}},
		{verifier.Question{Only: []string{"assertions"}}, map[string]report.Verdict{"assertions": report.Violated}},
		{verifier.Question{Only: []string{"p", "assertions"}, NoAssert: true}, map[string]report.Verdict{
			"p": report.Holds}},
		{verifier.Question{NoClaim: true}, map[string]report.Verdict{
			"assertions": report.Violated, "invalid end states": report.Inconclusive}},
	} {
		for _, order := range []string{"", "dfs", "bfs"} {
			o := asked(c.q)
			o.Errors, o.Order = 1, order
			r, got := verify(t, both, o), map[string]report.Verdict{}
			for _, p := range r.Properties {
				got[p.Name] = p.Verdict
			}
			require.Equal(t, c.want, got, "%+v, order %s", c.q, order)
		}
	}
	r := verify(t, both, verifier.Options{Limits: verifier.Limits{Errors: 1}})
	require.Equal(t, "assertion violated (x<2)", property(t, r, "assertions").Message)
	require.Equal(t, "assertion violated (x!=3)", property(t, r, "p").Message)
	require.Equal(t, r.Model+".p.trail", property(t, r, "p").Trail)
	var b strings.Builder
	require.NoError(t, r.WriteText(&b))
	require.Contains(t, b.String(), "assertion violations\t+ (the claim's own)\n")
}

// TestTrailOfAClaimsAssertion: it is the one that ./pan, made as above, writes, the step that fails included.
func TestTrailOfAClaimsAssertion(t *testing.T) {
	r := verify(t, "byte x;\nactive proctype P() { x = 1; x = 2; x = 3 }\nnever p { do :: assert(x != 2) od }",
		with(ofClaim))
	steps, err := os.ReadFile(property(t, r, "p").Trail)
	require.NoError(t, err)
	text, _, _ := strings.Cut(string(steps), "#")
	require.Equal(t, "-2:1:-2\n1:0:4\n2:1:0\n3:0:4\n4:1:1\n5:0:4\n", text)
}

// TestWhatClaimsAssertIsKept: what only an assertion of a claim reads is left out by no reduction, nor is the
// order in which it changes.
func TestWhatClaimsAssertIsKept(t *testing.T) {
	for _, text := range []string{
		"byte g; active proctype P() { g = 1; g = 2 } never p { do :: assert(g != 1) od }",
		"active proctype P() { byte a; a = 1; a = 2; skip } never p { do :: assert(P[0]:a != 1) od }",
		"active proctype P() { skip; L: skip; skip } never p { do :: assert(!P[0]@L) od }",
		"byte g, h; active proctype P() { g = 1; g = 0 } active proctype Q() { h = 1; h = 0 } " +
			"never p { do :: assert(g + h < 2) od }",
		"chan c = [2] of { byte }; active proctype P() { c!1; c!2; c?_; c?_ } never p { do :: assert(len(c) < 2) od }",
		"byte g; active proctype P() { atomic { g = 1; g = 2 }; g = 3 } never p { do :: assert(g != 2) od }",
		"byte m[3]; active proctype P() { byte i; i = 2; m[i] = 1; m[i] = 0 } never p { do :: d_step { assert(m[2] == 0); " +
			"skip } od }",
	} {
		for _, por := range ask.Rules {
			for _, merging := range ask.Mergings {
				r := verify(t, text, with(func(o *verifier.Options) {
					o.Only, o.POR, o.Merging = []string{"p"}, por, merging
				}))
				require.Equal(t, report.Violated, r.Verdict, "%s, -por=%s, merging %s", text, por, merging)
			}
		}
	}
}

// TestAssertionsOfClaimsAnyhow: they are found by every store, workers, approximate searches, and with
// fairness.
func TestAssertionsOfClaimsAnyhow(t *testing.T) {
	const text = counts + "never p { do :: assert(x != 3) od }"
	for _, change := range []func(o *verifier.Options){
		func(o *verifier.Options) { o.Workers = 2 },
		func(o *verifier.Options) { o.Bitstate, o.Errors = true, 1 },
		func(o *verifier.Options) { o.Hash = 64 },
		func(o *verifier.Options) { o.Fair, o.Compress = "weak", "mask" },
		func(o *verifier.Options) { o.Shortest = true },
		func(o *verifier.Options) { o.Acceptance = true },
		func(o *verifier.Options) { o.AllTrail, o.Errors = true, 0 },
		func(o *verifier.Options) { o.Runs, o.Bitstate = 2, true },
	} {
		o := with(change)
		o.Only = []string{"p"}
		p := property(t, verify(t, text, o), "p")
		require.Equal(t, report.Violated, p.Verdict)
		require.Equal(t, "assertion violated (x!=3)", p.Message)
	}
	for _, mode := range anywhere() {
		r := verify(t, text, with(func(o *verifier.Options) { o.Only, o.Compress = []string{"p"}, mode }))
		require.Equal(t, report.Violated, property(t, r, "p").Verdict, mode)
	}
}

// TestClaimsThatGoRoundAlone: where the system is blocked and the claim goes on in an atomic sequence, the
// search comes to an end. Pan stores nothing there, and goes round until its depth limit.
func TestClaimsThatGoRoundAlone(t *testing.T) {
	const text = "byte x, y; active proctype P() { x = 1; y = 1; x = 2 } "
	for claim, want := range map[string]report.Verdict{
		"never p { do :: atomic { assert(x < 3); assert(y < 2) } od }":                  report.Holds,
		"never p { do :: atomic { x < 3; y < 2; x < 4 } od }":                           report.Holds,
		"never p { do :: atomic { assert(x < 2); assert(y < 2) } od }":                  report.Violated,
		"never p { accept: do :: atomic { x < 3; y < 2 } od }":                          report.Violated,
		"never p { do :: x < 2 :: x == 2 -> break od; atomic { x > 1; y > 0 }; false }": report.Holds,
	} {
		for _, mode := range []string{"mask", "collapse", "tree"} {
			r := verify(t, text+claim, with(func(o *verifier.Options) {
				o.Only, o.Compress, o.States, o.Depth = []string{"p"}, mode, 1000, 10_000
			}))
			require.Equal(t, want, r.Verdict, "%s %s %s", claim, mode, r.Reason)
		}
	}
}

// TestUnreachedInClaims: the states of a never claim that no run comes to are listed as by
//
//	spin -a -o1 -o2 -o3 MODEL; gcc -DNOREDUCE -o pan pan.c; ./pan -c0
//
// and an assertion that is never reached is remarked.
func TestUnreachedInClaims(t *testing.T) {
	const text = counts + "never p { do :: assert(x < 4) :: x > 7 ->\n assert(x < 9) od }"
	for _, order := range []string{"", "dfs", "bfs"} {
		r := verify(t, text, with(func(o *verifier.Options) { o.Only, o.Order = []string{"p"}, order }))
		require.Equal(t, report.Holds, r.Verdict)
		var b strings.Builder
		require.NoError(t, r.WriteText(&b))
		require.Contains(t, b.String(), "unreached in claim p\n"+
			"\t"+r.Model+":4, state 3, \"assert((x<9))\"\n\t"+r.Model+":4, state 7, \"-end-\"\n\t(2 of 7 states)\n")
		require.Contains(t, b.String(), "remark: never reached: "+r.Model+":4 assert(x < 9)\n")
		require.Len(t, r.Unreached, 2)
	}
}
