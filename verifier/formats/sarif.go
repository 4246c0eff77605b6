package formats

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The parts of SARIF 2.1.0 that are used, with the sections of its specification.
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
		ID               string         `json:"id"`
		Name             string         `json:"name"`
		ShortDescription sarifText      `json:"shortDescription"`
		FullDescription  sarifText      `json:"fullDescription"`
		Help             sarifText      `json:"help"`
		Default          sarifLevel     `json:"defaultConfiguration"`
		Properties       map[string]any `json:"properties"`
	}
	sarifLevel struct { // 3.50
		Level string `json:"level"`
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
		RuleID     string            `json:"ruleId"`
		RuleIndex  int               `json:"ruleIndex"`
		Level      string            `json:"level"`
		Message    sarifText         `json:"message"`
		Locations  []sarifLocation   `json:"locations"`
		Prints     map[string]string `json:"partialFingerprints"`
		CodeFlows  []sarifFlow       `json:"codeFlows,omitempty"`
		Properties map[string]any    `json:"properties,omitempty"`
	}
	sarifLocation struct { // 3.28
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct { // 3.29
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct { // 3.4
		URI string `json:"uri"`
	}
	sarifRegion struct { // 3.30
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"` // after the last character
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

// Limits of GitHub's code scanning.
const (
	maxResults = 5000 // of a run
	maxSteps   = 1000 // of a result
)

// writeSARIF writes a run with a result for each finding, and notifications for the rest.
func writeSARIF(w io.Writer, all []*Outcome) error {
	at := sarifInvocation{Successful: true, ExitCode: Worst(all)}
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "gospin", Rules: sarifRules()}
	for i, o := range all {
		if i == 0 {
			run.Tool.Driver.Version, at.CommandLine = o.Version, strings.Join(o.Command, " ")
			if !o.Start.IsZero() {
				at.Start = o.Start.UTC().Format(time.RFC3339)
			}
		}
		at.Successful = at.Successful && o.Err == nil
		at.Notifications = append(at.Notifications, o.notifications()...)
		list := o.findings()
		for i := range list {
			run.Results = append(run.Results, o.result(&list[i], run.Tool.Driver.Rules))
		}
	}
	if n := len(run.Results); n > maxResults {
		slices.SortStableFunc(run.Results, func(a, b sarifResult) int {
			return slices.Index(levels, a.Level) - slices.Index(levels, b.Level)
		})
		run.Results = run.Results[:maxResults]
		text := fmt.Sprintf("%d results of the lowest levels are left out", n-maxResults)
		at.Notifications = append(at.Notifications, warned(text))
	}
	run.Invocations = []sarifInvocation{at}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(sarifLog{"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/" +
		"sarif-schema-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// levels are the levels of results, the highest first.
var levels = []string{levelError, levelWarning, levelNote}

func warned(text string) sarifMessage {
	return sarifMessage{Level: levelWarning, Message: sarifText{text}}
}

// notifications returns messages that are not findings: warnings that no lint gives, and properties without
// an answer.
func (o *Outcome) notifications() (out []sarifMessage) {
	if o.Report == nil {
		return nil
	}
	known := map[string]bool{}
	for _, d := range o.Lints {
		known[d.String()] = true
	}
	add := func(text string) {
		if !known[text] {
			out = append(out, warned(text))
		}
	}
	for _, text := range o.Report.Warnings {
		add(text)
	}
	for _, text := range o.undecided() {
		add(o.Title() + ": " + text)
	}
	return out
}

// result converts a finding.
func (o *Outcome) result(f *finding, rules []sarifRule) sarifResult {
	r := sarifResult{RuleID: f.rule, RuleIndex: ruleIndex(rules, f.rule), Level: f.level}
	r.Message.Text = f.text()
	r.Locations = []sarifLocation{o.location(f.file, f.line, f.column)}
	r.Prints = map[string]string{"primaryLocationLineHash": o.fingerprint(f)}
	p := f.property
	if p == nil {
		return r
	}
	r.Properties = map[string]any{"property": p.Name}
	if p.Trail != "" {
		r.Properties["trail"], r.Properties["replay"] = p.Trail, p.Replay
	}
	if !p.HasRun() {
		return r
	}
	if run := o.run(p); run != nil {
		if flow := o.flow(run); len(flow) > 0 {
			r.CodeFlows = []sarifFlow{{[]sarifThread{{flow[max(0, len(flow)-maxSteps):]}}}}
		}
	}
	return r
}

// fingerprint returns the fingerprint of a finding's line, or of its file and rule if the line can't be read.
func (o *Outcome) fingerprint(f *finding) string {
	o.load(f.file)
	if marks := o.marks[f.file]; f.line <= len(marks) {
		return marks[f.line-1]
	}
	return o.relative(f.file) + ":" + f.rule
}

// flow returns the steps of a run that have a place.
func (o *Outcome) flow(r *run) []sarifStep {
	var out []sarifStep
	for i := range r.Steps {
		s := &r.Steps[i]
		if s.Place == nil {
			continue
		}
		at := o.location(s.Place.File, s.Place.Line, o.column(s.Place.File, s.Place.Line, s.Place.Column))
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

// location returns a place up to the end of its line, or the whole line if there is no column.
func (o *Outcome) location(file string, line, column int) sarifLocation {
	line, column = max(1, line), max(1, column)
	end := 1 + len([]rune(strings.TrimRight(o.source(file, line), "\r")))
	return sarifLocation{Physical: sarifPhysical{
		Artifact: sarifArtifact{uri(o.relative(file))},
		Region:   sarifRegion{line, column, line, max(end, column+1)},
	}}
}

// uri returns the URI of a relative or absolute path with slashes.
func uri(path string) string {
	u := url.URL{Path: path}
	if filepath.IsAbs(filepath.FromSlash(path)) {
		u.Scheme = "file"
		if !strings.HasPrefix(u.Path, "/") {
			u.Path = "/" + u.Path
		}
	}
	return u.String()
}
