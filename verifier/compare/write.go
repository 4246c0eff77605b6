package compare

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
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
		"verdict", "total_seconds", "relative_states", "note", "stack_bytes", "runs", "vague"})
	for _, r := range slices.Concat(t.Rows, t.Growth) {
		_ = c.Write([]string{r.Model, r.Defines, r.Mode, fmt.Sprint(r.Vector), fmt.Sprint(r.Stored),
			fmt.Sprint(r.Transitions), fmt.Sprintf("%.3f", r.Seconds), fmt.Sprint(r.Bytes),
			fmt.Sprintf("%.2f", r.PerState()), fmt.Sprint(r.PeakRSS), fmt.Sprintf("%.4f", r.Memory),
			fmt.Sprintf("%.4f", r.Time), string(r.Verdict),
			fmt.Sprintf(
				"%.3f",
				r.Total,
			), fmt.Sprintf("%.4f", r.States), r.Note, fmt.Sprint(r.Stack), fmt.Sprint(r.Runs), fmt.Sprint(r.Vague)})
	}
	c.Flush()
	return c.Error()
}

func (t *Table) writeGrids(w io.Writer, write func(io.Writer, grid)) error {
	e := &errWriter{w: w}
	for _, line := range t.About.lines() {
		fmt.Fprintln(e, broken(line))
	}
	fmt.Fprintln(e)
	for _, g := range t.grids() {
		write(e, g)
	}
	for _, n := range t.notes() {
		fmt.Fprintln(e, broken(n))
	}
	return e.err
}

// broken is a text in lines that are not too long, if its words allow for it.
func broken(text string) string {
	out, room := "", textWidth
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
			out = word
		case room > n:
			out += " " + word
			n++
		default:
			out, room = out+"\n  "+word, textWidth-2
		}
		room -= n
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
	if slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Vague && r.Note == "" }) {
		out = append(
			out,
			fmt.Sprintf("searches below %.0f ms whose times differ from run to run have no time relative to "+
				"others (%s)", 1000*quick, nothing),
		)
	}
	if t.Partial {
		out = append(out, "interrupted: rows are missing")
	}
	return out
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

// text prints a grid in columns, below each other where they are too many; the best figure has a star, one
// that is worse than it should be an exclamation mark.
func text(w io.Writer, g grid) {
	width := make([]int, len(g.head))
	show := func(c cell) string {
		switch {
		case c.worse:
			return c.text + "!"
		case c.best:
			return c.text + "*"
		}
		return c.text + " "
	}
	for i, h := range g.head {
		width[i] = utf8.RuneCountInString(h) + 1
		for _, l := range g.lines {
			width[i] = max(width[i], utf8.RuneCountInString(show(l[i])))
		}
	}
	fmt.Fprintf(w, "%s%s\n", g.title, g.legend("*", "!"))
	for _, columns := range g.parts(width) {
		head := fmt.Sprintf("%-*s", width[0], g.head[0])
		for _, i := range columns {
			head += fmt.Sprintf("  %*s", width[i], g.head[i]+" ")
		}
		fmt.Fprintln(w, strings.TrimRight(head, " "))
		for _, l := range g.lines {
			line := fmt.Sprintf("%-*s", width[0], l[0].text)
			for _, i := range columns {
				line += fmt.Sprintf("  %*s", width[i], show(l[i]))
			}
			fmt.Fprintln(w, strings.TrimRight(line, " "))
		}
		fmt.Fprintln(w)
	}
}

func markdown(w io.Writer, g grid) {
	fmt.Fprintf(w, "### %s\n\n| %s |\n|---%s|\n",
		g.title+g.legend("", "(!)"), strings.Join(g.head, " | "), strings.Repeat("|---:", len(g.head)-1))
	for _, l := range g.lines {
		for _, c := range l {
			if c.best {
				c.text = "**" + c.text + "**"
			}
			if c.worse {
				c.text += " (!)"
			}
			fmt.Fprintf(w, "| %s ", c.text)
		}
		fmt.Fprintln(w, "|")
	}
	fmt.Fprintln(w)
}
