package compare

import (
	"fmt"
	"math"
	"slices"

	"gospin/verifier/compare/tables"
)

// Grids are built with a line for each model, and printed transposed, with a line for each mode. A model's
// smallest figure is its best.

// value returns the figure of a mode on a model, or 0 if no run counts.
func (f *figure) value(rows []Row, model *Row, mode string) float64 {
	r := rowOf(rows, model, mode)
	if r == nil || r.Note != "" {
		return 0
	}
	if f.to == "" {
		return f.of(r)
	}
	base, over := rowOf(rows, model, f.to), f.over
	if base == nil || base.Note != "" || f.times && (r.Vague || base.Vague) {
		return 0
	}
	if over == nil {
		over = f.of
	}
	return ratio(f.of(r), over(base))
}

// grids returns the grids of figures, verdicts and growth.
func (t *Table) grids() []tables.Table {
	var out []tables.Table
	first := 3
	if t.subject == Reductions {
		first = 1
	} else if len(t.Rows) > 0 {
		out = append(out, t.models())
	}
	for i := range t.subject.figures {
		if g := t.grid(&t.subject.figures[i]); g != nil {
			out = append(out, turned(g, first))
		}
	}
	if t.subject == Reductions && len(t.Rows) > 0 {
		g := t.verdicts()
		out = append(out, turned(&g, 1))
	}
	for _, g := range t.growthGrids() {
		out = append(out, turned(&g, 1))
	}
	for i := range out {
		out[i].Marks = true
	}
	return out
}

// models describes the models.
func (t *Table) models() tables.Table {
	g := tables.Table{Title: "Models", Head: []string{"model", "state vector (bytes)", "states"}}
	for _, m := range models(t.Rows) {
		best := m
		for i := range t.Rows { // the first complete search
			if r := &t.Rows[i]; r.title() == m.title() && (best.Note != "" || best.Stored == 0) &&
				r.Stored > 0 {
				best = r
			}
		}
		g.Lines = append(g.Lines, words(m.title(), fmt.Sprint(best.Vector), fmt.Sprint(best.Stored)))
	}
	return g
}

// words converts texts to cells.
func words(texts ...string) (out []tables.Cell) {
	for _, text := range texts {
		out = append(out, tables.Cell{Text: text})
	}
	return out
}

// grid returns the grid of a figure for all models, or nil if no model has the figure.
func (t *Table) grid(f *figure) *tables.Table {
	head := []string{"model", "vector", "states"}
	if t.subject == Reductions {
		head = head[:1] // reductions differ in the states
	}
	g := &tables.Table{Title: f.title, Head: append(head, t.Modes...)}
	n := len(head)
	var lines [][]float64
	for _, m := range models(t.Rows) {
		var v []float64
		for _, mode := range t.Modes {
			v = append(v, f.value(t.Rows, m, mode))
		}
		line := words(m.title(), fmt.Sprint(m.Vector), fmt.Sprint(m.Stored))[:n]
		figures := cells(v, f.format)
		explain(figures, t.Rows, m, t.Modes)
		g.Lines = append(g.Lines, append(line, figures...))
		if f.states {
			t.mark(g, v)
		}
		if !f.all || !slices.Contains(v, 0) {
			lines = append(lines, v)
		}
	}
	for _, s := range t.subject.summaries {
		if s.ratios && f.to == "" {
			continue
		}
		v := s.over(lines, len(t.Modes))
		if slices.Max(append(v, 0)) == 0 && len(g.Lines) > 0 {
			return nil // no run to be relative to
		}
		if len(models(t.Rows)) == 1 {
			continue // nothing to sum up
		}
		g.Lines = append(g.Lines, append(make([]tables.Cell, n), cells(v, f.format)...))
		g.Lines[len(g.Lines)-1][0].Text = s.name
		g.Sums++
	}
	return g
}

// over computes a summary of each column, over its values above 0.
func (s *summary) over(lines [][]float64, columns int) []float64 {
	out := make([]float64, columns)
	for i := range out {
		var v []float64
		for _, l := range lines {
			if l[i] > 0 {
				v = append(v, l[i])
			}
		}
		if len(v) > 0 {
			out[i] = s.of(v)
		}
	}
	return out
}

