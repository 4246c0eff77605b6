package tables

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"io"
	"strings"
	"sync"
)

// Page is a page with tables and charts.
type Page struct {
	Name   string // title of the window
	Title  string
	About  []string // origin of the figures
	Says   string   // explanation of the figures
	Charts []Chart
	Many   string  // heading of More
	More   []Chart // further charts, shown on request
	Tables []Table
	// Explorer has the figures to choose from and sort. The tables and charts are shown on request then.
	Explorer *Explorer
	Advice   []string
	Terms    []Term // explanations of names in charts and tables
	Notes    []string
	Last     bool // put the charts at the end
}

// Term is a name with its explanation.
type Term struct{ Name, Text string }

// Write prints the page.
func (p *Page) Write(w io.Writer) error { return page().Execute(w, p) }

// WriteJSON writes a table's data, indented.
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

// Heading returns the title, with explanations of the cells' marks.
func (t Table) Heading() string { return t.Title + t.legend("", "red") }

// HeadClasses returns the CSS classes of a column's heading.
func (t Table) HeadClasses(i int) string { return t.Classes(i, Cell{}) }

// Classes returns the CSS classes of a cell in a column.
func (t Table) Classes(i int, c Cell) string {
	var out []string
	if t.Words && i == len(t.Head)-1 {
		out = append(out, "words")
	}
	if c.Worse {
		out = append(out, "worse")
	}
	if c.Class != "" {
		out = append(out, c.Class)
	}
	if t.Sums > 0 && i == len(t.Head)-t.Sums {
		out = append(out, "sum")
	}
	return strings.Join(out, " ")
}
