package compare

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
)

// writeHTML prints one self-contained page: the charts, and the tables.
func (t *Table) writeHTML(w io.Writer) error {
	type chartOf struct {
		Title, Says string
		SVG         template.HTML
	}
	type section struct {
		Title string
		Head  []string
		Lines [][]cell
		Sums  int // the first column that sums up the others
	}
	var data struct {
		Title        string
		About        []string
		Charts, More []chartOf
		Sections     []section
		Notes        []string
	}
	data.Title, data.About, data.Notes = t.subject.title, t.About.lines(), t.notes()
	for _, d := range t.drawings() {
		c := chartOf{
			d.chart.title,
			d.says,
			template.HTML(d.chart.draw()),
		} // its text is escaped where it is drawn
		if d.more {
			data.More = append(data.More, c)
		} else {
			data.Charts = append(data.Charts, c)
		}
	}
	for _, g := range t.grids() {
		s := section{
			Title: g.title + g.legend("", "red"),
			Head:  g.head,
			Lines: g.lines,
			Sums:  len(g.head) - g.sums,
		}
		data.Sections = append(data.Sections, s)
	}
	return page.Execute(w, data)
}

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"text":  func(c cell) string { return c.text },
	"class": classes,
	"best":  func(c cell) bool { return c.best },
	"sum":   func(i, first int) bool { return i == first },
}).Parse(strings.TrimSpace(pageText) + "\n"))

// classes are those of a cell.
func classes(c cell, i, first int) string {
	var out []string
	if c.worse {
		out = append(out, "worse")
	}
	if i == first && i > 0 {
		out = append(out, "sum")
	}
	return strings.Join(out, " ")
}
