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
		{"5", "back", report.Violated, ""}, // a brief search finds it
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
	require.Equal(t, "not used: the search is made step by step", r.Symmetry)
	o := symmetric(one())
	o.Symmetry = "always"
	_, err := o.Settle()
	require.ErrorContains(t, err, "unknown -symmetry=always: there are off, auto, check")
}

// byDefault is symmetry as the command line has it.
func byDefault(o verifier.Options) verifier.Options {
	o.Symmetry, o.Unasked = "auto", true
	return o
}

// mostlySame has two processes that are alike, but mostly in the same state: a state stands for few others.
const mostlySame = `int x; byte l[2];
active proctype C() { do :: d_step { x = (x + 1) % 60000 } od }
active [2] proctype P() { do :: d_step { x == 1 -> l[_pid - 1] = 1 - l[_pid - 1] } od }
`

// TestSymmetryByDefault: it is looked for where there are many states, and given up where it is not worth its
// time. Reports mention it if it was used.
func TestSymmetryByDefault(t *testing.T) {
	of := func(n, most string) string {
		return strings.ReplaceAll(strings.Replace(workers, "N 5", "N "+n, 1), "MOST", most)
	}
	o := with(func(o *verifier.Options) { o.Only, o.Merging = []string{"safety"}, "own" })
	small := verify(t, of("2", "2"), byDefault(o))
	require.Empty(t, small.Symmetry)
	require.Equal(t, verify(t, of("2", "2"), o).States, small.States)

	all, large := verify(t, of("5", "5"), o), verify(t, of("5", "5"), byDefault(o))
	require.Equal(t, "worker[0..4] may be exchanged: a state stands for up to 120", large.Symmetry)
	require.Less(t, large.States.Stored*10, all.States.Stored)
	require.Equal(t, report.Holds, large.Verdict)

	gaveUp := verify(t, mostlySame, byDefault(o))
	require.Contains(t, gaveUp.Symmetry, "P[1..2] may be exchanged: a state stands for up to 2; "+
		"not used after 50000 states, of which one stands for 1.3")
	require.Equal(t, report.Holds, gaveUp.Verdict)

	tried := o
	tried.Symmetry = "check"
	require.Contains(t, verify(t, of("3", "3"), tried).Symmetry, "; tried on ")
}

// TestSymmetryCountsErrors: all errors are those of all states.
func TestSymmetryCountsErrors(t *testing.T) {
	text := strings.ReplaceAll(workers, "MOST", "3")
	o := with(func(o *verifier.Options) {
		o.Only, o.Errors, o.Shorten, o.Workers, o.Merging = []string{"safety"}, 0, 1, 1, "own"
	})
	all, less := verify(t, text, o), verify(t, text, byDefault(o))
	require.Greater(t, all.Errors, 1)
	require.Equal(t, all.Errors, less.Errors)
	require.Equal(t, all.States, less.States)
	less = verify(t, text, symmetric(o))
	require.Equal(t, all.Errors, less.Errors)
	require.Equal(t, "not used: all errors are wanted, also those that are alike", less.Symmetry)
}

// TestSymmetryKeepsCycles: where a brief search does not decide, accepting cycles are looked for in states
// that stand for others, and shown as runs of the model.
func TestSymmetryKeepsCycles(t *testing.T) {
	text := strings.Replace(workers, "N 5", "N 6", 1) + `
ltl ever { [] <> (in < 7) }
ltl deep { ! [] <> (in == 6) }
`
	text = strings.ReplaceAll(text, "MOST", "6")
	for only, verdict := range map[string]report.Verdict{"ever": report.Holds, "deep": report.Violated} {
		o := with(func(o *verifier.Options) { o.Only, o.Merging = []string{only}, "own" })
		r := verify(t, text, symmetric(o))
		require.Equal(t, verdict, r.Verdict, only)
		require.Contains(t, r.Symmetry, "worker[0..5] may be exchanged", only)
		require.Less(t, r.States.Stored, uint64(20_000), only)
		if verdict == report.Violated {
			require.NotEmpty(t, r.Properties[0].Trail)
		}
	}
}
