package formats_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/joshdk/go-junit"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/formats"
	"gospin/verifier/report"
	"gospin/verifier/source"
)

const (
	good = "byte x; active proctype P() { do :: x < 9 -> x++ :: else -> break od; assert(x == 9) }"
	many = `mtype = { hi, lo };
chan c = [1] of { mtype, byte };
chan r = [0] of { byte };
byte a[3];
short x = -1;
active proctype P() { c!hi,2; a[1] = 3; r!7; x = 0; do :: x < 3 -> x++ :: x = 0 od }
proctype R() { byte k; k = 4; x = k }
active proctype Q() { mtype m; byte v; c?m,v; r?v; run R(); assert(x <= 0) }
ltl low { [] (x < 3) }
ltl back { <>[] (x == 0) }
ltl fine { [] (a[0] == 0) }
`
	stuck = "chan c = [0] of { byte };\nactive proctype P() { printf(\"<&>\\n\");\n c!1 }\n"
	never = "byte x; active proctype P() { do :: x = 1 - x od } never { do :: x == 1 -> break :: true od }"
	cycle = "byte x; active proctype P() { do :: x = 1 - x od }"
	trace = "chan c = [1] of { byte }; active proctype P() { c!1; c?_; c!2 } notrace { c!1; c!2 }"
)

// kinds are models, flags, and the resulting verdicts.
var kinds = map[string]struct {
	text    string
	options verifier.Options
	verdict report.Verdict
}{
	"holds":     {good, verifier.Options{}, report.Holds},
	"many":      {many, verifier.Options{}, report.Violated},
	"every":     {many, verifier.Options{AllTrail: true, Order: "dfs"}, report.Violated},
	"end state": {stuck, verifier.Options{Stats: true}, report.Violated},
	"never":     {never, verifier.Options{}, report.Violated},
	"progress": {
		cycle,
		verifier.Options{Question: verifier.Question{NonProgress: true}},
		report.Violated,
	},
	"fair":     {many, verifier.Options{Question: verifier.Question{Fair: "weak"}}, report.Violated},
	"trace":    {trace, verifier.Options{}, report.Violated},
	"depth":    {good, verifier.Options{Limits: verifier.Limits{Depth: 3}}, report.Inconclusive},
	"stats":    {good, verifier.Options{Stats: true, Workers: 1}, report.Holds},
	"workers":  {good, verifier.Options{Workers: 2}, report.Holds},
	"order":    {good, verifier.Options{Order: "bfs"}, report.Holds},
	"collapse": {good, verifier.Options{Storage: verifier.Storage{Compress: "collapse"}}, report.Holds},
	"trained":  {good, verifier.Options{Storage: verifier.Storage{Compress: "trained"}}, report.Holds},
	"auto":     {good, verifier.Options{Storage: verifier.Storage{Compress: "auto"}}, report.Holds},
	"delta":    {good, verifier.Options{Storage: verifier.Storage{Compress: "delta"}}, report.Holds},
	"diff":     {good, verifier.Options{Storage: verifier.Storage{Compress: "diff"}}, report.Holds},
	"unmove":   {good, verifier.Options{Storage: verifier.Storage{Compress: "unmove"}}, report.Holds},
	"cache":    {good, verifier.Options{Caching: verifier.Caching{Cache: "100%"}}, report.Holds},
	"sweep":    {good, verifier.Options{Sweeping: verifier.Sweeping{Sweep: "x"}}, report.Holds},
	"bitstate": {
		good,
		verifier.Options{Approximate: verifier.Approximate{Bitstate: true, Width: 16, Runs: 2}},
		report.Inconclusive,
	},
	"hash": {
		good,
		verifier.Options{Approximate: verifier.Approximate{Hash: 64}},
		report.Inconclusive,
	},
	"formula": {
		good,
		verifier.Options{Source: source.Source{Formulas: []string{"[] (x < 5)"}}},
		report.Violated,
	},
	"first only": {many, verifier.Options{First: true}, report.Violated},
}

