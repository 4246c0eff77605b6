package compare

import (
	"fmt"
	"math"
	"slices"
)

// grid is a table as it is printed: a line of names, then lines of cells; the smallest figure of a line
// is best. They are made with a line for each model, and printed turned, with one for each mode.
type grid struct {
	title string
	head  []string
	lines [][]cell
	sums  int    // how many of the lines, the last ones, sum up the others
	worse string // what it means that a cell is worse
}

type cell struct {
	text        string
	best, worse bool
}

// legend says what the marks in the grid's cells mean; "" is a mark that speaks for itself.
func (g *grid) legend(best, worse string) string {
	has := func(is func(cell) bool) bool {
		return slices.ContainsFunc(g.lines, func(l []cell) bool { return slices.ContainsFunc(l, is) })
	}
	out := ""
	if best != "" && has(func(c cell) bool { return c.best }) {
		out = " (best marked " + best + ")"
	}
	if has(func(c cell) bool { return c.worse }) {
		out += " (" + worse + ": " + g.worse + ")"
	}
	return out
}

// value is a figure of a mode on a model; 0 if there is none that counts.
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

// grids are those of the figures, of the verdicts, and of growth.
func (t *Table) grids() []grid {
	var out []grid
	first := 3
	if t.subject == Reductions {
		first = 1
	} else if len(t.Rows) > 0 {
		out = append(out, t.models())
	}
	for i := range t.subject.figures {
		if g := t.grid(&t.subject.figures[i]); g != nil {
			out = append(out, g.turned(first))
		}
	}
	if t.subject == Reductions && len(t.Rows) > 0 {
		g := t.verdicts()
		out = append(out, g.turned(1))
	}
	for _, g := range t.growthGrids() {
		out = append(out, g.turned(1))
	}
	return out
}

// models tells what the models are.
func (t *Table) models() grid {
	g := grid{title: "Models", head: []string{"model", "state vector (bytes)", "states"}}
	for _, m := range models(t.Rows) {
		best := m
		for i := range t.Rows { // the first that has been searched to its end
			if r := &t.Rows[i]; r.title() == m.title() && (best.Note != "" || best.Stored == 0) &&
				r.Stored > 0 {
				best = r
			}
		}
		g.lines = append(g.lines, []cell{{text: m.title()}, {text: fmt.Sprint(best.Vector)},
			{text: fmt.Sprint(best.Stored)}})
	}
	return g
}

// grid tells a figure of all models; nil if there are models and none has it.
func (t *Table) grid(f *figure) *grid {
	head := []string{"model", "vector", "states"}
	if t.subject == Reductions {
		head = head[:1] // states are figures
	}
	g := &grid{title: f.title, head: append(head, t.Modes...)}
	n := len(head)
	var lines [][]float64
	for _, m := range models(t.Rows) {
		var v []float64
		for _, mode := range t.Modes {
			v = append(v, f.value(t.Rows, m, mode))
		}
		line := []cell{{text: m.title()}, {text: fmt.Sprint(m.Vector)}, {text: fmt.Sprint(m.Stored)}}[:n]
		figures := cells(v, f.format)
		explain(figures, t.Rows, m, t.Modes)
		g.lines = append(g.lines, append(line, figures...))
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
		if slices.Max(append(v, 0)) == 0 && len(g.lines) > 0 {
			return nil // nothing is relative to a mode that was not run
		}
		if len(models(t.Rows)) == 1 {
			continue // they are those of the model
		}
		g.lines = append(g.lines, append(make([]cell, n), cells(v, f.format)...))
		g.lines[len(g.lines)-1][0].text = s.name
		g.sums++
	}
	return g
}

// over sums up the columns of lines: what is above 0 in them.
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

// mark marks in the last line of a grid where ours stores more states than theirs.
func (t *Table) mark(g *grid, v []float64) {
	ours, theirs := slices.Index(t.Modes, t.subject.ours), slices.Index(t.Modes, t.subject.theirs)
	if ours < 0 || theirs < 0 || v[theirs] == 0 || v[ours] <= v[theirs] {
		return
	}
	line := g.lines[len(g.lines)-1]
	line[len(line)-len(v)+ours].worse = true
	g.worse = "more than " + t.subject.theirs
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
		if out[i].text = nothing; x > 0 {
			out[i] = cell{text: format(x), best: format(x) == format(v[best])}
		}
	}
	other := func(c cell) bool { return !c.best && c.text != nothing }
	if !slices.ContainsFunc(out, other) { // none is better than another
		for i := range out {
			out[i].best = false
		}
	}
	return out
}

// verdicts are those of all models; one that differs from the baseline's is worse.
func (t *Table) verdicts() grid {
	g := grid{title: "Verdicts", head: append([]string{"model"}, t.Modes...),
		worse: "not that of " + t.subject.baseline}
	for _, m := range models(t.Rows) {
		line := []cell{{text: m.title()}}
		base := rowOf(t.Rows, m, t.subject.baseline)
		for _, mode := range t.Modes {
			c := cell{text: nothing}
			if r := rowOf(t.Rows, m, mode); r != nil && r.Verdict != "" {
				c.text = string(r.Verdict)
				c.worse = base != nil && base.Note == "" && r.Verdict != base.Verdict
			} else if r != nil && r.Note != "" {
				c.text = r.why()
			}
			line = append(line, c)
		}
		g.lines = append(g.lines, line)
	}
	return g
}

// growthGrids tell of the scaled models.
func (t *Table) growthGrids() []grid {
	var out []grid
	for i := range t.subject.growth {
		if len(t.Growth) == 0 {
			break
		}
		f, modes := &t.subject.growth[i], t.Modes
		g := grid{title: "Growth: " + f.title, head: append([]string{"model"}, modes...)}
		if f.once {
			modes = modes[:1]
			g.head = []string{"model", "all modes"}
		}
		for _, m := range models(t.Growth) {
			var v []float64
			for _, mode := range modes {
				v = append(v, f.value(t.Growth, m, mode))
			}
			g.lines = append(g.lines, append([]cell{{text: m.title()}}, cells(v, f.format)...))
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

// degrees tells of a figure that grows with N how the ratio of its logarithms at two sizes is to that of the
// sizes: for a polynomial it comes to the degree, for all that is exponential it grows with N.
func (t *Table) degrees(f *figure) grid {
	g := grid{title: "Growth: degree of " + f.title + " between the size before and this one",
		head: append([]string{"model"}, t.Modes...)}
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
		g.lines = append(g.lines, append([]cell{{text: m.title()}}, cells(v, hundredths)...))
	}
	return g
}
