package formats

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"gospin/promela/diag"
	"gospin/verifier/host"
	"gospin/verifier/report"
	"gospin/vm"
)

// property is a property of the report with its trace.
type property struct {
	*report.Property
	Trace *Trace `json:"trace,omitempty"`
}

// document is a report in JSON. Fields that belong to one search, not to the run, are those of the first
// search, and also in searches[0].
type document struct {
	Version string `json:"version"`
	*report.Report
	Properties []property       `json:"properties"`
	Searches   []one            `json:"searches"`
	Warnings   []string         `json:"warnings,omitempty"`
	Coverage   *report.Coverage `json:"coverage,omitempty"`
	// the verdicts that the model expects, by property, and those that are not met
	Expect map[string]report.Verdict `json:"expected,omitempty"`
	Unmet  []string                  `json:"unmet,omitempty"`
}

// one is a search. Its empty fields hide those of the whole run.
type one struct {
	*report.Report
	Properties []property     `json:"properties"`
	Searches   []one          `json:"searches,omitempty"`
	Model      *string        `json:"model,omitempty"`
	Exit       *int           `json:"exit,omitempty"`
	Options    map[string]any `json:"options,omitempty"`
	Unreached  []vm.Unreached `json:"unreached"`
}

// refusal is written if there is no report.
type refusal struct {
	Version string    `json:"version"`
	Exit    int       `json:"exit"`
	Error   Problem   `json:"error"`          // the first
	Also    []Problem `json:"also,omitempty"` // the others
	PeakRSS int64     `json:"peak_rss_bytes"` // 0 if unknown
}

// writeJSON writes one object in one line.
func (o *Outcome) writeJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if o.Report == nil {
		all := Problems(o.Err)
		return enc.Encode(refusal{o.Version, o.Exit(), all[0], all[1:], host.PeakRSS()})
	}
	r := *o.Report
	r.Exit = o.Exit()
	if r.Unreached == nil {
		r.Unreached = []vm.Unreached{}
	}
	d := document{
		Version:    o.Version,
		Report:     &r,
		Properties: o.properties(r.Properties),
		Warnings:   r.Warnings,
		Expect:     o.Expect,
		Unmet:      o.Unmet(),
	}
	if o.Coverage {
		d.Coverage = r.Coverage
	}
	for _, s := range r.All {
		unreached := s.Unreached
		if unreached == nil {
			unreached = []vm.Unreached{}
		}
		d.Searches = append(d.Searches,
			one{Report: s, Properties: o.properties(s.Properties), Unreached: unreached})
	}
	return enc.Encode(d)
}

func (o *Outcome) properties(list []report.Property) []property {
	out := []property{}
	for i := range list {
		p := property{Property: &list[i]}
		if o.Traces && p.HasRun() {
			if r := o.run(p.Property); r != nil {
				p.Trace = &r.Trace
			}
		}
		out = append(out, p)
	}
	return out
}

// Read reads a report that was written as json. If a refusal was written, its message is the error.
func Read(text []byte) (*report.Report, error) {
	var d struct {
		*report.Report
		Searches []*report.Report `json:"searches"`
		Warnings []string         `json:"warnings"`
		Error    *Problem         `json:"error"`
	}
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, fmt.Errorf("not a report as JSON: %w", err)
	}
	switch {
	case d.Error != nil:
		return nil, d.Error.diagnostic()
	case d.Report == nil || d.Verdict == "":
		return nil, errors.New("not a report as JSON: it has no verdict")
	}
	d.All, d.Report.Warnings = d.Searches, d.Warnings
	return d.Report, nil
}

// diagnostic returns the problem as an error with its place.
func (p *Problem) diagnostic() error {
	if p.File == "" {
		return errors.New(p.Message)
	}
	at := diag.Pos{File: p.File, Line: p.Line, Col: p.Column}
	return diag.List{{Severity: diag.Error, Pos: at, Msg: p.Message, Hint: p.Hint}}
}
