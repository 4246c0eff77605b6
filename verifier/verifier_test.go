package verifier_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/limit"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/thorough"
	"gospin/verifier/way"
)

const (
	good    = "byte x; active proctype P() { x = 1; assert(x == 1) }"
	wrong   = "byte x;\nactive proctype A() { do :: x = 1; assert(x==0) :: x = 2; assert(x == 1) :: x = 3; break od }\nactive proctype B() { x == 3; false }\n"
	ring    = "byte x; active proctype P() { do :: x++ od }"
	grown   = "int x; active proctype P() { do :: x++ od }"
	claim   = "byte x; active proctype P() { x = 1 } ltl p { [] (x < 2) } never n { do :: true od }"
	cycling = "byte x; active proctype P() { x = 1 } ltl p { <> (x == 1) }"
	trace   = "chan c = [1] of { byte }; active proctype P() { c!1; c?1 } trace { do :: c!1; c?1 od }"
)

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.pml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func verify(t *testing.T, text string, o verifier.Options) *report.Report {
	t.Helper()
	o.Model = write(t, text)
	r, err := verifier.Run(context.Background(), o)
	require.NoError(t, err)
	return r
}

func limited(l verifier.Limits) verifier.Options { return verifier.Options{Limits: l} }

func asked(q verifier.Question) verifier.Options { return verifier.Options{Question: q} }

// anywhere are the modes for all kinds of searches: unmove is for breadth-first ones without claims.
func anywhere() []string {
	return slices.DeleteFunc(slices.Clone(way.Names()), func(mode string) bool { return mode == "unmove" })
}

func TestVerdicts(t *testing.T) {
	hurried := limited(verifier.Limits{Time: 4 * time.Millisecond, Memory: 1 << 30})
	for _, c := range []struct {
		name, text, reason string
		o                  verifier.Options
		want               report.Verdict
		exit               int
	}{
		{"good", good, "", limited(verifier.Limits{Errors: 1}), report.Holds, 0},
		{"wrong", wrong, "", limited(verifier.Limits{Errors: 1}), report.Violated, 1},
		{"deadlock only", wrong, "", asked(verifier.Question{NoAssert: true}), report.Violated, 1},
		{"nothing looked for", wrong, "", asked(verifier.Question{NoAssert: true, NoEnd: true}), report.Holds, 0},
		{"too deep", ring, "depth limit reached: without -m there is none", limited(verifier.Limits{Depth: 10}), report.Inconclusive, 3},
		{"too large", grown, "out of memory: give more with -mem", limited(verifier.Limits{Memory: 1 << 20}), report.Inconclusive, 3},
		{"too slow", grown, "out of time: give more with -time", hurried, report.Inconclusive, 3},
		{"claims", claim, "", verifier.Options{}, report.Holds, 0},
		{"traces", trace, "", verifier.Options{}, report.Holds, 0},
		{"without claims", claim, "", asked(verifier.Question{NoClaim: true}), report.Holds, 0},
	} {
		modes := way.Names()
		if c.o.Depth > 0 || c.name == "claims" {
			modes = anywhere()
		}
		for _, mode := range modes {
			if !thorough.On && mode == "auto" && c.name == "too large" {
				continue // each of its candidates fills the memory
			}
			t.Run(c.name+"/"+mode, func(t *testing.T) {
				c.o.Compress = mode
				c.o.Model = write(t, c.text)
				r, err := verifier.Run(context.Background(), c.o)
				for o := c.o; errors.Is(err, limit.Time) && o.Time < time.Minute; { // before the search began
					o.Time *= 2
					r, err = verifier.Run(context.Background(), o)
				}
				require.NoError(t, err)
				require.Equal(t, c.want, r.Verdict)
				got := r.Reason
				if c.name == "too large" { // how to do with less depends on the mode
					got, _, _ = strings.Cut(strings.ReplaceAll(got, ";", ","), ",")
				}
				require.Equal(t, c.reason, got)
				require.Equal(t, c.exit, r.Exit)
			})
		}
	}
}

// TestInterruptedAtOnce: nothing has been read, so nothing can be reported.
func TestInterruptedAtOnce(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	_, err := verifier.Run(
		ctx,
		verifier.Options{
			Source: source.Source{Model: write(t, grown)},
			Limits: verifier.Limits{Memory: 1 << 30},
		},
	)
	require.Equal(t, limit.Interrupt, err)
}

func TestUnknownMode(t *testing.T) {
	_, err := verifier.Run(
		context.Background(),
		verifier.Options{
			Source:  source.Source{Model: write(t, good)},
			Storage: verifier.Storage{Compress: "colapse"},
		},
	)
	require.EqualError(
		t,
		err,
		`unknown compression "colapse" (did you mean "collapse"?): there are `+strings.Join(
			way.Names(),
			", ",
		)+", and chains: "+way.Chains,
	)
}

// The lines are those of: spin -a -o1 -o2 -o3 m.pml; gcc -DSAFETY -DNOREDUCE -DNOCLAIM -o pan pan.c; ./pan
// -c0 -e
func TestMessagesAndTrailsOfAllErrors(t *testing.T) {
	for order, depths := range map[string][]int{
		"dfs": {1, 3, 5},
		"any": {1, 1, 1}, // on shortest paths
	} {
		r := verify(t, wrong, verifier.Options{AllTrail: true, Order: order})
		dir := filepath.Dir(r.Model)
		for i, m := range r.Messages {
			r.Messages[i] = strings.ReplaceAll(m, dir+"/", "")
		}
		require.Equal(t, []string{
			fmt.Sprintf("pan:1: assertion violated (x==0) (at depth %d)", depths[0]), "pan: wrote m.pml1.trail",
			fmt.Sprintf("pan:2: assertion violated (x==1) (at depth %d)", depths[1]), "pan: wrote m.pml2.trail",
			fmt.Sprintf("pan:3: invalid end state (at depth %d)", depths[2]), "pan: wrote m.pml3.trail",
		}, r.Messages)
		require.Equal(t, 3, r.Errors)
		require.Len(t, r.Properties, 2, "one entry each kind")
		for _, n := range []string{"1", "2", "3"} {
			require.FileExists(t, r.Model+n+".trail")
		}
	}
}

