package formats

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"gospin/verifier/report"
)

type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Time     string       `xml:"time,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string          `xml:"name,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Skipped    int             `xml:"skipped,attr"`
		Time       string          `xml:"time,attr"`
		Timestamp  string          `xml:"timestamp,attr"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []junitCase     `xml:"testcase"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name    string       `xml:"name,attr"`
		Class   string       `xml:"classname,attr"`
		File    string       `xml:"file,attr,omitempty"`
		Line    int          `xml:"line,attr,omitempty"`
		Time    string       `xml:"time,attr"`
		Skipped *junitReason `xml:"skipped"`
		Failure *junitReason `xml:"failure"`
		Error   *junitReason `xml:"error"`
	}
	junitReason struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",cdata"`
	}
)

// writeJUnit writes a test suite for each model, with a test for each property. A violated property is a
// failure, an inconclusive one an error. A model that is refused is a test with an error.
func writeJUnit(w io.Writer, all []*Outcome) error {
	out := junitSuites{Name: "gospin"}
	var total float64
	for _, o := range all {
		s, took := o.suite()
		out.Tests, out.Failures, out.Errors = out.Tests+s.Tests, out.Failures+s.Failures, out.Errors+s.Errors
		out.Suites = append(out.Suites, *s)
		total += took
	}
	out.Time = seconds(total)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", " ")
	if err := enc.Encode(out); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// suite returns the tests for a model's properties, with the total time.
func (o *Outcome) suite() (*junitSuite, float64) {
	s := &junitSuite{Name: o.Title(), Timestamp: o.Start.UTC().Format("2006-01-02T15:04:05")}
	s.Properties = []junitProperty{{"version", o.Version}, {"command", strings.Join(o.Command, " ")}}
	var all float64
	if o.Report == nil {
		s.Cases = []junitCase{o.refused()}
	} else {
		all = o.testCases(s)
	}
	for _, c := range s.Cases {
		s.Tests++
		if c.Failure != nil {
			s.Failures++
		}
		if c.Error != nil {
			s.Errors++
		}
		if c.Skipped != nil {
			s.Skipped++
		}
	}
	s.Time = seconds(all)
	return s, all
}

func seconds(s float64) string { return fmt.Sprintf("%.3f", s) }

// testCases adds the properties, and returns the total time of their searches.
func (o *Outcome) testCases(s *junitSuite) (all float64) {
	took := map[string]float64{} // the properties of a search share its time
	for _, r := range o.Report.All {
		t := r.Time.Compile + r.Time.Search
		for _, p := range r.Properties {
			took[p.Kind+p.Name] = t / float64(len(r.Properties))
		}
		all += t
	}
	for i := range o.Report.Properties {
		p := &o.Report.Properties[i]
		c := junitCase{Name: p.Name, Class: o.Title(), Time: seconds(took[p.Kind+p.Name])}
		why := &junitReason{Message: p.What(), Type: p.Kind}
		if p.Place != nil {
			c.File, c.Line = p.Place.File, p.Place.Line
		}
		text, expected := o.difference(p)
		switch {
		case o.passes(p):
		case expected:
			why.Message, c.Failure = text, why
			if p.Verdict == report.Violated {
				why.Text = o.told(p)
			}
		case p.Verdict == report.Violated:
			c.Failure, why.Text = why, o.told(p)
		default:
			c.Error = why
			if why.Message == "" {
				why.Message = "inconclusive"
			}
		}
		if p.Absent {
			c.Skipped = &junitReason{Message: "none in the model", Type: "absent"}
		}
		s.Cases = append(s.Cases, c)
	}
	for _, text := range o.unknown() {
		s.Cases = append(s.Cases, junitCase{Name: "expectations", Class: o.Title(), Time: seconds(0),
			Failure: &junitReason{Message: text, Type: "expectation"}})
	}
	for _, text := range o.Report.Remarks {
		s.Properties = append(s.Properties, junitProperty{"remark", text})
	}
	return all
}

// told describes the run of a violated property, in lines.
func (o *Outcome) told(p *report.Property) string {
	var b strings.Builder
	b.WriteString("\n")
	if p.Place != nil {
		fmt.Fprintf(&b, "%s:%d:%d: ", p.Place.File, p.Place.Line, p.Place.Column)
	}
	b.WriteString(p.What() + "\n")
	for _, why := range p.Reasons() {
		b.WriteString(why + "\n")
	}
	if p.Replay != "" {
		fmt.Fprintf(&b, "replay: %s\n", p.Replay)
	}
	if !p.HasRun() {
		return b.String()
	}
	if r := o.run(p); r != nil {
		for i := range r.Steps {
			if r.Cycle != nil && *r.Cycle == i {
				b.WriteString("the cycle begins:\n")
			}
			b.WriteString(r.Steps[i].text() + "\n")
		}
	}
	return b.String()
}

// refused returns the test for a model or a command line that is refused.
func (o *Outcome) refused() junitCase {
	var lines []string
	all := Problems(o.Err)
	for _, p := range all {
		line := p.Message
		if p.Line > 0 {
			line = fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message)
		}
		if p.Hint != "" {
			line += " (" + p.Hint + ")"
		}
		lines = append(lines, line)
	}
	return junitCase{Name: "model", Class: o.Title(), File: all[0].File, Line: all[0].Line,
		Time:  seconds(time.Since(o.Start).Seconds()),
		Error: &junitReason{Message: all[0].Message, Type: "refused", Text: strings.Join(lines, "\n")}}
}