// outcome verifies a model in a folder of its own.
func outcome(t *testing.T, text string, options verifier.Options) *formats.Outcome {
	t.Helper()
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(text), 0o644))
	options.Model = "m.pml"
	options.Memory = 1 << 28
	if options.Errors == 0 {
		options.Errors = 1
	}
	r, err := verifier.Run(context.Background(), options)
	return &formats.Outcome{Report: r, Err: err, Source: options.Source, Version: "test", Start: time.Now(),
		Command: []string{"gospin", "verify", "m.pml"}, Traces: true}
}

func written(t *testing.T, o *formats.Outcome, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, o.Write(&b, format))
	require.Empty(t, o.Missed())
	return b.Bytes()
}

func schema(t *testing.T, text []byte) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource("schema.json", doc))
	s, err := c.Compile("schema.json")
	require.NoError(t, err)
	return s
}

func schemaFile(t *testing.T, path string) *jsonschema.Schema {
	text, err := os.ReadFile(filepath.Join("testdata", path))
	require.NoError(t, err)
	return schema(t, text)
}

func valid(t *testing.T, s *jsonschema.Schema, text []byte) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	require.NoError(t, s.Validate(doc), "%s", text)
}

// TestOfAllKinds: all reports conform to the schemas, and a reader of JUnit's XML accepts them. SARIF's
// schema is OASIS's, with errata 01.
func TestOfAllKinds(t *testing.T) {
	own, sarif := schema(t, []byte(formats.Schema)), schemaFile(t, "sarif-schema-2.1.0.json")
	itf := schemaFile(t, "itf.schema.json")
	for name, k := range kinds {
		t.Run(name, func(t *testing.T) {
			o := outcome(t, k.text, k.options)
			require.NoError(t, o.Err)
			require.Equal(t, k.verdict, o.Report.Verdict, o.Report.Reason)
			object := written(t, o, "json")
			require.Equal(t, 1, bytes.Count(object, []byte("\n")))
			valid(t, own, object)
			valid(t, sarif, written(t, o, "sarif"))
			asTests(t, o)
			page := string(written(t, o, "html"))
			require.Equal(t, len(violations(o)), strings.Count(page, `<iframe title="`))
			require.NotContains(t, page, `="http`, "nothing is loaded from elsewhere")
			if o.Report.Verdict != report.Violated {
				require.ErrorIs(t, o.Write(&bytes.Buffer{}, "itf"), formats.ErrNoTrace)
				return
			}
			valid(t, itf, written(t, o, "itf"))
			adds(t, object, written(t, o, "itf"))
		})
	}
}

func violations(o *formats.Outcome) (out []report.Property) {
	for _, p := range o.Report.Properties {
		if p.Verdict == report.Violated && p.Trail != "" {
			out = append(out, p)
		}
	}
	return out
}

var statuses = map[report.Verdict]junit.Status{report.Holds: junit.StatusPassed,
	report.Violated: junit.StatusFailed, report.Inconclusive: junit.StatusError}

// asTests reads the report as tests: as many have failed as properties are violated.
func asTests(t *testing.T, o *formats.Outcome) {
	t.Helper()
	suites, err := junit.Ingest(written(t, o, "junit"))
	require.NoError(t, err)
	require.Len(t, suites, 1)
	require.Len(t, suites[0].Tests, len(o.Report.Properties))
	for i, p := range o.Report.Properties {
		got := suites[0].Tests[i]
		require.Equal(t, p.Name, got.Name)
		status := statuses[p.Verdict]
		if p.Absent {
			status = junit.StatusSkipped
		}
		require.Equal(t, status, got.Status)
		if p.Verdict == report.Violated {
			require.Contains(t, got.Error.Error(), p.What())
			require.Contains(t, got.Error.Error(), "replay: gospin replay")
		}
	}
}

