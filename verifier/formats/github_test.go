package formats_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/diag"
	"gospin/promela/lint"
	"gospin/promela/resolve"
	"gospin/verifier"
	"gospin/verifier/formats"
	"gospin/verifier/report"
)

// sarif is the part of SARIF that GitHub's code scanning uses.
type sarif struct {
	Schema  string `json:"$schema"`
	Version string
	Runs    []struct {
		Tool struct {
			Driver struct {
				Name  string
				Rules []struct {
					ID, Name                                string
					ShortDescription, FullDescription, Help struct{ Text string }
					DefaultConfiguration                    struct{ Level string }
					Properties                              struct {
						Tags     []string
						Severity string `json:"problem.severity"`
					}
				}
			}
		}
		Invocations []struct {
			ExitCode      int
			Notifications []struct{ Message struct{ Text string } } `json:"toolExecutionNotifications"`
		}
		Results []struct {
			RuleID              string
			RuleIndex           int
			Kind, Level         string
			Message             struct{ Text string }
			Locations           []sarifPlace
			PartialFingerprints map[string]string
			CodeFlows           []struct {
				ThreadFlows []struct {
					Locations []struct{ Location sarifPlace }
				}
			}
		}
	}
}

type sarifPlace struct {
	PhysicalLocation struct {
		ArtifactLocation struct{ URI string }
		Region           struct{ StartLine, StartColumn, EndLine, EndColumn int }
	}
}

// asGitHubAsks checks a document against GitHub's published rules for code scanning (SARIF support for code
// scanning: required properties, and validation limits), and returns it.
func asGitHubAsks(t *testing.T, text []byte) *sarif {
	t.Helper()
	s := &sarif{}
	require.NoError(t, json.Unmarshal(text, s))
	require.Equal(t, "2.1.0", s.Version)
	require.NotEmpty(t, s.Schema)
	require.Len(t, s.Runs, 1, "since 2025 runs of one tool in one upload are refused")
	run := s.Runs[0]
	rules := run.Tool.Driver.Rules
	require.NotEmpty(t, run.Tool.Driver.Name)
	ids := map[string]bool{}
	for _, r := range rules {
		require.False(t, ids[r.ID], r.ID)
		ids[r.ID] = true
		require.LessOrEqual(t, len(r.Name), 255)
		for _, text := range []string{r.ShortDescription.Text, r.FullDescription.Text} {
			require.NotEmpty(t, text)
			require.LessOrEqual(t, len(text), 1024)
		}
		require.NotEmpty(t, r.Help.Text)
		require.Contains(t, []string{"error", "warning", "note"}, r.DefaultConfiguration.Level)
		require.Contains(t, []string{"error", "warning", "recommendation"}, r.Properties.Severity)
		require.LessOrEqual(t, len(r.Properties.Tags), 10)
	}
	require.NotNil(t, run.Results)
	require.LessOrEqual(t, len(run.Results), 5000)
	for _, r := range run.Results {
		require.Equal(t, r.RuleID, rules[r.RuleIndex].ID)
		require.Empty(t, r.Kind, "kind is not looked at: what is no failure would be an alert")
		require.Contains(t, []string{"error", "warning", "note"}, r.Level)
		require.NotEmpty(t, r.Message.Text)
		require.Len(t, r.Locations, 1)
		require.NotEmpty(t, r.PartialFingerprints["primaryLocationLineHash"])
		places := r.Locations
		for _, flow := range r.CodeFlows {
			for _, thread := range flow.ThreadFlows {
				require.LessOrEqual(t, len(thread.Locations), 1000)
				for _, step := range thread.Locations {
					places = append(places, step.Location)
				}
			}
		}
		for _, p := range places {
			u, err := url.Parse(p.PhysicalLocation.ArtifactLocation.URI)
			require.NoError(t, err)
			require.False(t, u.IsAbs() || strings.HasPrefix(u.Path, "/") || strings.HasPrefix(u.Path, ".."), u)
			g := p.PhysicalLocation.Region
			require.Positive(t, g.StartLine)
			require.Positive(t, g.StartColumn)
			require.Equal(t, g.StartLine, g.EndLine)
			require.Greater(t, g.EndColumn, g.StartColumn)
		}
	}
	return s
}

