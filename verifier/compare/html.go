package compare

import (
	"html/template"
	"io"
	"strings"
)

// writeHTML prints one self-contained page: the tables, memory against the vector's length, and the growth.
func (t *Table) writeHTML(w io.Writer) error {
	type chartOf struct {
		Title string
		SVG   template.HTML
	}
	type line struct{ Cells []cell }
	type section struct {
		Title string
		Head  []string
		Lines []line
	}
	var data struct {
		Sections []section
		Charts   []chartOf
		Notes    []string
	}
	for _, g := range t.grids() {
		s := section{Title: g.title, Head: g.head}
		for _, l := range g.lines {
			s.Lines = append(s.Lines, line{l})
		}
		data.Sections = append(data.Sections, s)
	}
	// The charts' text is escaped where it is drawn.
	data.Charts = []chartOf{{"Memory and overhead against the state vector", template.HTML(t.vectorChart())}}
	for _, c := range t.growthCharts() {
		data.Charts = append(data.Charts, chartOf{c.title, template.HTML(c.draw())})
	}
	data.Notes = t.notes()
	return page.Execute(w, data)
}

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"text": func(c cell) string { return c.text },
	"best": func(c cell) bool { return c.best },
	"mode": func(i int) bool { return i > 2 },
}).Parse(strings.TrimSpace(`
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>gospin compare</title>
<style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em;
  color: #222; background: #fff }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin-bottom: 2em }
th, td { padding: .15em .7em; text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child { text-align: left }
tr:last-child td { border-top: 2px solid #888 }
svg { max-width: 100%; height: auto }
.wide { overflow-x: auto }
</style>
<h1>Ways to store states, side by side</h1>
<p>Every figure is of one run in a process of its own. The best of a row is in bold.</p>
{{range .Sections}}<h2>{{.Title}}</h2>
<div class="wide"><table><tr>{{range .Head}}<th>{{.}}</th>{{end}}</tr>
{{range .Lines}}<tr>
{{- range .Cells}}<td>{{if best .}}<b>{{text .}}</b>{{else}}{{text .}}{{end}}</td>{{end}}</tr>
{{end}}</table></div>
{{end}}{{range .Charts}}<h2>{{.Title}}</h2>
{{.SVG}}
{{end}}{{if .Notes}}<h2>Notes</h2>
<ul>{{range .Notes}}<li>{{.}}</li>{{end}}</ul>{{end}}
</html>
`) + "\n"))
