package verifier_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/limit"
	"gospin/verifier/report"
	"gospin/verifier/thorough"
	"gospin/verifier/way"
)

// one asks for the first error, as the command line does.
func one() verifier.Options { return verifier.Options{Limits: verifier.Limits{Errors: 1}} }

// with changes what one asks for.
func with(change func(o *verifier.Options)) verifier.Options {
	o := one()
	change(&o)
	return o
}

// TestWhyNotBatches: the report says why another engine was taken, and states were stored as in mask.
func TestWhyNotBatches(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		o                verifier.Options
	}{
		{"default", good, "", one()},
		{"roots", good, "", with(func(o *verifier.Options) { o.Compress = "roots" })},
		{"depth", good, "", with(func(o *verifier.Options) { o.Depth = 10 })},
		{"dfs and depth", good, "", with(func(o *verifier.Options) { o.Depth, o.Order = 10, "dfs" })},
		{"reduced", counting, "", with(func(o *verifier.Options) { o.Merging = "own" })},
		{"terminal", claim, "", with(func(o *verifier.Options) { o.Only = []string{"p"} })},
		{"claim", cycling, "accepting cycles are looked for depth first",
			with(func(o *verifier.Options) { o.Only = []string{ask.OnlyClaims} })},
		{"fair claim", claim, "whether cycles are fair is seen depth first",
			with(func(o *verifier.Options) { o.Only, o.Fair = []string{"p"}, "weak" })},
		{"claim dfs", claim, "depth first, claims are searched step by step",
			with(func(o *verifier.Options) { o.Only, o.Order = []string{"p"}, "dfs" })},
		{"cycles", good, "", with(func(o *verifier.Options) { o.Only, o.Acceptance = []string{"claims"}, true })},
		{"error", wrong, "the path to an error is sought depth first", one()},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := verify(t, c.text, c.o)
			require.Equal(t, c.want, r.EngineReason)
			var b bytes.Buffer
			require.NoError(t, r.WriteText(&b))
			if c.want == "" {
				require.Equal(t, "batch", r.Engine)
				require.Equal(t, "roots", r.Compress)
				require.Contains(t, b.String(), "\ncompression: roots, engine: batch (")
				return
			}
			require.Equal(t, "machine", r.Engine)
			require.Equal(t, "mask", r.Compress)
			require.Contains(t, b.String(), "\ncompression: mask, engine: machine ("+c.want+"), reductions: ")
		})
	}
	const free = "byte x, y; active proctype P() { x = 1; x = 2 } active proctype Q() { y = 1; y = 2 }"
	r := verify(t, free, with(func(o *verifier.Options) { o.POR = "spin" }))
	require.Equal(t, "SPIN's reduction asks for depth-first order", r.EngineReason)
	r = verify(t, free, with(func(o *verifier.Options) { o.POR, o.Workers = "computed", 3 }))
	require.Empty(t, r.EngineReason)
	require.Equal(t, 1, r.Workers)
	require.Less(t, r.States.Stored, verify(t, free, one()).States.Stored)
	r = verify(t, "byte x; active proctype P() { x = 1 }", with(func(o *verifier.Options) { o.Compress = "mask" }))
	require.Empty(t, r.EngineReason, "nobody has asked for batches")
}

// failing are models with errors, of every kind.
var failing = map[string]string{
	"assertion":      wrong,
	"later":          "byte x; active [2] proctype P() { do :: x < 9 -> x++ :: x > 6 -> assert(x != 8) :: else -> break od }",
	"deadlock":       "chan c = [0] of { byte }; active proctype P() { c!1; c!2 } active proctype Q() { c?_ }",
	"division":       "byte x = 3; active proctype P() { do :: x > 0 -> x--; printf(\"%d\", 7 / x) od }",
	"guard":          "byte x; active proctype P() { do :: x < 5 -> x++ :: 10 / (x - 3) > 100 -> break od }",
	"atomic":         "byte x; active [2] proctype P() { atomic { x++; x++; assert(x < 4) } }",
	"initial":        "byte x; active proctype P() { x == 1 }",
	"d_step":         "byte x; active [2] proctype P() { d_step { x++; x++; assert(x < 4) } }",
	"too many":       "proctype P() { run P(); false } init { run P(); false }",
	"trace":          "chan c = [1] of { byte }; active proctype P() { c!1; c?1; c!2; c?2 } trace { do :: c!1; c?1 od }",
	"notrace":        "chan c = [1] of { byte }; active proctype P() { c!1; c?1; c!2 } notrace { c!1; c?1; c!2 }",
	"endless":        "byte x; active proctype P() { atomic { do :: x = 1 - x od } }",
	"d_step endless": "byte x; active [2] proctype P() { x++; d_step { do :: x > 1 -> x = 2 :: else -> break od } }",
}

