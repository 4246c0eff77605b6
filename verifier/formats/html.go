package formats

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"

	"gospin/verifier/report"
	"gospin/verifier/trail/page"
	"gospin/verifier/trail/story"
)

//go:embed page.html
var pageText string

// pageTemplate is parsed when it is asked for: most runs write no page.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("report").Funcs(template.FuncMap{"size": report.Size}).Parse(pageText))
})

// shown is a violated property, with the page of its run.
type shown struct {
	*report.Property
	Page string // "": there is none
	Why  string // there is none
}

// writeHTML writes one self-contained page: the verdicts, what the searches came to, and of each violated
// property the page of its run, within.
func (o *Outcome) writeHTML(w io.Writer) error {
	data := map[string]any{
		"Model":   o.Source.Model,
		"Version": o.Version,
		"Command": strings.Join(o.Command, " "),
		"Start":   o.Start.Format("2006-01-02 15:04"),
		"Report":  o.Report,
	}
	if o.Report == nil {
		data["Problems"] = Problems(o.Err)
		return pageTemplate().Execute(w, data)
	}
	var list []shown
	for i := range o.Report.Properties {
		p := &o.Report.Properties[i]
		if p.Verdict != report.Violated {
			continue
		}
		s := shown{Property: p, Why: "the property has no trail of its own"}
		if p.Trail != "" {
			text, err := o.page(p)
			if s.Page = text; err != nil {
				s.Why = err.Error()
			}
		}
		list = append(list, s)
	}
	data["Shown"], data["Searches"] = list, o.Report.All
	return pageTemplate().Execute(w, data)
}

// page is the page of the run that violates a property.
func (o *Outcome) page(p *report.Property) (string, error) {
	m, tr, err := o.machine(p.Trail)
	if err != nil {
		return "", err
	}
	about := page.About{Model: o.Source.Model, Read: o.Source.Read, Replay: p.Replay,
		Verdict: fmt.Sprintf("%s: %s", p.Name, p.Message), Remarks: slices.Clone(p.Why)}
	if p.Formula != "" {
		about.Verdict += ": " + p.Formula
	}
	for _, i := range p.Idle {
		when := "now and then"
		if i.Always {
			when = "all the time"
		}
		about.Remarks = append(about.Remarks,
			fmt.Sprintf("%s (process %d) never moves in the cycle, but could %s", i.Proctype, i.Pid, when))
	}
	if p.Unfair {
		about.Remarks = append(about.Remarks, "weak fairness (-f) excludes this run")
	}
	var b bytes.Buffer
	err = page.Write(&b, about, story.Replay(m, tr, page.Options()))
	return b.String(), err
}