// adds checks the first trace of a report: its changes, applied to the initial values, give the numbers of
// the last state in the Informal Trace Format, in which every state has all variables.
func adds(t *testing.T, report, itf []byte) {
	t.Helper()
	var r struct {
		Searches []struct {
			Properties []struct{ Trace *formats.Trace }
		}
	}
	require.NoError(t, json.Unmarshal(report, &r))
	var first *formats.Trace
	for _, s := range r.Searches {
		for _, p := range s.Properties {
			if first == nil {
				first = p.Trace
			}
		}
	}
	values := map[string]string{}
	for _, v := range first.Initial {
		values[v.Name] = v.Value
	}
	for _, s := range first.Steps {
		for _, c := range s.Changes {
			if c.Before != nil {
				require.Equal(t, values[c.Name], *c.Before)
			}
			if delete(values, c.Name); c.After != nil {
				values[c.Name] = *c.After
			}
		}
	}
	var got struct {
		Vars   []string
		Loop   *int
		States []map[string]any
	}
	require.NoError(t, json.Unmarshal(itf, &got))
	for _, s := range got.States {
		require.Len(t, s, 1+len(got.Vars))
	}
	require.Equal(t, first.Cycle != nil, got.Loop != nil)
	last := got.States[len(got.States)-1]
	if got.Loop != nil {
		start := got.States[*got.Loop]
		delete(start, "#meta")
		end := map[string]any{}
		for k, v := range last {
			end[k] = v
		}
		delete(end, "#meta")
		require.Equal(t, start, end)
	}
	for name, value := range last {
		if record, _ := value.(map[string]any); record["#bigint"] != nil {
			require.Equal(t, values[name], record["#bigint"])
		} else if list, is := value.([]any); is && values[name+"[0]"] != "" {
			for i, v := range list {
				require.Equal(t, values[fmt.Sprintf("%s[%d]", name, i)], v.(map[string]any)["#bigint"])
			}
		}
	}
}

// TestTraceOfAClaimsAssertion: the trace includes the claim's failing step and its error, although the claim
// does not move.
func TestTraceOfAClaimsAssertion(t *testing.T) {
	const text = "byte x; active proctype P() { x = 1; x = 2 } never { do :: assert(x != 2) od }"
	o := outcome(t, text, verifier.Options{Question: verifier.Question{Only: []string{ask.OnlyClaims}}})
	var d struct {
		Properties []struct{ Trace formats.Trace }
	}
	require.NoError(t, json.Unmarshal(written(t, o, "json"), &d))
	steps := d.Properties[0].Trace.Steps
	last := steps[len(steps)-1]
	require.Equal(t, "claim", last.Process)
	require.Equal(t, 5, last.Number)
	require.Equal(t, []string{"assertion violated: assert(x != 2)"}, last.Errors)
	require.Contains(t, string(written(t, o, "junit")), "\n5 claim assert(x != 2)")
}

// TestRefusals: all formats except traces report that a model was refused.
func TestRefusals(t *testing.T) {
	own, sarif := schema(t, []byte(formats.Schema)), schemaFile(t, "sarif-schema-2.1.0.json")
	o := outcome(t, "byte x;\nactive proctype P() { yy = 1; x = zz + é }\n", verifier.Options{})
	require.Error(t, o.Err)
	for _, err := range []error{o.Err, fmt.Errorf("-m takes\na number")} {
		o.Err = err
		object := written(t, o, "json")
		valid(t, own, object)
		require.Contains(t, string(object), `"exit":2,"error":{"file":`)
		valid(t, sarif, written(t, o, "sarif"))
		require.Contains(t, string(written(t, o, "html")), "refused")
		suites, err := junit.Ingest(written(t, o, "junit"))
		require.NoError(t, err)
		require.Equal(t, 1, suites[0].Totals.Error)
		require.ErrorIs(t, o.Write(&bytes.Buffer{}, "itf"), formats.ErrNoTrace)
	}
}

// TestFilesAreThereAsAWhole: a file is either complete or unchanged.
func TestFilesAreThereAsAWhole(t *testing.T) {
	o := outcome(t, stuck, verifier.Options{})
	require.NoError(t, o.WriteFile("t.itf.json", "itf"))
	require.NoError(t, os.Mkdir("folder", 0o755))
	require.Error(t, o.WriteFile("folder", "json"))
	require.Error(t, o.WriteFile("nowhere/r.json", "json"))
	files, err := filepath.Glob("*.new")
	require.NoError(t, err)
	require.Empty(t, files)
	o.Report.Properties = nil
	require.ErrorContains(t, o.WriteFile("t.itf.json", "itf"), "the one of an earlier run is removed")
	require.NoFileExists(t, "t.itf.json")
}
