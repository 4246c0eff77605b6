package verifier_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/report"
	"gospin/verifier/thorough"
	"gospin/verifier/way"
)

// workers are alike: at most as many as an assertion allows are at work, or one too many.
const workers = `#define N 5
byte in, flag[N];
active [N] proctype worker() {
	do
	:: flag[_pid] == 0 -> flag[_pid] = 1
	:: flag[_pid] == 1 -> in++; flag[_pid] = 2; assert(in <= MOST)
	:: flag[_pid] == 2 -> in--; flag[_pid] = 0
	od
}
ltl few { [] (in <= MOST) }
ltl first { [] (flag[0] == 0) }
ltl back { [] (in == 1 -> <> (in == 0)) }
`

func symmetric(o verifier.Options) verifier.Options {
	o.Symmetry = "auto"
	return o
}

// TestSymmetry: with symmetry, the verdict is that without, of less states, and errors have runs of the model
// that are confirmed and as short as there are.
func TestSymmetry(t *testing.T) {
	for _, c := range []struct {
		most, only string
		verdict    report.Verdict
		symmetry   string
	}{
		{"5", "safety", report.Holds, "worker[0..4] may be exchanged: a state stands for up to 120"},
		{"3", "safety", report.Violated, "worker[0..4] may be exchanged: a state stands for up to 120"},
		{"5", "few", report.Holds, "worker[0..4] may be exchanged: a state stands for up to 120"},
		{"3", "few", report.Violated, "worker[0..4] may be exchanged: a state stands for up to 120"},
		{"5", "first", report.Violated, "worker[1..4] may be exchanged: a state stands for up to 24"},
		{"5", "back", report.Violated, "not looked for: "},
	} {
		for _, por := range []string{way.Unreduced, way.Computed} {
			if !thorough.On && c.only == "back" && por == way.Unreduced {
				continue // the dearest
			}
			t.Run(c.most+c.only+por, func(t *testing.T) {
				text := strings.ReplaceAll(workers, "MOST", c.most)
				o := with(func(o *verifier.Options) {
					o.Only, o.POR, o.Merging = []string{c.only}, por, "own"
				})
				all, less := verify(t, text, o), verify(t, text, symmetric(o))
				require.Equal(t, c.verdict, all.Verdict)
				require.Equal(t, c.verdict, less.Verdict)
				require.Contains(t, less.Symmetry, c.symmetry)
				require.Empty(t, all.Symmetry)
				if strings.HasPrefix(c.symmetry, "worker") && c.verdict == report.Holds {
					require.Less(t, less.States.Stored*4, all.States.Stored)
				}
				for _, p := range less.Properties {
					if p.Verdict == report.Violated {
						require.NotEmpty(t, p.Trail)
					}
				}
			})
		}
	}
}

// TestSymmetryKeepsReach: what one of the processes that are taken for the same reaches, all do.
func TestSymmetryKeepsReach(t *testing.T) {
	text := `byte lock, x;
active proctype A() { do :: atomic { lock == 0 -> lock = 1 }; x++; x--; x++; x--; lock = 0 od }
active proctype B() { do :: atomic { lock == 0 -> lock = 2 }; x++; x--; x++; x--; lock = 0 od }
active proctype C() { do :: atomic { lock == 0 -> lock = 3 }; x++; x--; x++; x--; lock = 0 od }
`
	o := one()
	all, less := verify(t, text, o), verify(t, text, symmetric(o))
	require.Equal(t, "A to C[0..2] may be exchanged: a state stands for up to 6", less.Symmetry)
	require.Len(t, less.Unreached, len(all.Unreached))
	require.Less(t, less.States.Stored, all.States.Stored)
}

// TestSymmetryRefused: the report says why there is none.
func TestSymmetryRefused(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"byte x; active [2] proctype P() { do :: _last == 0 -> x = 1 - x od }", "none: the model uses _last"},
		{"active [2] proctype P() { skip }", "none: P may end: processes end in the order of their births"},
		{"active proctype P() { do :: skip od }", "none: no processes are alike"},
		{"active [2] proctype P() provided (_pid == 0) { do :: skip od }", "none: the model has provided clauses"},
		{"byte x; active [2] proctype P() { do :: x < _pid -> x = 1 od }", "it does something else for another process"},
	} {
		require.Contains(t, verify(t, c.text, symmetric(one())).Symmetry, c.want, c.text)
	}
	r := verify(t, good, symmetric(with(func(o *verifier.Options) { o.POR = "spin" })))
	require.Equal(t, "not looked for: the search is made step by step", r.Symmetry)
	o := symmetric(one())
	o.Symmetry = "always"
	_, err := o.Settle()
	require.ErrorContains(t, err, "unknown -symmetry=always: there are off, auto")
}