// results returns the rules and levels, in order.
func (s *sarif) results() (out []string) {
	for _, r := range s.Runs[0].Results {
		out = append(out, r.Level+" "+r.RuleID)
	}
	return out
}

const unread = "byte w; active proctype P() { w = 1 }\n"

// TestSARIFHasOnlyFindings: properties that hold or have no answer are not results; violations, lints,
// remarks and errors in models are.
func TestSARIFHasOnlyFindings(t *testing.T) {
	require.Empty(t, asGitHubAsks(t, written(t, outcome(t, good, verifier.Options{}), "sarif")).results())
	o := outcome(t, many, verifier.Options{})
	s := asGitHubAsks(t, written(t, o, "sarif"))
	want := []string{}
	for _, p := range violations(o) {
		want = append(want, "error "+p.Kind)
	}
	require.Equal(t, want, s.results())
	for i, p := range violations(o) {
		for _, why := range p.Reasons() {
			require.Contains(t, s.Runs[0].Results[i].Message.Text, "\n"+why)
		}
	}
	o = outcome(t, good, verifier.Options{Limits: verifier.Limits{Depth: 3}})
	s = asGitHubAsks(t, written(t, o, "sarif"))
	require.Empty(t, s.results())
	require.Contains(t, s.Runs[0].Invocations[0].Notifications[0].Message.Text, "m.pml: assertions: inconclusive")

	o = outcome(t, unread, verifier.Options{})
	m, err := resolve.ParseFile(t.Context(), "m.pml", resolve.Options{})
	require.NoError(t, err)
	o.Lints, err = lint.Check(t.Context(), m, nil)
	require.NoError(t, err)
	o.Report.Remarks = []string{"what holds may hold for another reason"}
	s = asGitHubAsks(t, written(t, o, "sarif"))
	require.Equal(t, []string{"warning write-only", "note remark"}, s.results())
	require.Equal(t, 6, s.Runs[0].Results[0].Locations[0].PhysicalLocation.Region.StartColumn)
	o.Report, o.Err = nil, diag.List{diag.Errorf(diag.Pos{File: "m.pml", Line: 1, Col: 31}, "no")}
	require.Equal(t, []string{"error model-error", "warning write-only"},
		asGitHubAsks(t, written(t, o, "sarif")).results())
}

// TestSARIFWithinLimits: if there are too many findings, the errors remain; if a run is too long, its end
// remains.
func TestSARIFWithinLimits(t *testing.T) {
	const long = "short x; active proctype P() { do :: x < 1500 -> x++ :: else -> break od; assert(x == 0) }"
	o := outcome(t, long, verifier.Options{})
	for range 6000 {
		o.Lints.Add(diag.Warningf(diag.Pos{File: "m.pml", Line: 1, Col: 1}, "a warning"))
	}
	s := asGitHubAsks(t, written(t, o, "sarif"))
	require.Len(t, s.Runs[0].Results, 5000)
	require.Equal(t, "error assertion", s.results()[0])
	require.Len(t, s.Runs[0].Results[0].CodeFlows[0].ThreadFlows[0].Locations, 1000)
	require.Contains(t, s.Runs[0].Invocations[0].Notifications[0].Message.Text, "1001 results of the lowest levels")
}

