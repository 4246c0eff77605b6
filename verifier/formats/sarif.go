package formats

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gospin/verifier/report"
)

// What is used of SARIF 2.1.0; the sections are those of its specification.
type (
	sarifLog struct { // 3.13
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct { // 3.14
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
	}
	sarifTool struct { // 3.18
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct { // 3.19
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct { // 3.49
		ID               string    `json:"id"`
		ShortDescription sarifText `json:"shortDescription"`
	}
	sarifText struct { // 3.11
		Text string `json:"text"`
	}
	sarifInvocation struct { // 3.20
		Successful    bool           `json:"executionSuccessful"`
		CommandLine   string         `json:"commandLine,omitempty"`
		Start         string         `json:"startTimeUtc,omitempty"`
		ExitCode      int            `json:"exitCode"`
		Notifications []sarifMessage `json:"toolExecutionNotifications,omitempty"`
	}
	sarifMessage struct { // 3.58
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
	}
	sarifResult struct { // 3.27
		RuleID     string          `json:"ruleId"`
		RuleIndex  int             `json:"ruleIndex"`
		Kind       string          `json:"kind"`
		Level      string          `json:"level"`
		Message    sarifText       `json:"message"`
		Locations  []sarifLocation `json:"locations"`
		CodeFlows  []sarifFlow     `json:"codeFlows,omitempty"`
		Properties map[string]any  `json:"properties,omitempty"`
	}
	sarifLocation struct { // 3.28
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct { // 3.29
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct { // 3.4
		URI string `json:"uri"`
	}
	sarifRegion struct { // 3.30
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
	}
	sarifFlow struct { // 3.36
		ThreadFlows []sarifThread `json:"threadFlows"`
	}
	sarifThread struct { // 3.37
		Locations []sarifStep `json:"locations"`
	}
	sarifStep struct { // 3.38
		Location       sarifLocation        `json:"location"`
		State          map[string]sarifText `json:"state,omitempty"`
		ExecutionOrder int                  `json:"executionOrder"`
	}
)

// sarifRules are the kinds of properties, and how a model is refused.
var sarifRules = []sarifRule{
	{"assertion", sarifText{"An assertion fails, or a run-time error stops the model."}},
	{"end-state", sarifText{"No process can move, and not all are in valid end states."}},
	{"limit", sarifText{"A run comes to a limit of models, such as 255 processes."}},
	{"ltl", sarifText{"A run breaks a formula of linear temporal logic."}},
	{"never", sarifText{"A run is accepted by a never claim, or an assertion in it fails."}},
	{"non-progress", sarifText{"A run goes on for ever without progress."}},
	{"acceptance", sarifText{"A run comes to an acceptance state again and again."}},
	{"trace", sarifText{"A run has events that a trace assertion does not allow."}},
	{"notrace", sarifText{"A run has the events that a notrace assertion forbids."}},
	{"overflow", sarifText{"A value does not fit into what it is put into."}},
	{"remark", sarifText{"Something holds, but perhaps for another reason than is thought."}},
	{"model-error", sarifText{"The model, or the command line, is refused."}},
}

// writeSARIF writes a result for each property: of a kind that fails if it is violated, else pass, or open if
// it is inconclusive.
func (o *Outcome) writeSARIF(w io.Writer) error {
	at := sarifInvocation{
		Successful:  o.Report != nil,
		CommandLine: strings.Join(o.Command, " "),
		ExitCode:    o.exit(),
	}
	if !o.Start.IsZero() {
		at.Start = o.Start.UTC().Format(time.RFC3339)
	}
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{"gospin", o.Version, slices.Clone(sarifRules)}
	if o.Report == nil {
		for _, p := range Problems(o.Err) {
			text := p.Message
			if p.Hint != "" {
				text += " (" + p.Hint + ")"
			}
			r := sarifResult{RuleID: "model-error", Kind: "fail", Level: "error", Message: sarifText{text}}
			r.Locations = o.locations(&report.Place{File: p.File, Line: p.Line, Column: p.Column})
			run.add(r)
		}
	} else {
		for _, text := range o.Report.Warnings {
			at.Notifications = append(at.Notifications, sarifMessage{Level: "warning", Message: sarifText{text}})
		}
		for i := range o.Report.Properties {
			run.add(o.result(&o.Report.Properties[i]))
		}
		for _, text := range o.Report.Remarks {
			r := sarifResult{RuleID: "remark", Kind: "review", Level: "none", Message: sarifText{text}}
			r.Locations = o.locations(nil)
			run.add(r)
		}
	}
	run.Invocations = []sarifInvocation{at}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(sarifLog{"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/" +
		"sarif-schema-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// add adds a result, and its rule if that is none of the known ones.
func (r *sarifRun) add(result sarifResult) {
	rules := &r.Tool.Driver.Rules
	i := slices.IndexFunc(*rules, func(one sarifRule) bool { return one.ID == result.RuleID })
	if i < 0 {
		i = len(*rules)
		*rules = append(*rules, sarifRule{result.RuleID, sarifText{result.RuleID}})
	}
	result.RuleIndex = i
	r.Results = append(r.Results, result)
}

// result is that of a property.
func (o *Outcome) result(p *report.Property) sarifResult {
	r := sarifResult{RuleID: p.Kind, Kind: "pass", Level: "none"}
	r.Properties = map[string]any{"property": p.Name}
	text := p.Name + ": " + string(p.Verdict)
	if p.Message != "" {
		text += ": " + p.Message
	}
	for _, why := range p.Why {
		text += "\n" + why
	}
	r.Message.Text = text
	place := p.Place
	switch p.Verdict {
	case report.Inconclusive:
		r.Kind = "open"
	case report.Violated:
		r.Kind, r.Level = "fail", "error"
		if p.Trail == "" {
			break
		}
		r.Properties["trail"] = p.Trail
		r.Properties["replay"] = p.Replay
		run := o.run(p)
		if run == nil {
			break
		}
		flow := o.flow(run)
		if len(flow) > 0 {
			r.CodeFlows = []sarifFlow{{[]sarifThread{{flow}}}}
		}
		for i := len(run.Steps) - 1; i >= 0 && place == nil; i-- {
			place = run.Steps[i].Place
		}
	}
	if p.Absent {
		r.Kind, r.Message.Text = "notApplicable", p.Name+": none in the model"
	}
	r.Locations = o.locations(place)
	return r
}

// flow are the steps of a run that have a place.
func (o *Outcome) flow(r *run) []sarifStep {
	var out []sarifStep
	for i := range r.Steps {
		s := &r.Steps[i]
		if s.Place == nil {
			continue
		}
		at := o.locations(s.Place)[0]
		at.Message = &sarifText{s.text()}
		if r.Cycle != nil && *r.Cycle == i {
			at.Message.Text = "the cycle begins: " + at.Message.Text
		}
		step := sarifStep{Location: at, ExecutionOrder: len(out) + 1}
		for _, c := range s.Changes {
			if c.After != nil {
				if step.State == nil {
					step.State = map[string]sarifText{}
				}
				step.State[c.Name] = sarifText{*c.After}
			}
		}
		out = append(out, step)
	}
	return out
}

// locations are a place, or the model where there is none.
func (o *Outcome) locations(p *report.Place) []sarifLocation {
	l := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{uri(o.Source.Model)}}}
	if p != nil && p.File != "" {
		l.Physical.Artifact.URI = uri(p.File)
	}
	if p != nil && p.Line > 0 {
		l.Physical.Region = &sarifRegion{p.Line, o.column(p.File, p.Line, p.Column)}
	}
	return []sarifLocation{l}
}

// uri names a file: relative if its path is.
func uri(path string) string {
	u := url.URL{Path: filepath.ToSlash(path)}
	if filepath.IsAbs(path) {
		u.Scheme = "file"
		if !strings.HasPrefix(u.Path, "/") {
			u.Path = "/" + u.Path
		}
	}
	return u.String()
}
