package verifier_test

import (
	"bytes"
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/report"
	"gospin/verifier/way"
)

// treePeaks are the most states that the termination-detection tree has at a time, breadth first, so with
// chains left out, and depth first: from a simulation of the paper's algorithm, written apart from this one,
// on the graphs of the examples as pan builds them without reductions.
var treePeaks = []struct {
	model               string
	broad, chains, deep int
	slow                bool
}{
	{"peterson", 3171, 3171, 4333, false}, {"leader", 7259, 7259, 127, true}, {"dtp", 5988, 0, 742, true},
	{"phils", 8058, 8058, 2761, true}, {"sort", 6040, 6010, 211, true}, {"potest", 8381, 8381, 58, false},
	{"snoopy", 4310, 4112, 5246, false}, {"buffer", 5671, 5661, 52, false}, {"farm", 22038, 21795, 54, true},
}

func TestTreePeaks(t *testing.T) {
	for _, c := range treePeaks {
		if c.slow && os.Getenv("GOSPIN_LONG") == "" {
			continue
		}
		for _, how := range []struct {
			order  string
			chains bool
			want   int
		}{{"bfs", false, c.broad}, {"bfs", true, c.chains}, {"dfs", false, c.deep}, {"bbfs:1", false, c.deep},
			{"alt:inf,0", false, c.broad}} {
			if how.want == 0 || c.slow && how.order[0] != 'b' {
				continue
			}
			o := with(func(o *verifier.Options) {
				o.Model, o.Order, o.NoClaim, o.Cache = "../examples/"+c.model+".pml", how.order, true, "1000000"
				o.Chains = how.chains
			})
			r, err := verifier.Run(context.Background(), o)
			require.NoError(t, err)
			require.EqualValues(t, how.want, r.Cache.Tree, "%s %+v", c.model, how)
			require.EqualValues(t, r.States.Stored, r.Cache.Known)
			require.Equal(t, report.Holds, r.Verdict)
			require.Zero(t, r.Cache.Forgotten)
		}
	}
}

// TestCachesBreadthFirst: where no edge leads back to an earlier level, nothing is visited twice, as long as
// the tree fits. With one more state than the tree has, a search comes to its end.
func TestCachesBreadthFirst(t *testing.T) {
	for _, c := range treePeaks {
		if c.model != "potest" && c.model != "buffer" && os.Getenv("GOSPIN_LONG") == "" {
			continue
		}
		switch c.model {
		case "leader", "sort", "farm", "potest", "buffer":
		default:
			continue
		}
		for i, evict := range way.Evictions {
			if i%3 != 0 && os.Getenv("GOSPIN_LONG") == "" {
				continue
			}
			o := with(func(o *verifier.Options) {
				o.Model, o.Order, o.NoClaim, o.Cache = "../examples/"+c.model+".pml", "bfs", true, strconv.Itoa(c.broad)
				o.Evict = []string{strings.Replace(evict, "N", "3", 1)}
			})
			r, err := verifier.Run(context.Background(), o)
			require.NoError(t, err)
			require.Equal(t, report.Holds, r.Verdict, "%s %s", c.model, evict)
			require.Positive(t, r.Cache.Forgotten)
			require.Equal(t, r.States.Stored, r.Cache.Visits)
			require.InEpsilon(t, r.Cache.Visits, r.Cache.Known, 0.03)
			text, err := os.ReadFile(o.Model)
			require.NoError(t, err)
			want := recorded.FindStringSubmatch(string(text))[1]
			require.Equal(t, want, strconv.Itoa(int(r.Cache.Visits)), evict)
		}
	}
}

