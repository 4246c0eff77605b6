package compare

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"slices"

	"gospin/verifier/compare/tables"
)

// Formats are the names of the formats of tables.
var Formats = []string{"text", "markdown", "csv", "json", "html"}

// Write prints the table.
func (t *Table) Write(w io.Writer, format string) error {
	switch format {
	case "json":
		return tables.WriteJSON(w, t)
	case "csv":
		return t.writeCSV(w)
	case "html":
		return t.writeHTML(w)
	case "markdown":
		return t.writeGrids(w, (*tables.Table).WriteMarkdown)
	}
	return t.writeGrids(w, (*tables.Table).WriteText)
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
			fmt.Sprintf("%.4f", r.Time), string(r.Verdict), fmt.Sprintf("%.3f", r.Total),
			fmt.Sprintf("%.4f", r.States), r.Note, fmt.Sprint(r.Stack), fmt.Sprint(r.Runs), fmt.Sprint(r.Vague)})
	}
	c.Flush()
	return c.Error()
}

func (t *Table) writeGrids(to io.Writer, write func(*tables.Table, io.Writer)) error {
	w := bufio.NewWriter(to)
	for _, line := range t.About.lines() {
		tables.Wrap(w, line, "", "  ")
	}
	fmt.Fprintln(w)
	for _, g := range t.grids() {
		write(&g, w)
	}
	for _, m := range t.terms() {
		tables.Wrap(w, m.Name+": "+m.Text, "", "  ")
	}
	for _, n := range t.notes() {
		tables.Wrap(w, n, "", "  ")
	}
	return w.Flush()
}

// writeHTML writes one page that needs no other file, with charts and tables.
func (t *Table) writeHTML(w io.Writer) error {
	p := tables.Page{
		Name: "gospin compare", Title: t.subject.title, About: t.About.lines(), Notes: t.notes(), Tables: t.grids(),
		Terms: t.terms(), Explorer: t.explorer(),
		Says: "Every figure is of a run in a process of its own. Modes stand below each other, models beside each " +
			"other; the best mode of a model is in bold.",
		Many: "Memory against time, model by model",
	}
	if list := models(t.Rows); len(list) == 1 && t.subject == Stores {
		p.Advice = t.advice(list[0])
	}
	if len(models(t.Rows)) == 1 {
		p.Tables = ofOne(p.Tables)
	}
	p.Charts, p.More = t.charts()
	return p.Write(w)
}

// notes lists the runs that do not count, with the reasons.
func (t *Table) notes() []string {
	var out []string
	for _, r := range slices.Concat(t.Rows, t.Growth) {
		if r.Note != "" {
			out = append(out, fmt.Sprintf("%s, %s: %s", r.title(), r.Mode, r.Note))
		}
		if r.Picked != "" {
			out = append(out, fmt.Sprintf("%s, %s has chosen %s", r.title(), r.Mode, r.Picked))
		}
	}
	if slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Vague && r.Note == "" }) {
		out = append(
			out,
			fmt.Sprintf("searches below %.0f ms whose times differ from run to run have no time relative to "+
				"others (%s)", 1000*quick, tables.Nothing),
		)
	}
	if t.Partial {
		out = append(out, "interrupted: rows are missing")
	}
	return out
}
