package verifier_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/report"
)

const suspicious = `byte x; bool done;
inline never5() { assert(x != 5) }
proctype Never() { assert(x == 0) }
active proctype A() {
	do :: x < 3 -> x++ :: x == 3 -> x = 0; never5() :: x > 7 -> never5(); assert(x == 9) od
}
ltl a { [] (x == 5 -> <> (x == 0)) }
ltl b { [] (x == 2 -> <> (x == 3)) }
ltl c { x == 1 -> [] (x < 9) }
ltl d { ([] (x > 3 -> done)) && ([] (x == 1 -> X (x < 4))) }
ltl e { [] (<> (x == 7) -> x > 9) }
ltl f { [] (x == 5 -> x == 6) && [] (x < 3) }
ltl g { (<> (x == 0)) && [] <> (x == 0) }
never n { do :: x == 1 -> x != 3 :: else od; accept: do :: x == 3 od }
`

// TestRemarks: what holds for want of something to violate it is remarked, with the same verdict and exit
// code.
func TestRemarks(t *testing.T) {
	want := []string{
		"no process ever runs of proctype Never",
		"never reached: m.pml:5 assert(x == 9)",
		"n forbids nothing: no accept state and no end of it can be reached",
		"a holds trivially: x == 5 is never true",
		"c holds trivially: x == 1 is not true at the start",
		"d holds trivially: x > 3 is never true",
		"g holds trivially: x == 0 is true in the initial state",
	}
	for _, o := range []verifier.Options{
		{}, {Order: "dfs"}, {Storage: verifier.Storage{Compress: "mask"}}, {Question: verifier.Question{Fair: "weak"}},
		{AllTrail: true, Shorten: time.Minute},
	} {
		r := verify(t, suspicious, o)
		var got []string
		for _, text := range r.Remarks {
			got = append(got, strings.ReplaceAll(text, r.Model, "m.pml"))
		}
		require.Equal(t, want, got)
		require.Equal(t, report.Violated, property(t, r, "f").Verdict)
		var b strings.Builder
		require.NoError(t, r.WriteText(&b))
		require.Equal(t, len(want), strings.Count(b.String(), "\nremark: "))
	}
	for name, text := range map[string]string{
		"good": good, "cut short": "int x; active proctype P() { do :: x++ :: x > 300 -> assert(false) od }",
		"claim that counts": "byte x; active proctype P() { x = 1 } never n { do :: x == 2 -> break :: else od }",
		"labels count":      "byte x; active proctype P() { accept: do :: x = 1 - x od } never n { do :: x == 9 od }",
		"an error":          "byte x; active proctype P() { x = 1; assert(x == 2); if :: x == 3 -> assert(false) :: else fi }",
	} {
		o := verifier.Options{Limits: verifier.Limits{Errors: 1, States: 1 << 40}}
		if name == "cut short" {
			o.States = 20
		}
		require.Empty(t, verify(t, text, o).Remarks, name)
	}
}
