package compare

import (
	"html/template"
	"io"
	"strings"
)

// writeHTML prints one self-contained page: the tables, and the charts.
func (s *Sheets) writeHTML(w io.Writer) error {
	type drawn struct {
		Title string
		SVG   template.HTML
	}
	data := struct {
		*Sheets
		Heading, Footing []string
		Drawn            []drawn
	}{Sheets: s, Heading: s.heading()[1:], Footing: s.footing()}
	for i := range s.Charts {
		c := &s.Charts[i]
		// The charts' text is escaped where it is drawn.
		data.Drawn = append(data.Drawn, drawn{c.title, template.HTML(c.draw())})
	}
	return paperPage.Execute(w, data)
}

var paperPage = template.Must(
	template.New("paper").Funcs(template.FuncMap{"mark": mark}).Parse(strings.TrimSpace(`
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>gospin compare -paper {{.Paper}}</title>
<style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em;
  color: #222; background: #fff }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin-bottom: 2em }
th, td { padding: .15em .7em; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap }
th:first-child, td:first-child { text-align: left }
.paper { color: #777 }
svg { max-width: 100%; height: auto }
.wide { overflow-x: auto }
</style>
<h1>{{.Source}}</h1>
{{range .Heading}}<p>{{.}}</p>
{{end}}{{range .Sheets.Sheets}}<h2>{{.Title}}</h2>
{{range .Notes}}<p>{{.}}</p>
{{end}}<div class="wide"><table><tr>{{range .Head}}<th>{{.}}</th>{{end}}</tr>
{{range .Lines}}<tr>{{range .}}<td>
{{- if .Why}}{{mark .Why}}{{else if or .Ours (not .Paper)}}{{.Ours}}{{else}}–{{end}}
{{- if .Paper}} <span class="paper">[{{.Paper}}]</span>{{end}}</td>{{end}}</tr>
{{end}}</table></div>
{{end}}{{range .Drawn}}<h2>{{.Title}}</h2>
{{.SVG}}
{{end}}{{if .Footing}}<h2>What is missing</h2>
{{range .Footing}}<p>{{.}}</p>
{{end}}{{end}}</html>
`) + "\n"),
)