// TestCachesThatAreTooSmall say so, and how many states they would take.
func TestCachesThatAreTooSmall(t *testing.T) {
	run := func(change func(o *verifier.Options)) *report.Report {
		o := with(change)
		if o.Model = "../examples/peterson.pml"; o.Order == "" {
			o.Order = "bfs"
		}
		r, err := verifier.Run(context.Background(), o)
		require.NoError(t, err)
		return r
	}
	r := run(func(o *verifier.Options) { o.Cache = "1000" })
	require.Equal(t, report.Inconclusive, r.Verdict)
	require.Equal(t, "the cache is full of states that the search needs to come to an end: give more with -cache or "+
		"-mem, or try -chains or another -order", r.Reason)
	r = run(func(o *verifier.Options) { o.Cache, o.MaxVisits = "40%", 1.5 })
	require.Equal(t, report.Inconclusive, r.Verdict)
	require.Equal(t, "too many states were visited again: give more with -maxvisits or -cache", r.Reason)
	require.LessOrEqual(t, r.Cache.Visits, uint64(11343*3/2+1<<12))
	r = run(func(o *verifier.Options) { o.Cache, o.Evict = "45%", []string{"strata:3"} })
	require.Equal(t, report.Holds, r.Verdict)
	var b bytes.Buffer
	require.NoError(t, r.WriteText(&b))
	require.Regexp(t, `\ncache: 5104 of 5104 states in use at most, TD-tree \d+, \d+ forgotten, `+
		`\d+ visits \(\d+ %\)\n`, b.String())
	require.Contains(t, b.String(), "states, stored (visits: some were forgotten, and visited again)\n")
	r = run(func(o *verifier.Options) { o.Cache = "auto" })
	require.Zero(t, r.Cache.Forgotten)
	require.Zero(t, r.Cache.Limit)
	r = run(func(o *verifier.Options) { o.Compress, o.Memory = "mask", 740<<10 })
	require.Equal(t, report.Inconclusive, r.Verdict)
	require.Contains(t, r.Reason, "out of memory")
	r = run(func(o *verifier.Options) { o.Compress, o.Memory, o.Cache = "mask", 740<<10, "auto" })
	require.Equal(t, report.Holds, r.Verdict, r.Reason)
	require.Positive(t, r.Cache.Forgotten)
	require.Positive(t, r.Cache.Limit)
	require.LessOrEqual(t, r.Memory.Store+r.Memory.Stack, int64(740<<10))
	require.InEpsilon(t, 11343, r.Cache.Known, 0.05)
}

// TestFailuresWithCaches: what fails does so with the smallest caches, and each trail can be followed.
func TestFailuresWithCaches(t *testing.T) {
	for name, text := range failing {
		if slow[name] || name == "endless" {
			continue
		}
		want := verify(t, text, one())
		for i, order := range []string{"dfs", "bfs", "bbfs:2", "alt:2,2", "random"} {
			for _, mode := range []string{"", "mask", "rle+huffman"} {
				r := verify(t, text, with(func(o *verifier.Options) {
					o.Order, o.Compress, o.Cache, o.Chains, o.POR = order, mode, "1000", i%2 == 0, "computed"
				}))
				require.Equal(t, report.Violated, r.Verdict, "%s %s %s", name, order, mode)
				require.Equal(t, want.Properties[0].Kind, r.Properties[0].Kind, name)
			}
		}
	}
}

// TestCachesThatAreRefused are refused by name, with the way out.
func TestCachesThatAreRefused(t *testing.T) {
	const takes = "-cache takes a number of states, at least 2, or so many percent of all (20%), or auto; not "
	type options = verifier.Options
	for _, c := range []struct {
		text, want string
		change     func(o *options)
	}{
		{good, takes + `"1"`, func(o *options) { o.Cache = "1" }},
		{good, takes + `"0%"`, func(o *options) { o.Cache = "0%" }},
		{good, takes + `"all"`, func(o *options) { o.Cache = "all" }},
		{good, "-evict is for -cache", func(o *options) { o.Evict = []string{"random"} }},
		{good, "-chains and -maxvisits are for -cache", func(o *options) { o.Chains = true }},
		{good, "-maxvisits takes a number from 1 on, not 0.5", func(o *options) { o.Cache, o.MaxVisits = "9", 0.5 }},
		{good, `unknown -evict=fif (did you mean "fifo"?): there are random, fifo, lifo, depth, indegree, outdegree, ` +
			"visits, strata:N, and each with a minus in front",
			func(o *options) { o.Cache, o.Evict = "9", []string{"fif"} }},
		{good, `-evict=strata takes how many depths make a stratum, at least 2: strata:3; not "1"`,
			func(o *options) { o.Cache, o.Evict = "9", []string{"depth", "strata:1"} }},
		{good, `-evict=depth takes nothing more, not "3"`,
			func(o *options) { o.Cache, o.Evict = "9", []string{"depth:3"} }},
		{cycling, "-cache is not for p: it may be violated by a cycle alone, and cycles are looked " +
			"for depth first: leave -cache out, or claims with -only=safety or -noclaim",
			func(o *options) { o.Cache = "9" }},
		{good, "-cache and -a exclude each other", func(o *options) { o.Cache, o.Acceptance = "9", true }},
		{good, "-cache and -l exclude each other", func(o *options) { o.Cache, o.NonProgress = "9", true }},
		{good, "-cache and -f exclude each other", func(o *options) { o.Cache, o.Fair = "9", "weak" }},
		{good, "-cache and -bitstate exclude each other", func(o *options) { o.Cache, o.Bitstate = "9", true }},
		{good, "-cache and -hc exclude each other", func(o *options) { o.Cache, o.Hash = "9", 64 }},
		{good, "-cache and -compress=delta exclude each other: states are told by their predecessors, which could not " +
			"be forgotten: use collapse, mask or none", func(o *options) { o.Cache, o.Compress = "9", "delta" }},
		{good, "-cache and -compress=diff exclude each other: states are told by their predecessors",
			func(o *options) { o.Cache, o.Compress = "9", "diff" }},
		{good, "-cache and -compress=ma exclude each other", func(o *options) { o.Cache, o.Compress = "9", "ma" }},
		{good, "-cache and -compress=trained exclude each other: states can't be taken out again one by one: use " +
			"collapse, mask or none", func(o *options) { o.Cache, o.Compress = "9", "trained" }},
		{good, "-cache and -workers=2 exclude each other: one searches alone",
			func(o *options) { o.Cache, o.Workers = "9", 2 }},
		{counting, "-order=bfs: -por=spin asks for the path of a depth-first search",
			func(o *options) { o.Cache, o.POR = "9", "spin" }},
		{good, "-lean and -por=computed exclude each other: use -noreduce",
			func(o *options) { o.Lean, o.POR = true, "computed" }},
		{"byte x; active proctype P() priority 2 { x++ } active proctype Q() { x++ }",
			"-lean: the model has priorities, so any step may depend on any other: leave -lean out",
			func(o *options) { o.Lean = true }},
		{"byte x; active proctype P() provided (x < 3) { x++ }", "-lean: the model has provided clauses",
			func(o *options) { o.Lean = true }},
		{"byte x; active proctype P() { timeout -> x++ }", "-lean: the model uses timeout",
			func(o *options) { o.Lean = true }},
		{failing["trace"], "-lean: the model has a trace assertion", func(o *options) { o.Lean = true }},
		{"byte x; active proctype P() { x = _last }", "-lean: the model uses _last", func(o *options) { o.Lean = true }},
	} {
		o := with(c.change)
		o.Model = write(t, c.text)
		_, err := verifier.Run(context.Background(), o)
		require.ErrorContains(t, err, c.want)
	}
}