// slow are those of failing that take long.
var slow = map[string]bool{"too many": true, "d_step endless": true}

// TestErrorsAreAsStepByStep: what a search in batches says of errors is what mask says.
func TestErrorsAreAsStepByStep(t *testing.T) {
	for name, text := range failing {
		for _, order := range way.Orders() {
			for i := range 4 {
				if slow[name] && (order != "any" || i > 0) {
					break
				}
				if !thorough.Every(4, i+len(name)) {
					continue
				}
				q := verifier.Question{NoAssert: i&1 != 0, NoEnd: i&2 != 0}
				o := one()
				o.Question, o.Model = q, write(t, text)
				if o.Compress = "mask"; order == "bfs" {
					o.Order = order
				}
				want, err := verifier.Run(context.Background(), o)
				require.NoError(t, err, name)
				trails := map[string]string{}
				for _, p := range want.Properties {
					if p.Trail != "" {
						steps, err := os.ReadFile(p.Trail)
						require.NoError(t, err)
						require.NoError(t, os.Remove(p.Trail))
						trails[p.Trail] = string(steps)
					}
				}
				o.Compress, o.Order = "", order
				got, err := verifier.Run(context.Background(), o)
				require.NoError(t, err, name)
				what := fmt.Sprintf("%s, order %s, %+v", name, order, q)
				require.Equal(t, want.Verdict, got.Verdict, what)
				require.Equal(t, want.Reason, got.Reason, what)
				require.Equal(t, want.Properties, got.Properties, what)
				require.Equal(t, want.Messages, got.Messages, what)
				require.Equal(t, want.Errors, got.Errors, what)
				require.Equal(t, want.Unreached, got.Unreached, what)
				if order == "dfs" || got.Engine == "machine" {
					require.Equal(t, want.States, got.States, what)
				}
				got.States.Depth = want.States.Depth
				require.Equal(t, want.States, got.States, what)
				for path, steps := range trails {
					again, err := os.ReadFile(path)
					require.NoError(t, err, what)
					require.Equal(t, steps, string(again), what)
				}
			}
		}
	}
}

// TestShallowErrors: an error that depth-first order does not come to within the limits is found breadth
// first, whether a shorter path is wanted or not.
func TestShallowErrors(t *testing.T) {
	const text = "int x; active proctype Q() { assert(x < 0) } active proctype P() { do :: x++ :: x = x + 2 od }"
	for _, shorten := range []time.Duration{0, time.Second} {
		r := verify(t, text, with(func(o *verifier.Options) {
			o.Memory, o.Errors, o.Shorten = 32<<20, 1, shorten
		}))
		require.Equal(t, report.Violated, r.Verdict)
		p := r.Properties[len(r.Properties)-1]
		require.Equal(t, "assertion violated (x<0)", p.Message)
		require.NotEmpty(t, p.Trail)
	}
}

// TestCountsThatAreCutShort: a count that a time limit ends is reported, with a shortest path.
func TestCountsThatAreCutShort(t *testing.T) {
	const text = "int x; active proctype Q() { assert(x < 5) } active proctype P() { do :: x++ :: x = x + 2 od }"
	r := verify(t, text, with(func(o *verifier.Options) {
		o.Time, o.Errors, o.Workers = 300*time.Millisecond, 0, 1
	}))
	require.Equal(t, report.Violated, r.Verdict)
	require.Equal(t, "batch", r.Engine)
	require.Contains(t, r.Reason, "not all errors are counted: ")
	require.Greater(t, r.Errors, 1000)
	require.Greater(t, r.States.Stored, uint64(r.Errors))
	p := r.Properties[len(r.Properties)-1]
	require.Equal(t, 4, p.Steps) // to 5 by three steps of P
	require.NotEmpty(t, p.Trail)
}