// mark marks cells in the last line of a grid in which gospin stores more states than pan.
func (t *Table) mark(g *tables.Table, v []float64) {
	ours, theirs := slices.Index(t.Modes, t.subject.ours), slices.Index(t.Modes, t.subject.theirs)
	if ours < 0 || theirs < 0 || v[theirs] == 0 || v[ours] <= v[theirs] {
		return
	}
	line := g.Lines[len(g.Lines)-1]
	line[len(line)-len(v)+ours].Worse = true
	g.Worse = "more than " + t.subject.theirs
}

func cells(v []float64, format func(float64) string) []tables.Cell {
	best := -1
	for i, x := range v {
		if x > 0 && (best < 0 || x < v[best]) {
			best = i
		}
	}
	out := make([]tables.Cell, len(v))
	for i, x := range v {
		if out[i].Text = tables.Nothing; x > 0 {
			out[i] = tables.Cell{Text: format(x), Best: format(x) == format(v[best])}
		}
	}
	other := func(c tables.Cell) bool { return !c.Best && c.Text != tables.Nothing }
	if !slices.ContainsFunc(out, other) { // all are equally good
		for i := range out {
			out[i].Best = false
		}
	}
	return out
}

// verdicts returns the grid of verdicts. A verdict that differs from the baseline's is marked as worse.
func (t *Table) verdicts() tables.Table {
	g := tables.Table{Title: "Verdicts", Head: append([]string{"model"}, t.Modes...),
		Worse: "not that of " + t.subject.baseline}
	for _, m := range models(t.Rows) {
		line := words(m.title())
		base := rowOf(t.Rows, m, t.subject.baseline)
		for _, mode := range t.Modes {
			c := tables.Cell{Text: tables.Nothing}
			if r := rowOf(t.Rows, m, mode); r != nil && r.Verdict != "" {
				c.Text = string(r.Verdict)
				c.Worse = base != nil && base.Note == "" && r.Verdict != base.Verdict
			} else if r != nil && r.Note != "" {
				c.Text = r.Why.String()
			}
			line = append(line, c)
		}
		g.Lines = append(g.Lines, line)
	}
	return g
}

// growthGrids returns the grids for scaled models.
func (t *Table) growthGrids() []tables.Table {
	var out []tables.Table
	for i := range t.subject.growth {
		if len(t.Growth) == 0 {
			break
		}
		f, modes := &t.subject.growth[i], t.Modes
		g := tables.Table{Title: "Growth: " + f.title, Head: append([]string{"model"}, modes...)}
		if f.once {
			modes = modes[:1]
			g.Head = []string{"model", "all modes"}
		}
		for _, m := range models(t.Growth) {
			var v []float64
			for _, mode := range modes {
				v = append(v, f.value(t.Growth, m, mode))
			}
			g.Lines = append(g.Lines, append(words(m.title()), cells(v, f.format)...))
			if f.states {
				t.mark(&g, v)
			}
		}
		out = append(out, g)
		if f.states {
			out = append(out, t.degrees(f))
		}
	}
	return out
}

// degrees shows how fast a figure grows with N: the logarithm of the ratio of the figure at two sizes,
// divided by the logarithm of the ratio of the sizes. For a polynomial it tends to the degree; for
// exponential growth it grows with N.
func (t *Table) degrees(f *figure) tables.Table {
	g := tables.Table{Title: "Growth: degree of " + f.title + " between the size before and this one",
		Head: append([]string{"model"}, t.Modes...)}
	sizes := models(t.Growth)
	for i, m := range sizes {
		if i == 0 || sizes[i-1].Model != m.Model {
			continue
		}
		before := sizes[i-1]
		v := make([]float64, len(t.Modes))
		for k, mode := range t.Modes {
			from, to := f.value(t.Growth, before, mode), f.value(t.Growth, m, mode)
			if from > 0 && to > 0 {
				v[k] = math.Log(to/from) / math.Log(parameter(m.Defines)/parameter(before.Defines))
			}
		}
		g.Lines = append(g.Lines, append(words(m.title()), cells(v, hundredths)...))
	}
	return g
}
