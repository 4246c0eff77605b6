package sweeps

import (
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"gospin/verifier/compare/tables"
	"gospin/verifier/report"
)

// Formats are the formats of Write. Lines writes text, line by line.
var Formats = []string{"csv", "json", "html", "markdown"}

// columns names the columns. The verdict comes last, since its reason may be long.
func (s *Sweep) columns() (out []string) {
	if len(s.Models) > 1 {
		out = append(out, "model")
	}
	for _, a := range s.Axes {
		out = append(out, a.Name)
	}
	return append(out, "states", "time", "memory", "verdict")
}

// figures returns the cell's line.
func (s *Sweep) figures(c *Cell) (out []string) {
	if len(s.Models) > 1 {
		out = append(out, c.Model)
	}
	out = append(out, c.Values...)
	if c.Report == nil {
		return append(out, tables.Nothing, tables.Nothing, tables.Nothing, c.Verdict())
	}
	text := c.Verdict()
	if c.Known {
		text += " (known)"
	}
	memory := tables.Nothing
	if c.Memory > 0 {
		memory = report.Size(c.Memory)
	}
	took := c.Took.Round(10 * time.Millisecond)
	return append(out, strconv.FormatUint(c.States(), 10), took.String(), memory, text)
}

// Lines writes a line for each cell when it is finished. The widths are set before the figures are known, for
// up to 13 digits of states.
type Lines struct {
	sweep *Sweep
	w     io.Writer
	width []int
	// Paint colours the text of a verdict.
	Paint func(report.Verdict, string) string
}

// NewLines writes the head of the table.
func NewLines(w io.Writer, s *Sweep) *Lines {
	l := &Lines{sweep: s, w: w}
	head := s.columns()
	for i, name := range head {
		width := utf8.RuneCountInString(name)
		switch values := i - (len(head) - len(s.Axes) - 4); {
		case values < 0:
			for _, m := range s.Models {
				width = max(width, utf8.RuneCountInString(m))
			}
		case values < len(s.Axes):
			for _, v := range s.Axes[values].Values {
				width = max(width, utf8.RuneCountInString(v))
			}
		default:
			width = max(width, []int{13, 9, 10, 0}[values-len(s.Axes)])
		}
		l.width = append(l.width, width)
	}
	l.write(head, "")
	return l
}

// Write writes the line of a cell.
func (l *Lines) Write(c *Cell) {
	v := report.Verdict("")
	if c.Report != nil {
		v = c.Report.Verdict
	}
	l.write(l.sweep.figures(c), v)
}

func (l *Lines) write(line []string, v report.Verdict) {
	figures := len(line) - 4
	for i, text := range line {
		switch {
		case i == len(line)-1 && l.Paint != nil:
			fmt.Fprintln(l.w, l.Paint(v, text))
		case i == len(line)-1:
			fmt.Fprintln(l.w, text)
		case i < figures:
			fmt.Fprintf(l.w, "%-*s  ", l.width[i], text)
		default:
			fmt.Fprintf(l.w, "%*s  ", l.width[i], text)
		}
	}
}

// Growth writes how states grow, a line for each growth.
func (s *Sweep) Growth(w io.Writer, cells []*Cell) {
	for _, g := range s.growths(cells) {
		tables.Wrap(w, g.String(), "", "  ")
	}
}

// Unmentioned returns the macros of the sweep that no file of a cell mentions, so that their values make no
// difference. It returns nothing if the files are not known.
func (s *Sweep) Unmentioned(c *Cell) (out []string) {
	if s.Files == nil {
		return nil
	}
	all, err := s.Files(c)
	if err != nil {
		return nil
	}
	for _, a := range s.Axes {
		word := regexp.MustCompile(`\b` + regexp.QuoteMeta(a.Name) + `\b`)
		in := func(f File) bool { return word.Match(f.Text) }
		if a.Flag == "D" && !slices.ContainsFunc(all, in) {
			out = append(out, a.Name)
		}
	}
	return out
}

// row is a cell in JSON.
type row struct {
	Model   string            `json:"model"`
	Values  map[string]string `json:"values"`
	Verdict string            `json:"verdict"` // as in reports, or ""
	Says    string            `json:"says"`
	States  uint64            `json:"states"`
	Seconds float64           `json:"seconds"`
	Memory  int64             `json:"peak_rss_bytes"`
	Known   bool              `json:"known,omitempty"`
	Exit    int               `json:"exit"`
}

// Write writes the whole table in a format of Formats.
func (s *Sweep) Write(w io.Writer, format, command string, cells []*Cell) error {
	switch format {
	case "json":
		return tables.WriteJSON(w, s.rows(cells))
	case "csv":
		out := csv.NewWriter(w)
		lines := [][]string{slices.Concat([]string{"model"}, s.names(),
			[]string{"verdict", "states", "seconds", "peak_rss_bytes"})}
		for i, r := range s.rows(cells) {
			lines = append(lines, slices.Concat([]string{r.Model}, cells[i].Values, []string{r.Says,
				fmt.Sprint(r.States), fmt.Sprintf("%.3f", r.Seconds), fmt.Sprint(r.Memory)}))
		}
		return out.WriteAll(lines)
	case "markdown":
		t := s.table(cells)
		t.WriteMarkdown(w)
		_, err := fmt.Fprintln(w)
		s.Growth(w, cells)
		return err
	}
	p := tables.Page{Name: "gospin sweep", Title: "Sweep of " + strings.Join(s.Models, ", "), Says: command,
		Tables: []tables.Table{s.table(cells)}}
	all := s.growths(cells)
	for _, a := range s.Axes {
		if c := chart(a.Name, all); !c.IsEmpty() {
			p.Charts = append(p.Charts, c)
		}
	}
	for _, g := range all {
		p.Notes = append(p.Notes, g.String())
	}
	return p.Write(w)
}

func (s *Sweep) names() (out []string) {
	for _, a := range s.Axes {
		out = append(out, a.Name)
	}
	return out
}

func (s *Sweep) rows(cells []*Cell) []row {
	out := []row{}
	for _, c := range cells {
		r := row{Model: c.Model, Values: map[string]string{}, Says: c.Verdict(), States: c.States(),
			Seconds: c.Took.Seconds(), Memory: c.Memory, Known: c.Known, Exit: c.Exit}
		for i, v := range c.Values {
			r.Values[s.Axes[i].Name] = v
		}
		if c.Report != nil {
			r.Verdict = string(c.Report.Verdict)
		}
		out = append(out, r)
	}
	return out
}

func (s *Sweep) table(cells []*Cell) tables.Table {
	t := tables.Table{Title: "Cells", Head: s.columns(), Words: true}
	for _, c := range cells {
		var line []tables.Cell
		for _, text := range s.figures(c) {
			line = append(line, tables.Cell{Text: text})
		}
		if c.Report != nil {
			line[len(line)-1].Class = string(c.Report.Verdict)
		}
		t.Lines = append(t.Lines, line)
	}
	return t
}