// TestLeanOnExamples: no state is missed, and few edges are left.
func TestLeanOnExamples(t *testing.T) {
	for model, order := range map[string]string{"peterson": "bfs", "potest": "dfs", "snoopy": "bbfs:4", "buffer": "random"} {
		o := with(func(o *verifier.Options) { o.Model, o.Order, o.Lean = "../examples/"+model+".pml", order, true })
		r, err := verifier.Run(context.Background(), o)
		require.NoError(t, err)
		text, err := os.ReadFile(o.Model)
		require.NoError(t, err)
		want := recorded.FindStringSubmatch(string(text))
		require.Equal(t, want[1], strconv.Itoa(int(r.States.Stored)), model)
		require.NotEqual(t, want[2], strconv.Itoa(int(r.States.Matched)), model)
		require.Equal(t, report.Holds, r.Verdict)
	}
}

// TestErrorsAreNotAll: where a search is cut short that has found errors, the report says that there may be
// more, and why, unless it was to end with so many.
func TestErrorsAreNotAll(t *testing.T) {
	const text = "byte x, y; active proctype P() { do :: x < 20 -> x++; assert(x != 3) :: x >= 20 -> x = 0 od } " +
		"active proctype Q() { do :: y < 20 -> y++; assert(y != 5) :: y >= 20 -> break od; false }"
	const full = "the cache is full of states that the search needs to come to an end: give more with -cache or -mem, " +
		"or try -chains or another -order"
	for _, c := range []struct {
		reason string
		change func(o *verifier.Options)
	}{
		{full, func(o *verifier.Options) { o.Cache, o.Order, o.Compress = "150", "bfs", "mask" }},
		{full, func(o *verifier.Options) { o.Cache, o.Chains, o.Compress = "60", true, "mask" }},
		{"state limit reached: give more with -states", func(o *verifier.Options) { o.States, o.Compress = 300, "mask" }},
		{"depth limit reached: without -m there is none", func(o *verifier.Options) { o.Depth = 30 }},
		{"", func(o *verifier.Options) {}},
		{"", func(o *verifier.Options) { o.Errors, o.States = 1, 300 }},
	} {
		o := asked(verifier.Question{Only: []string{ask.OnlyAssertions}})
		c.change(&o)
		r := verify(t, text, o)
		require.Equal(t, report.Violated, r.Verdict)
		want, line := "", "verdict: violated\n"
		if c.reason != "" {
			want = "not all errors are counted: " + c.reason
			line = "verdict: violated (" + want + ")\n"
		}
		require.Equal(t, want, r.Reason)
		require.Equal(t, want, r.All[0].Reason)
		var b strings.Builder
		require.NoError(t, r.WriteText(&b))
		require.Contains(t, b.String(), line)
	}
}
