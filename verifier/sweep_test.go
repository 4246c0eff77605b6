package verifier_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/diag"
	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/thorough"
	"gospin/verifier/tune"
)

// swept verifies a model by a sweep-line.
func swept(t *testing.T, model, measure string, defines ...string) *report.Report {
	t.Helper()
	o := verifier.Options{Source: source.Source{Model: model, Defines: defines}}
	o.Sweep = measure
	r, err := verifier.Run(context.Background(), o)
	require.NoError(t, err)
	require.Equal(t, report.Holds, r.Verdict, r.Reason)
	return r
}

// Models whose states the papers count.
const (
	databases   = "../examples/papers/dbm.pml"
	stopAndWait = "../examples/papers/stopwait.pml"
)

// dbm is the measure of database replication: whether it is switched on, who updates, and what each manager
// has, one by one, as a sum, or not at all.
func dbm(managers int, has string) string {
	var each []string
	for i := range managers {
		each = append(each, fmt.Sprintf("(changes < N -> mail[changes*N+%d] : 0)", i))
	}
	measure := "going, (changes < N -> changes + 1 : 0)"
	switch has {
	case "each":
		return measure + "," + strings.Join(each, ",")
	case "sum":
		return measure + "," + strings.Join(each, "+")
	}
	return measure
}

// The paper's table 1: all states but the first are nodes twice. The peaks of coarser measures are those of
// figure 3 of the paper, followed naively.
func TestSweepLineOverDatabases(t *testing.T) {
	for i, want := range []struct{ states, nodes, each, sum, who uint64 }{
		{110, 219, 14, 17, 31}, {407, 813, 33, 40, 86}, {1460, 2919, 88, 102, 249},
		{5105, 10209, 251, 274, 736},
		{17498, 34995, 738, 0, 0}, {59051, 118101, 2197, 0, 0},
	} {
		n := 4 + i
		for has, peak := range map[string]uint64{"each": want.each, "sum": want.sum, "who": want.who} {
			if peak == 0 {
				continue
			}
			r := swept(t, databases, dbm(n, has), "START", fmt.Sprintf("N=%d", n))
			s := r.Sweep
			require.Equal(t, []uint64{want.nodes, peak, 1, uint64(2 * n)},
				[]uint64{s.Nodes, s.Peak, s.Persistent, s.Regress}, "%d %s", n, has)
			require.Equal(t, 2, s.Sweeps)
			if has == "each" {
				require.Equal(t, want.states, s.Values, "each state has a value of its own")
			}
		}
	}
}

// The number of packets received only grows: states are counted as in any search, 271 for each packet.
func TestSweepLineOverStopAndWait(t *testing.T) {
	for _, n := range []uint64{3, 20, 100, 300} {
		define := []string{fmt.Sprintf("N=%d", n)}
		r := swept(t, stopAndWait, "received", define...)
		require.Equal(t, 271*n-168, r.States.Stored)
		require.Equal(t, &report.Sweep{Sweeps: 1, Nodes: r.States.Stored, Peak: 295, Values: n + 1},
			r.Sweep)
		if n == 20 {
			o := verifier.Options{Source: source.Source{Model: stopAndWait, Defines: define}}
			o.Compress, o.Order = "mask", "dfs"
			plain, err := verifier.Run(context.Background(), o)
			require.NoError(t, err)
			require.Equal(t, []uint64{plain.States.Stored, plain.States.Matched, plain.States.AtomicSteps},
				[]uint64{r.States.Stored, r.States.Matched, r.States.AtomicSteps})
		}
	}
	r := swept(t, write(t, "byte x; active proctype P() { do :: x++ od }"), "x")
	require.Positive(t, r.Sweep.Regress, "a byte wraps around")
}

// Where nothing is ever forgotten, and where no edge goes back, all counts are pan's, as the headers of the
// examples have them.
func TestSweepLineCountsAsPan(t *testing.T) {
	for model, measures := range map[string][]string{
		"leader": {"7"}, "phils": {"7", "auto"}, "buffer": {"7", "auto"}, "peterson": {"7"},
		"snoopy": {"auto"},
	} {
		path := "../examples/" + model + ".pml"
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		at := strings.Index(string(text), "pan: stored=")
		require.Positive(t, at)
		var want report.States
		_, err = fmt.Sscanf(string(text[at:]), "pan: stored=%d matched=%d transitions=%d atomic=%d",
			&want.Stored, &want.Matched, &want.Transitions, &want.AtomicSteps)
		require.NoError(t, err)
		for _, measure := range measures {
			if !thorough.On && want.Stored > 20000 {
				continue
			}
			o := verifier.Options{Source: source.Source{Model: path}}
			o.Sweep, o.Only = measure, []string{ask.OnlySafety}
			r, err := verifier.Run(context.Background(), o)
			require.NoError(t, err)
			r.States.Depth = 0
			require.Equal(t, want, r.States, "%s %s", model, measure)
		}
	}
}