// TestErrorsWithoutPath: an error that depth-first order does not come to within the limits is an error.
func TestErrorsWithoutPath(t *testing.T) {
	const text = "int x; active proctype Q() { %s } active proctype P() { do :: x++ :: x = x + 2 od }"
	for fault, kind := range map[string]string{"assert(x < 0)": "assertion", "assert(7 / x > 0)": "assertion"} {
		r := verify(t, fmt.Sprintf(text, fault), with(func(o *verifier.Options) {
			o.Memory, o.Errors, o.Order = 8<<20, 0, "dfs"
		}))
		require.Equal(t, report.Violated, r.Verdict)
		require.Equal(t, 1, r.Exit)
		require.Equal(t, 1, r.Errors)
		require.Empty(t, r.Reason)
		p := r.Properties[len(r.Properties)-1]
		require.Equal(t, kind, p.Kind)
		require.Equal(t, report.Violated, p.Verdict)
		require.Contains(t, p.Message, ": no path to it was found within the limits (out of memory: give more with -mem")
		require.Empty(t, p.Trail)
		require.NoFileExists(t, r.Model+".trail")
		require.Equal(t, []string{"pan:1: " + p.Message}, r.Messages)
		for _, q := range r.Properties {
			require.NotEqual(t, report.Holds, q.Verdict, q.Name)
		}
		var b bytes.Buffer
		require.NoError(t, r.WriteText(&b))
		require.Contains(t, b.String(), "errors: 1\n")
		require.True(t, strings.HasSuffix(b.String(), "\nverdict: violated\n"))
	}
}

// TestErrorsAreCounted: all errors are, in batches, and the path to each sort of them is a shortest one and
// the same, however many workers there are.
func TestErrorsAreCounted(t *testing.T) {
	const text = `byte x, y; active [2] proctype P() { do :: x < 60 -> x++ :: y < 60 -> y++ :: x = 0 od }
		active proctype Q() { do :: assert(x != 7) :: x = 100 / (y - 9) :: x > 50 && y > 50 -> break od; false }`
	o := with(func(o *verifier.Options) { o.Compress, o.Order, o.Errors, o.Model = "mask", "dfs", 0, write(t, text) })
	want, err := verifier.Run(context.Background(), o)
	require.NoError(t, err)
	require.Greater(t, want.Errors, 1000)
	var trails []string
	for _, workers := range []int{1, 3} {
		o.Compress, o.Order, o.Workers = "", "any", workers
		got, err := verifier.Run(context.Background(), o)
		require.NoError(t, err)
		require.Equal(t, "batch", got.Engine)
		require.Empty(t, got.EngineReason)
		require.Equal(t, want.Errors, got.Errors)
		require.Equal(t, want.Unreached, got.Unreached)
		require.Equal(t, want.Complete, got.Complete)
		got.States.Depth = want.States.Depth
		require.Equal(t, want.States, got.States)
		said := strings.Join(got.Messages, "\n")
		for _, line := range []string{
			"assertion violated (x!=7) (at depth 14)", "division by zero or overflow in a division (at depth 18)",
		} {
			require.Contains(t, said, line)
		}
		for _, p := range got.Properties {
			if p.Verdict != report.Violated {
				continue
			}
			text, err := os.ReadFile(p.Trail)
			require.NoError(t, err)
			trails = append(trails, said+string(text))
		}
	}
	n := len(trails) / 2
	require.Equal(t, trails[:n], trails[n:])
}

// TestFirstErrors: as many errors as are asked for, and the same ones whoever finds some.
func TestFirstErrors(t *testing.T) {
	const text = `byte x; active [2] proctype P() { do :: x < 60 -> x++ :: x = 0 od }
		active proctype Q() { do :: assert(x != 7) :: x > 50 -> break od; false }`
	said := ""
	for _, workers := range []int{1, 3} {
		r := verify(t, text, with(func(o *verifier.Options) { o.Errors, o.Workers = 3, workers }))
		require.Equal(t, 3, r.Errors)
		require.False(t, r.Complete)
		require.Equal(t, report.Violated, r.Verdict)
		all := strings.ReplaceAll(strings.Join(r.Messages, "\n"), r.Model, "")
		require.Contains(t, all, "pan:1: assertion violated (x!=7) (at depth 14)")
		require.True(t, said == "" || said == all, "%s, not %s", all, said)
		said = all
	}
}

