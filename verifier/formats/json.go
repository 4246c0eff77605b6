package formats

import (
	"encoding/json"
	"io"

	"gospin/verifier/host"
	"gospin/verifier/report"
	"gospin/vm"
)

// property is one of a report, with its trace.
type property struct {
	*report.Property
	Trace *Trace `json:"trace,omitempty"`
}

// document is a report as it is written. What it has of one search, beside what is of the whole run, is of
// the first one, as is searches[0].
type document struct {
	Version string `json:"version"`
	*report.Report
	Properties []property `json:"properties"`
	Searches   []one      `json:"searches"`
	Warnings   []string   `json:"warnings,omitempty"`
	// What the model expects of properties, by their names, and what is not so.
	Expect map[string]report.Verdict `json:"expected,omitempty"`
	Unmet  []string                  `json:"unmet,omitempty"`
}

// one is a search. The fields without values are those of the whole run, left out.
type one struct {
	*report.Report
	Properties []property     `json:"properties"`
	Searches   []one          `json:"searches,omitempty"`
	Model      *string        `json:"model,omitempty"`
	Exit       *int           `json:"exit,omitempty"`
	Options    map[string]any `json:"options,omitempty"`
	Unreached  []vm.Unreached `json:"unreached"`
}

// refusal is written instead of a report.
type refusal struct {
	Version string    `json:"version"`
	Exit    int       `json:"exit"`
	Error   Problem   `json:"error"`          // the first
	Also    []Problem `json:"also,omitempty"` // the others
	PeakRSS int64     `json:"peak_rss_bytes"` // 0: not known
}

// writeJSON writes one object on a line.
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
