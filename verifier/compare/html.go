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
	type line struct {
		Cells []cell
		Sum   bool // the first that sums up the others
	}
	type section struct {
		Title string
		Head  []string
		Lines []line
	}
	var data struct {
		Title    string
		Sections []section
		Charts   []chartOf
		Notes    []string
	}
	data.Title = t.subject.title
	for _, g := range t.grids() {
		s := section{Title: g.title + g.legend("", "red"), Head: g.head}
		for i, l := range g.lines {
			s.Lines = append(s.Lines, line{l, g.sums > 0 && i == len(g.lines)-g.sums})
		}
		data.Sections = append(data.Sections, s)
	}
	// The charts' text is escaped where it is drawn.
	if t.subject.vectors {
		data.Charts = []chartOf{{"Memory and overhead against the state vector", template.HTML(t.vectorChart())}}
	}
	for _, c := range t.growthCharts() {
		data.Charts = append(data.Charts, chartOf{c.title, template.HTML(c.draw())})
	}
	data.Notes = t.notes()
	return page.Execute(w, data)
}

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"text":  func(c cell) string { return c.text },
	"best":  func(c cell) bool { return c.best },
	"worse": func(c cell) bool { return c.worse },
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
tr.sum td { border-top: 2px solid #888 }
td.worse { color: #c00 }
svg { max-width: 100%; height: auto }
.wide { overflow-x: auto }
</style>
<h1>{{.Title}}</h1>
<p>Every figure is of one run in a process of its own. The best of a row is in bold.</p>
{{range .Sections}}<h2>{{.Title}}</h2>
<div class="wide"><table><tr>{{range .Head}}<th>{{.}}</th>{{end}}</tr>
{{range .Lines}}<tr{{if .Sum}} class="sum"{{end}}>
{{- range .Cells}}<td{{if worse .}} class="worse"{{end}}>{{if best .}}<b>{{text .}}</b>{{else}}{{text .}}{{end}}</td>{{end}}</tr>
{{end}}</table></div>
{{end}}{{range .Charts}}<h2>{{.Title}}</h2>
{{.SVG}}
{{end}}{{if .Notes}}<h2>Notes</h2>
<ul>{{range .Notes}}<li>{{.}}</li>{{end}}</ul>{{end}}
</html>
`) + "\n"))