func TestSweepLineReports(t *testing.T) {
	text := func(r *report.Report) string {
		var b bytes.Buffer
		require.NoError(t, r.WriteText(&b))
		return b.String()
	}
	r := swept(t, databases, dbm(4, "each"), "START", "N=4")
	require.Contains(t, text(r), "\nsweep: 2 sweeps, 219 nodes, peak 14, 1 persistent, 8 regress edges, "+
		"110 progress values\n")
	require.Contains(t, text(r), "      219 nodes, stored (states that were forgotten may have several)\n")
	require.Contains(t, text(r), "reductions: none (a sweep-line asks for a proviso of its own)\n")
	var b bytes.Buffer
	require.NoError(t, json.NewEncoder(&b).Encode(r))
	var told struct {
		Order string
		Sweep map[string]int
	}
	require.NoError(t, json.Unmarshal(b.Bytes(), &told))
	require.Equal(t, "sweep-line", told.Order)
	require.Equal(t, map[string]int{"sweeps": 2, "nodes": 219, "peak": 14, "persistent": 1, "regress_edges": 8,
		"progress_values": 110}, told.Sweep)

	r = swept(t, stopAndWait, "auto")
	require.Equal(t, "sender[0]:sends", r.Options["sweep"], "it only grows, as received does")
	require.Contains(t, text(r), "     5252 states, stored\n")
}

const descending = `byte x = 4, y;
active proctype P() { do :: x > 0 -> x-- :: else -> break od; atomic { y = 2; assert(y == 3) } }
active proctype Q() { do :: y < 2 -> y++ :: y > 0 -> y-- :: y == 2 -> break od; false }
`

// Trails lead over states that have been forgotten, and over edges that go back.
func TestSweepLineTellsOfErrors(t *testing.T) {
	for _, measure := range []string{"x", "y", "x,y", "-x", "x*y % 3", "7"} {
		o := verifier.Options{AllTrail: true}
		o.Sweep = measure
		r := verify(t, descending, o)
		require.Equal(t, report.Violated, r.Verdict)
		require.Greater(t, r.Errors, 1, measure)
		kinds := map[string]bool{}
		for _, p := range r.Properties {
			kinds[p.Kind] = true
			require.FileExists(t, p.Trail)
		}
		require.Len(t, kinds, 2, measure)
		if measure == "7" {
			require.Contains(t, r.Warnings[0], "-sweep:1:1: warning: the expression is the same in all states")
		}
	}
	one := verifier.Options{Limits: verifier.Limits{Errors: 1}}
	one.Sweep = "x"
	r := verify(t, descending, one)
	require.Equal(t, 1, r.Errors)
	require.Len(t, r.Properties, 2)
}

