package tables

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"io"
	"strings"
	"sync"
)

// Page is a page of tables and charts.
type Page struct {
	Name   string // of the window
	Title  string
	About  []string // where the figures come from
	Says   string   // what they are
	Charts []Chart
	Many   string  // what More are
	More   []Chart // shown when asked for
	Tables []Table
	Terms  []Term // what names in charts and tables mean
	Notes  []string
	Last   bool // the charts are reported last, not first
}

// Term is a name, and what it means.
type Term struct{ Name, Text string }

// Write prints the page.
func (p *Page) Write(w io.Writer) error { return page().Execute(w, p) }

// WriteJSON prints what tables are made of, indented.
func WriteJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(v)
}

//go:embed page.html
var pageText string

var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(strings.TrimSpace(pageText) + "\n"))
})

// Heading is the title with what the marks of its cells mean.
func (t Table) Heading() string { return t.Title + t.legend("", "red") }

// Classes are those of a cell in a column.
func (t Table) Classes(i int, worse bool) string {
	var out []string
	if worse {
		out = append(out, "worse")
	}
	if t.Sums > 0 && i == len(t.Head)-t.Sums {
		out = append(out, "sum")
	}
	return strings.Join(out, " ")
}
