package compare

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Formats are the names of the ways to print a table.
var Formats = []string{"text", "markdown", "csv", "json", "html"}

// Write prints the table.
func (t *Table) Write(w io.Writer, format string) error {
	switch format {
	case "json":
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		return e.Encode(t)
	case "csv":
		return t.writeCSV(w)
	case "html":
		return t.writeHTML(w)
	case "markdown":
		return t.writeGrids(w, markdown)
	}
	return t.writeGrids(w, text)
}

func (t *Table) writeCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{"model", "defines", "mode", "state_vector_bytes", "stored", "transitions",
		"search_seconds", "store_bytes", "bytes_per_state", "peak_rss_bytes", "relative_memory", "relative_time",
		"note"})
	for _, r := range slices.Concat(t.Rows, t.Growth) {
		_ = c.Write([]string{r.Model, r.Defines, r.Mode, fmt.Sprint(r.Vector), fmt.Sprint(r.Stored),
			fmt.Sprint(r.Transitions), fmt.Sprintf("%.3f", r.Seconds), fmt.Sprint(r.Bytes),
			fmt.Sprintf("%.2f", r.PerState()), fmt.Sprint(r.PeakRSS), fmt.Sprintf("%.4f", r.Memory),
			fmt.Sprintf("%.4f", r.Time), r.Note})
	}
	c.Flush()
	return c.Error()
}

// grid is a table as it is printed: a line of names, then lines of cells; the smallest figure of a line
// is best.
type grid struct {
	title string
	head  []string
	lines [][]cell
}

type cell struct {
	text string
	best bool
}

// figures are the grids that are printed, by what they tell.
var figures = []struct {
	title  string
	figure func(*Row) float64
	format func(float64) string
}{
	{"Memory relative to " + Baseline + " (tables and arenas)",
		func(r *Row) float64 { return r.Memory }, percent},
	{"Time relative to " + Baseline, func(r *Row) float64 { return r.Time }, hundredths},
	{"Bytes per state", func(r *Row) float64 { return r.PerState() }, tenths},
	{"Peak resident memory (MB)", func(r *Row) float64 { return float64(r.PeakRSS) / 1e6 }, tenths},
	{"Search time (s)", func(r *Row) float64 { return r.Seconds }, thousandths},
}

func percent(v float64) string     { return fmt.Sprintf("%.1f %%", 100*v) }
func tenths(v float64) string      { return fmt.Sprintf("%.1f", v) }
func hundredths(v float64) string  { return fmt.Sprintf("%.2f", v) }
func thousandths(v float64) string { return fmt.Sprintf("%.3f", v) }

func (t *Table) grids() []grid {
	var out []grid
	for _, f := range figures {
		g := grid{title: f.title, head: append([]string{"model", "vector", "states"}, t.Modes...)}
		for _, m := range t.models() {
			line := []cell{{text: m.title()}, {text: fmt.Sprint(m.Vector)}, {text: fmt.Sprint(m.Stored)}}
			var v []float64
			for _, mode := range t.Modes {
				r := t.rowOf(m, mode)
				if r == nil || r.Note != "" {
					v = append(v, 0)
				} else {
					v = append(v, f.figure(r))
				}
			}
			g.lines = append(g.lines, append(line, cells(v, f.format)...))
		}
		var v []float64
		for _, mode := range t.Modes {
			v = append(v, t.average(mode, f.figure))
		}
		if slices.Max(append(v, 0)) == 0 && len(g.lines) > 0 {
			continue // nothing is relative to a mode that was not run
		}
		g.lines = append(g.lines, append([]cell{{text: "average"}, {}, {}}, cells(v, f.format)...))
		out = append(out, g)
	}
	return out
}

func cells(v []float64, format func(float64) string) []cell {
	best := -1
	for i, x := range v {
		if x > 0 && (best < 0 || x < v[best]) {
			best = i
		}
	}
	out := make([]cell, len(v))
	for i, x := range v {
		if out[i].text = "-"; x > 0 {
			out[i] = cell{format(x), format(x) == format(v[best])}
		}
	}
	return out
}

// notes are the runs that do not count, with the reason.
func (t *Table) notes() []string {
	var out []string
	for _, r := range slices.Concat(t.Rows, t.Growth) {
		if r.Note != "" {
			out = append(out, fmt.Sprintf("%s, %s: %s", r.title(), r.Mode, r.Note))
		}
	}
	if t.Partial {
		out = append(out, "interrupted: rows are missing")
	}
	return out
}

func (t *Table) writeGrids(w io.Writer, write func(io.Writer, grid)) error {
	e := &errWriter{w: w}
	for _, g := range t.grids() {
		write(e, g)
	}
	if len(t.Growth) > 0 {
		write(e, t.growthGrid())
	}
	for _, n := range t.notes() {
		fmt.Fprintln(e, n)
	}
	return e.err
}

// growthGrid tells the scaled models as lines.
func (t *Table) growthGrid() grid {
	head := []string{"model", "mode", "states", "bytes per state", "peak MB", "time (s)"}
	g := grid{title: "Growth", head: head}
	for _, r := range t.Growth {
		g.lines = append(g.lines, []cell{
			{text: r.title()}, {text: r.Mode}, {text: fmt.Sprint(r.Stored)}, {text: tenths(r.PerState())},
			{text: tenths(float64(r.PeakRSS) / 1e6)}, {text: thousandths(r.Seconds)},
		})
	}
	return g
}

type errWriter struct {
	w   io.Writer
	err error
}

func (e *errWriter) Write(b []byte) (int, error) {
	if e.err == nil {
		_, e.err = e.w.Write(b)
	}
	return len(b), e.err
}

// text prints a grid in columns; the best figure of a line has a star.
func text(w io.Writer, g grid) {
	width := make([]int, len(g.head))
	show := func(c cell) string {
		if c.best {
			return c.text + "*"
		}
		return c.text + " "
	}
	for i, h := range g.head {
		width[i] = len(h) + 1
		for _, l := range g.lines {
			width[i] = max(width[i], len(show(l[i])))
		}
	}
	fmt.Fprintf(w, "%s (best marked *)\n", g.title)
	for i, h := range g.head {
		if i == 0 {
			fmt.Fprintf(w, "%-*s", width[i], h)
		} else {
			fmt.Fprintf(w, "  %*s", width[i], h+" ")
		}
	}
	fmt.Fprintln(w)
	for _, l := range g.lines {
		for i, c := range l {
			if i == 0 {
				fmt.Fprintf(w, "%-*s", width[i], c.text)
			} else {
				fmt.Fprintf(w, "  %*s", width[i], show(c))
			}
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
}

func markdown(w io.Writer, g grid) {
	fmt.Fprintf(w, "### %s\n\n| %s |\n|---%s|\n",
		g.title, strings.Join(g.head, " | "), strings.Repeat("|---:", len(g.head)-1))
	for _, l := range g.lines {
		for _, c := range l {
			if c.best {
				c.text = "**" + c.text + "**"
			}
			fmt.Fprintf(w, "| %s ", c.text)
		}
		fmt.Fprintln(w, "|")
	}
	fmt.Fprintln(w)
}