func TestSweepLineRefuses(t *testing.T) {
	base := func(change func(*verifier.Options)) verifier.Options {
		o := verifier.Options{}
		o.Sweep = "x"
		change(&o)
		return o
	}
	compress := func(mode string) verifier.Options {
		return base(func(o *verifier.Options) { o.Compress = mode })
	}
	for want, o := range map[string]verifier.Options{
		"-sweep and -bitstate exclude each other": base(func(o *verifier.Options) { o.Bitstate = true }),
		"-sweep and -hc exclude each other":       base(func(o *verifier.Options) { o.Hash = 64 }),
		"-sweep and -compress=ma exclude each other: nothing can be taken out of a minimised automaton while it " +
			"is searched; the sweep-line keeps masked vectors: leave -compress out": compress("ma"),
		"-sweep and -compress=delta exclude each other: it makes states from others": compress("delta"),
		"-sweep and -compress=diff exclude each other":                               compress("diff"),
		"-sweep and -compress=unmove exclude each other":                             compress("unmove"),
		"-sweep and -compress=trained exclude each other":                            compress("trained"),
		"-sweep and -compress=collapse exclude each other: its components stay":      compress("collapse"),
		"-sweep and -compress=tree exclude each other":                               compress("tree"),
		"-sweep and -compress=rle exclude each other":                                compress("rle"),
		"-sweep and -split exclude each other": base(func(o *verifier.Options) {
			o.Split = []string{"joinprocs"}
		}),
		"-sweep and -m exclude each other: states are not searched along a path, which a depth could limit; " +
			"-time and -mem do": base(func(o *verifier.Options) { o.Depth = 10 }),
		"-sweep and -chains exclude each other: the state that a chain hangs by may be passed; leave -chains out": base(
			func(o *verifier.Options) { o.Cache, o.Chains = "10", true }),
		"-sweep and -lean exclude each other: which step came before is forgotten with a state; leave -lean out": base(
			func(o *verifier.Options) { o.Lean = true }),
		"-graph and -cache exclude each other: states that are met again would be nodes again; leave -cache out": base(
			func(o *verifier.Options) { o.Cache, o.Graph = "10", "g" }),
		"-sweep and -f exclude each other": base(func(o *verifier.Options) { o.Fair = "weak" }),
		"-sweep and -a exclude each other": base(func(o *verifier.Options) { o.Acceptance = true }),
		"-sweep and -l exclude each other": base(func(o *verifier.Options) { o.NonProgress = true }),
		"-sweep and -order=dfs exclude each other: the sweep-line is an order; leave -order out": base(
			func(o *verifier.Options) { o.Order = "dfs" }),
		"-sweep and -workers exclude each other": base(func(o *verifier.Options) { o.Workers = 2 }),
	} {
		o.Model = write(t, good)
		_, err := verifier.Run(context.Background(), o)
		require.ErrorContains(t, err, want)
	}
	o := base(func(*verifier.Options) {})
	o.Model = write(t, cycling)
	_, err := verifier.Run(context.Background(), o)
	require.EqualError(t, err, "-sweep is not for p: it may be violated by a cycle alone, and "+
		"cycles are looked for depth first: leave -sweep out, or claims with -only=safety or -noclaim")
	o.Only = []string{ask.OnlySafety}
	_, err = verifier.Run(context.Background(), o)
	require.NoError(t, err)

	o = base(func(o *verifier.Options) { o.Sweep = "auto" })
	o.Model = write(t, "bool x; active proctype P() { do :: x = !x od }")
	_, err = verifier.Run(context.Background(), o)
	require.ErrorContains(t, err, "-sweep auto: each variable of the model goes back in a short run")
}

func TestWrongMeasuresAreShown(t *testing.T) {
	o := verifier.Options{}
	o.Model = write(t, good)
	o.Sweep = "x + 1, xx"
	_, err := verifier.Run(context.Background(), o)
	var list diag.List
	require.ErrorAs(t, err, &list)
	var b bytes.Buffer
	require.NoError(t, list[0].Render(&b, false))
	require.Equal(t, "-sweep:1:8: error: undeclared variable: xx\nx + 1, xx\n       ^\nhint: did you mean \"x\"?\n",
		b.String())

	o.Model = write(t, "byte x, a[2]; active proctype P() { x = 1; x = 2 }")
	o.Sweep = "a[x]"
	_, err = verifier.Run(context.Background(), o)
	require.EqualError(t, err, "-sweep a[x]: expression 1: assertion violated - invalid array index, in a state "+
		"that the model comes to")
}

func TestProgressMeasures(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.pml")
	require.NoError(t, os.WriteFile(path, []byte(`byte got, down = 9, flag, same; hidden byte h; byte turn[2];
chan c = [2] of { byte };
active proctype P() { byte mine; do :: got < 20 -> got = got + 2; turn[0]++; down-- :: flag = 1
 :: mine = 3 - mine; c!mine :: c?mine od }`), 0o600))
	var b bytes.Buffer
	require.NoError(t, tune.ProgressMeasures(context.Background(), &b, source.Source{Model: path}))
	for _, line := range []string{
		"  got: 11 values, only ever counted up\n", "  flag: 2 values, only ever counted up\n",
		"  turn[0]: 11 values, only ever counted up\n", "  down: ", "  len(c): 3 values\n", "  P[0]:mine: ",
		"  counters: -sweep 'got,flag,turn[0]': 0.0 % back, 42 values\n", // turn[0] follows got
	} {
		require.Contains(t, b.String(), line)
	}
	require.NotContains(t, b.String(), "same")
	require.NotContains(t, b.String(), "turn[1]")
}