// TestExpectedIsNoFinding: a violation that the model expects is not a finding, an expectation that is not
// met is one, in all formats.
func TestExpectedIsNoFinding(t *testing.T) {
	o := outcome(t, stuck, verifier.Options{})
	const name = "invalid end states"
	o.Expect = map[string]report.Verdict{name: report.Violated}
	require.Empty(t, asGitHubAsks(t, written(t, o, "sarif")).results())
	require.Zero(t, o.Exit())
	require.Contains(t, string(written(t, o, "json")), `"exit":0,`)
	require.Contains(t, string(written(t, o, "html")), "</span>, as expected</h1>")

	o.Expect = map[string]report.Verdict{name: report.Holds, "life": report.Violated}
	require.Equal(t, []string{"error end-state", "error expectation"},
		asGitHubAsks(t, written(t, o, "sarif")).results())
	require.Equal(t, 1, o.Exit())
	unmet := []string{"expected of life, which is no property", name + " violated, expected: holds"}
	require.Equal(t, unmet, o.Unmet())
	valid(t, schema(t, []byte(formats.Schema)), written(t, o, "json"))
	for _, text := range unmet {
		require.Contains(t, string(written(t, o, "json")), fmt.Sprintf("%q", text))
		require.Contains(t, string(written(t, o, "html")), text)
	}
	tests := string(written(t, o, "junit"))
	require.Contains(t, tests, `failures="2"`)
	require.Contains(t, tests, `message="violated, but expected: holds"`)
	o.Partial = true
	require.Equal(t, unmet[1:], o.Unmet())
}

// TestAnnotations: annotations are workflow commands of GitHub Actions, correctly escaped.
func TestAnnotations(t *testing.T) {
	o := outcome(t, "byte x; active proctype P() { x = 7 % 4; assert(x == 1) }", verifier.Options{})
	require.Equal(t, "::error file=m.pml,line=1,col=42,title=assertions%3A violated::assert(x == 1)%0A"+
		"x == 1 is false: x = 3 since step 1 of P (0)%0Agospin replay m.pml\n", string(written(t, o, "github")))
	o = outcome(t, "byte a,b\n byte a%;", verifier.Options{})
	require.Regexp(t, `^(::error file=m.pml,line=\d+,col=\d+,title=[^:,\n]*::[^\n]*\n)+$`, string(written(t, o, "github")))
	o = outcome(t, good, verifier.Options{Limits: verifier.Limits{Depth: 3}})
	require.Contains(t, string(written(t, o, "github")), "::warning file=m.pml,line=1,title=assertions%3A inconclusive")
	require.Empty(t, written(t, outcome(t, good, verifier.Options{}), "github"))
}

// TestFilesAreNamedFromTheRoot: paths are relative to the repository's root, wherever the command runs.
func TestFilesAreNamedFromTheRoot(t *testing.T) {
	o := outcome(t, stuck, verifier.Options{})
	here, err := os.Getwd()
	require.NoError(t, err)
	for root, want := range map[string]string{
		"": "m.pml", here: "m.pml", filepath.Dir(here): filepath.Base(here) + "/m.pml",
		filepath.Join(here, "sub"): "file://" + filepath.ToSlash(here) + "/m.pml",
	} {
		o.Root = root
		var s sarif
		require.NoError(t, json.Unmarshal(written(t, o, "sarif"), &s))
		require.Equal(t, want, s.Runs[0].Results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI)
	}
	o.Root, o.Source.Model = "", filepath.Join(here, "m.pml")
	asGitHubAsks(t, written(t, o, "sarif"))
}

// TestManyInOne: one run of SARIF and one page contain all models.
func TestManyInOne(t *testing.T) {
	schema := schemaFile(t, "sarif-schema-2.1.0.json")
	fine, refused := outcome(t, good, verifier.Options{}), outcome(t, "byte", verifier.Options{})
	bad := outcome(t, many, verifier.Options{})
	all := []*formats.Outcome{fine, bad, refused}
	var b bytes.Buffer
	require.NoError(t, formats.Write(&b, "sarif", all))
	valid(t, schema, b.Bytes())
	s := asGitHubAsks(t, b.Bytes())
	require.Len(t, s.results(), 1+len(violations(bad)))
	require.Equal(t, 2, s.Runs[0].Invocations[0].ExitCode)
	b.Reset()
	require.NoError(t, formats.Write(&b, "html", all))
	require.Contains(t, b.String(), "<title>3 models, 2 not as they should be</title>")
	require.Equal(t, 3, strings.Count(b.String(), "<section id="))
	require.Equal(t, len(violations(bad)), strings.Count(b.String(), `<iframe title="`))
}
