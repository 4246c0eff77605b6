package papers

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"gospin/verifier/compare/tables"
)

// Formats has the names of the formats for a paper's tables.
var Formats = []string{"text", "markdown", "json", "html"}

// Write prints the tables.
func (s *Sheets) Write(to io.Writer, format string) error {
	w := bufio.NewWriter(to)
	switch format {
	case "json":
		return tables.WriteJSON(to, s)
	case "html":
		page := tables.Page{
			Name: "gospin compare -paper " + s.Paper, Title: s.Source, About: s.heading()[1:], Tables: s.tables(),
			Charts: s.Charts, Last: true, Notes: s.footing(),
		}
		return page.Write(to)
	case "markdown":
		s.writeMarkdown(w)
	default:
		s.writeText(w)
	}
	return w.Flush()
}

// writeText prints the tables in columns.
func (s *Sheets) writeText(w io.Writer) {
	for _, l := range s.heading() {
		tables.Wrap(w, l, "", "")
	}
	fmt.Fprintln(w)
	for _, t := range s.tables() {
		t.WriteText(w)
	}
	for _, l := range s.footing() {
		tables.Wrap(w, l, "", "")
	}
}

func (s *Sheets) writeMarkdown(w io.Writer) {
	fmt.Fprintf(w, "## %s\n\n%s\n\n", s.Source, strings.Join(s.heading()[1:], " "))
	for _, t := range s.tables() {
		t.WriteMarkdown(w)
	}
	for _, l := range s.footing() {
		fmt.Fprintf(w, "%s\n\n", tables.Escape(l))
	}
}

// tables returns the sheets as printed tables.
func (s *Sheets) tables() []tables.Table {
	var out []tables.Table
	for i := range s.Sheets {
		sheet := &s.Sheets[i]
		t := tables.Table{
			Title: sheet.Title, Notes: sheet.Notes, Head: sheet.Head, Lead: sheet.lead, Joint: sheet.joint,
		}
		for _, l := range sheet.Lines {
			var cells []tables.Cell
			for _, e := range l {
				cells = append(cells, e.cell())
			}
			t.Lines = append(t.Lines, cells)
		}
		out = append(out, t)
	}
	return out
}

// mark returns the reference to the reason why a figure is missing.
func mark(number int) string {
	number--
	if number < 26 {
		return "(" + string(rune('a'+number)) + ")"
	}
	return "(" + string(rune('a'+number/26-1)) + string(rune('a'+number%26)) + ")"
}

// cell returns the entry as a printed cell.
func (e Entry) cell() tables.Cell {
	c := tables.Cell{Text: e.Ours, Aside: e.Paper}
	switch {
	case e.Why > 0:
		c.Text = mark(e.Why)
	case e.Paper != "" && e.Ours == "":
		c.Text = tables.Nothing
	}
	return c
}

// timesTold is the note about times.
const timesTold = "Times are CPU times, user and system, of the whole run: other work on the machine does not " +
	"count, except for its effect on caches."

// heading returns the lines above the tables.
func (s *Sheets) heading() []string {
	lines := []string{
		s.Source,
		"Figures in brackets are the paper's, for its sizes and machine; next to them are those of runs here.",
		timesTold,
	}
	if s.Sizes == "small" {
		lines = append(lines, "These are small sizes: -sizes large uses the paper's, where they are known.")
	}
	return lines
}

// footing returns the lines about what is missing.
func (s *Sheets) footing() []string {
	var lines []string
	for i, why := range s.Reasons {
		lines = append(lines, mark(i+1)+" "+why)
	}
	if s.Partial {
		lines = append(lines, "cut short: figures are missing")
	}
	return lines
}