var recorded = regexp.MustCompile(`pan: stored=(\d+) matched=(\d+) transitions=(\d+) atomic=(\d+) depth=(\d+) errors=0`)

// TestOrdersOnExamples: pan's counts in every order and by several workers, its depth in its order, and the
// same unreached statements.
func TestOrdersOnExamples(t *testing.T) {
	models, err := filepath.Glob("../examples/*.pml")
	require.NoError(t, err)
	require.NotEmpty(t, models)
	for i, model := range models {
		text, err := os.ReadFile(model)
		require.NoError(t, err)
		want := recorded.FindStringSubmatch(string(text))
		require.NotNil(t, want, model)
		var unreached []string
		for k, how := range []struct {
			order   string
			workers int
		}{{"any", 1}, {"any", 2}, {"any", 3}, {"dfs", 0}, {"bfs", 0}} {
			if !thorough.On && k != i%5 {
				continue
			}
			o := with(func(o *verifier.Options) {
				o.Model, o.Order, o.Workers, o.NoClaim = model, how.order, how.workers, true
			})
			r, err := verifier.Run(context.Background(), o)
			require.NoError(t, err)
			what := fmt.Sprintf("%s, %+v", model, how)
			require.Equal(t, report.Holds, r.Verdict, what)
			require.Equal(t, "batch", r.Engine, what)
			s := r.States
			got := fmt.Sprint(s.Stored, s.Matched, s.Transitions, s.AtomicSteps)
			require.Equal(t, strings.Join(want[1:5], " "), got, what)
			if how.order == "dfs" {
				require.Equal(t, want[5], fmt.Sprint(s.Depth), what)
			}
			var missed []string
			for _, u := range r.Unreached {
				missed = append(missed, fmt.Sprint(u))
			}
			if unreached == nil {
				unreached = append([]string{"all"}, missed...)
			}
			require.Equal(t, unreached[1:], append([]string{}, missed...), what)
		}
	}
}

func TestOrdersAndWorkersThatAreRefused(t *testing.T) {
	model := write(t, good)
	for want, change := range map[string]func(o *verifier.Options){
		"-workers takes a number above 0, not -1": func(o *verifier.Options) { o.Workers = -1 },
		"-workers=2 and -order=dfs exclude each other: several workers keep no order": func(o *verifier.Options) {
			o.Order, o.Workers = "dfs", 2
		},
		"-workers=3 and -order=bfs exclude each other: several workers keep no order": func(o *verifier.Options) {
			o.Order, o.Workers = "bfs", 3
		},
		"-workers=2 is for -compress=roots and unmove: with -compress=tree, one searches alone": func(o *verifier.Options) {
			o.Compress, o.Workers = "tree", 2
		},
		"-workers=2 is for -compress=roots and unmove: with -bitstate, one searches alone": func(o *verifier.Options) {
			o.Bitstate, o.Workers = true, 2
		},
	} {
		o := with(change)
		o.Model = model
		_, err := verifier.Run(context.Background(), o)
		require.EqualError(t, err, want)
	}
	for _, change := range []func(o *verifier.Options){
		func(o *verifier.Options) { o.Compress, o.Order, o.Workers = "tree", "dfs", 1 },
		func(o *verifier.Options) { o.Compress, o.Order = "mask", "any" },
		func(o *verifier.Options) { o.Order, o.Workers = "bfs", 1 },
		func(o *verifier.Options) { o.Compress, o.Workers = "auto", 2 },
		func(o *verifier.Options) { o.Workers = 9 },
	} {
		o := with(change)
		o.Model = model
		r, err := verifier.Run(context.Background(), o)
		require.NoError(t, err)
		require.Equal(t, report.Holds, r.Verdict)
	}
}

// TestWhatDepthMeans stands behind pan's lines, which are as ever.
func TestWhatDepthMeans(t *testing.T) {
	for order, want := range map[string]string{"any": "depth reached: how far from the start a state was", "bfs": "depth reached: how far from the start a state is"} {
		r := verify(t, counting, with(func(o *verifier.Options) { o.Order = order }))
		var b bytes.Buffer
		require.NoError(t, r.WriteText(&b))
		line := fmt.Sprintf("State-vector %d byte, depth reached %d, errors: 0\n", r.Memory.StateVector, r.States.Depth)
		require.Contains(t, b.String(), line)
		require.Less(t, strings.Index(b.String(), line), strings.Index(b.String(), "\n"+want))
	}
	var b bytes.Buffer
	r := verify(t, counting, with(func(o *verifier.Options) { o.Order = "dfs" }))
	require.NoError(t, r.WriteText(&b))
	require.Equal(t, 1, strings.Count(b.String(), "depth reached"))
}

