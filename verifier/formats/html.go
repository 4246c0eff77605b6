package formats

import (
	"bytes"
	_ "embed"
	"fmt"
	"hash/fnv"
	"html/template"
	"io"
	"strings"
	"sync"

	"gospin/verifier/report"
	"gospin/verifier/trail/page"
	"gospin/verifier/trail/story"
)

//go:embed page.html
var pageText string

// pageTemplate is parsed on first use, since most runs write no page.
var pageTemplate = sync.OnceValue(func() *template.Template {
	with := template.FuncMap{"size": report.Size, "never": report.NeverExecuted}
	return template.Must(template.New("report").Funcs(with).Parse(pageText))
})

// shown is a violated property, with the page of its run.
type shown struct {
	*report.Property
	Page string // "" if there is none
	Why  string // why there is no page
}

// told is the data of a page about a model.
type told struct {
	*Outcome
	ID       string // of its HTML section
	Verdict  string // "" if the model was refused
	Beside   string // follows the verdict
	Problems []Problem
	Shown    []shown
	Searches []*report.Report
	Sources  []painted // the source with what is executed
	Counted  bool      // how often, too
	Covered  string    // how many statements are executed
	States   uint64
	Seconds  float64
}

// writeHTML writes one page that needs no other file: the verdicts, the searches' results, and for each
// violated property the embedded page of its run. If there are several models, it begins with a table. The
// part fragment is the same as an element to put into another page: its styles and names are its own.
func writeHTML(w io.Writer, all []*Outcome, part string) error {
	o := all[0]
	digest := fnv.New32a()
	fmt.Fprint(digest, o.Title(), o.Command)
	var models []told
	for i, o := range all {
		models = append(models, o.onPage(fmt.Sprintf("gospin-%x-%d", digest.Sum32(), i+1)))
	}
	return pageTemplate().ExecuteTemplate(w, part, map[string]any{
		"Models":  models,
		"Version": o.Version,
		"Command": strings.Join(o.Command, " "),
		"Start":   o.Start.Format("2006-01-02 15:04"),
		"Title":   pageTitle(models),
	})
}

// pageTitle names a model with its verdict, or counts the models.
func pageTitle(models []told) string {
	if len(models) == 1 {
		return models[0].Title() + ": " + models[0].Verdict + models[0].Beside
	}
	wrong := 0
	for _, m := range models {
		if m.Exit() != 0 {
			wrong++
		}
	}
	return fmt.Sprintf("%d models, %d not as they should be", len(models), wrong)
}

// onPage returns the page's data for the model.
func (o *Outcome) onPage(id string) told {
	t := told{Outcome: o, ID: id, Verdict: "refused"}
	if o.Report == nil {
		if o.Err != nil {
			t.Problems = Problems(o.Err)
		}
		return t
	}
	t.Verdict, t.Searches = string(o.Report.Verdict), o.Report.All
	t.Covered, t.Sources = o.painted()
	t.Counted = o.Report.Coverage != nil && o.Report.Coverage.Counted
	switch {
	case o.AsExpected():
		t.Beside = ", as expected"
	case o.Expect != nil:
		t.Beside = ", not as expected"
	}
	for _, s := range o.Report.All {
		t.States, t.Seconds = t.States+s.States.Stored, t.Seconds+s.Time.Compile+s.Time.Search
	}
	for i := range o.Report.Properties {
		p := &o.Report.Properties[i]
		if p.Verdict != report.Violated {
			continue
		}
		s := shown{Property: p, Why: "no path to the violation is known"}
		if p.HasRun() {
			text, err := o.page(p)
			if s.Page = text; err != nil {
				s.Why = err.Error()
			}
		}
		t.Shown = append(t.Shown, s)
	}
	return t
}

// page returns the page of the run that violates a property.
func (o *Outcome) page(p *report.Property) (string, error) {
	m, tr, err := o.machine(p)
	if err != nil {
		return "", err
	}
	about := page.About{Model: o.Source.Model, Read: o.Source.Read, Replay: p.Replay,
		Verdict: fmt.Sprintf("%s: %s", p.Name, p.What()), Remarks: p.Reasons()}
	var b bytes.Buffer
	err = page.Write(&b, about, story.Replay(m, tr, page.Options()))
	return b.String(), err
}