func TestOneTrailForEachProperty(t *testing.T) {
	r := verify(t, wrong, verifier.Options{})
	found, err := filepath.Glob(filepath.Join(filepath.Dir(r.Model), "*.trail"))
	require.NoError(t, err)
	ends := r.Model + ".invalid-end-states.trail"
	require.Equal(t, []string{ends, r.Model + ".trail"}, found)
	require.Equal(t, report.Property{Name: "assertions", Kind: "assertion", Verdict: report.Violated,
		Message: "assertion violated (x==0)", Trail: r.Model + ".trail", Steps: 2,
		Place:     &report.Place{File: r.Model, Line: 2, Column: 36},
		Statement: "assert(x==0)",
		Why:       []string{"x==0 is false: x = 1 since step 1 of A (0)"},
		Replay:    "gospin replay " + r.Model}, r.Properties[0])
	require.Equal(
		t,
		report.Property{Name: "invalid end states", Kind: "end-state", Verdict: report.Violated,
			Message: "invalid end state", Place: &report.Place{File: r.Model, Line: 3, Column: 31},
			Trail: ends, Replay: "gospin replay -k " + ends + " " + r.Model, Steps: 2,
			Why: []string{"B (1) waits at m.pml:3 for false (never true)"}},
		r.Properties[1],
	)
}

// The block is pan's up to the bytes of the state vector, which are ours; see above for the command, here
// without -e.
func TestText(t *testing.T) {
	r := verify(t, wrong, verifier.Options{Order: "dfs"})
	var b bytes.Buffer
	require.NoError(t, r.WriteText(&b))
	for _, line := range []string{
		"pan:1: assertion violated (x==0) (at depth 1)\n", "pan: wrote " + r.Model + ".trail\n",
		" byte, depth reached 6, errors: 3\n", "\n        7 states, stored\n", "\n        6 states, matched\n",
		"\n       13 transitions (= stored+matched)\n", "\n        0 atomic steps\n",
		"\tassertion violations\t+\n", "\tinvalid end states\t+\n", "\ncompression: mask, engine: machine (the path to an error is sought depth first), reductions: none\n",
		" in tables (", "peak RSS", " s to search\n", "\nverdict: violated\n",
	} {
		require.Contains(t, b.String(), line)
	}
	require.NotContains(t, b.String(), "not completed")
}

func TestJSON(t *testing.T) {
	r := verify(t, wrong, verifier.Options{Limits: verifier.Limits{Errors: 1}})
	var b bytes.Buffer
	require.NoError(t, json.NewEncoder(&b).Encode(r))
	var got map[string]any
	dec := json.NewDecoder(&b)
	require.NoError(t, dec.Decode(&got))
	require.False(t, dec.More())
	keys := func(m any) (out []string) {
		for k := range m.(map[string]any) {
			out = append(out, k)
		}
		return out
	}
	require.ElementsMatch(
		t,
		[]string{
			"model",
			"verdict",
			"reason",
			"exit",
			"errors",
			"properties",
			"states",
			"memory",
			"time",
			"options",
			"engine", "engine_reason", "order", "reductions",
			"unreached",
		},
		keys(got),
	)
	require.ElementsMatch(
		t,
		[]string{"stored", "matched", "transitions", "atomic_steps", "depth"},
		keys(got["states"]),
	)
	require.ElementsMatch(
		t,
		[]string{
			"state_vector_bytes",
			"bytes_per_state",
			"total_bytes_per_state",
			"store_bytes",
			"store_parts",
			"stack_bytes",
			"peak_rss_bytes",
		},
		keys(got["memory"]),
	)
	require.ElementsMatch(t, []string{"compile_seconds", "search_seconds"}, keys(got["time"]))
	for _, part := range []string{"states", "memory", "time"} {
		for k, v := range got[part].(map[string]any) {
			if k == "store_parts" {
				require.ElementsMatch(t, []string{"name", "bytes"}, keys(v.([]any)[0]))
				continue
			}
			require.IsType(t, float64(0), v, k)
		}
	}
	require.Equal(t, "violated", got["verdict"])
	require.Equal(t, float64(1), got["exit"])
	p := got["properties"].([]any)
	require.Len(t, p, 2)
	require.ElementsMatch(t, []string{"name", "kind", "verdict", "message", "trail"}, keys(p[0]))
	require.Equal(t, "end-state", p[0].(map[string]any)["kind"])
	require.Equal(
		t,
		"inconclusive",
		p[0].(map[string]any)["verdict"],
		"the search stopped at the assertion",
	)
}

func TestTrailThatCannotBeWritten(t *testing.T) {
	path := write(t, wrong)
	require.NoError(t, os.Mkdir(path+".trail", 0o755))
	r, err := verifier.Run(
		context.Background(),
		verifier.Options{Source: source.Source{Model: path}, Limits: verifier.Limits{Errors: 1}},
	)
	require.NoError(t, err)
	require.Equal(t, report.Violated, r.Verdict)
	require.Len(t, r.Warnings, 1)
	require.Contains(t, r.Warnings[0], "cannot write the trail")
	require.Equal(t, path+".assertions.trail", r.Properties[len(r.Properties)-1].Trail, "the other one is written")
}