func TestStats(t *testing.T) {
	require.Nil(t, verify(t, counting, one()).Stats)
	r := verify(t, counting, with(func(o *verifier.Options) { o.Stats = true }))
	s := r.Stats
	require.Positive(t, s.Words)
	require.Positive(t, s.Batches)
	require.Positive(t, s.Finds)
	require.GreaterOrEqual(t, s.Finds, s.Misses)
	require.InDelta(t, 1, s.Direct+s.Hashed+s.Split, 1e-9)
	require.Len(t, s.Phases, 4)
	for _, p := range s.Phases {
		require.Positive(t, p.Each, p.Name)
	}
	var text, object bytes.Buffer
	require.NoError(t, r.WriteText(&text))
	require.Regexp(t, `\nwhat processes do: [0-9.]+ % direct, [0-9.]+ % hashed, [0-9.]+ % split \(\d+ values\)\n`+
		`remembered: \d+ finds, \d+ misses \([0-9.]+ %\), forgotten never; `+
		`by the machine: \d+ evaluations, \d+ fallbacks, \d+ ends\n`+
		`roots of 1 word: \d+ batches, \d+ repacks, \d+ growths\n`+
		`ns per transition: expand [0-9.]+, hash [0-9.]+, wait [0-9.]+, add [0-9.]+\n`, text.String())
	require.NoError(t, json.NewEncoder(&object).Encode(r))
	var got struct {
		Stats map[string]any `json:"stats"`
	}
	require.NoError(t, json.Unmarshal(object.Bytes(), &got))
	for _, key := range []string{"finds", "misses", "direct", "hashed", "split", "repacks", "fallbacks", "growths",
		"batches", "phases"} {
		require.Contains(t, got.Stats, key)
	}
	require.NotNil(t, verify(t, wrong, with(func(o *verifier.Options) { o.Stats = true })).Stats, "of the search that met the error")
}

// TestLimitsOfBatches are those of all searches.
func TestLimitsOfBatches(t *testing.T) {
	for want, c := range map[string]struct {
		after  time.Duration // when the run is interrupted
		limits verifier.Limits
	}{
		"out of memory: give more with -mem, or use less with -compress=tree or -compress=ma": {
			time.Hour, verifier.Limits{Memory: 1 << 20},
		},
		"out of time: give more with -time": {time.Hour, verifier.Limits{Time: 30 * time.Millisecond}},
		"interrupted":                       {30 * time.Millisecond, verifier.Limits{Memory: 1 << 30}},
	} {
		for _, order := range way.Orders() {
			o := verifier.Options{Limits: c.limits, Order: order}
			o.Errors, o.Model = 1, write(t, grown)
			ctx, stop := context.WithTimeoutCause(t.Context(), c.after, limit.Interrupt)
			r, err := verifier.Run(ctx, o)
			stop()
			require.NoError(t, err)
			require.Equal(t, "batch", r.Engine)
			require.Equal(t, report.Inconclusive, r.Verdict, order)
			require.Equal(t, want, r.Reason, order)
			require.Empty(t, r.Unreached, "the search was not complete")
			require.Greater(t, r.States.Stored, uint64(1))
		}
	}
}

// TestPartsOfBatches: what the report tells of memory adds up.
func TestPartsOfBatches(t *testing.T) {
	for _, order := range way.Orders() {
		m := verify(t, counting, with(func(o *verifier.Options) { o.Order = order })).Memory
		sum, names := int64(0), []string{}
		for _, p := range m.Parts {
			require.Positive(t, p.Bytes, p.Name)
			sum += p.Bytes
			names = append(names, p.Name)
		}
		require.Equal(t, m.Store, sum)
		require.Subset(t, names, []string{"slots", "component values"})
		require.Positive(t, m.Stack)
		require.Greater(t, m.PeakRSS, m.Store+m.Stack)
	}
}
