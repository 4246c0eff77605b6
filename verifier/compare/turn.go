package compare

import "gospin/verifier/compare/tables"

// turned transposes a grid: a line for each mode with a column for each model, then the summaries. It omits
// the first columns of the original, which describe models.
func turned(g *tables.Table, first int) tables.Table {
	out := tables.Table{Title: g.Title, Worse: g.Worse, Sums: g.Sums, Head: []string{"mode"}}
	for _, l := range g.Lines {
		out.Head = append(out.Head, l[0].Text)
	}
	for i, mode := range g.Head[first:] {
		line := words(mode)
		for _, l := range g.Lines {
			line = append(line, l[first+i])
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}

// explain writes reasons into the cells of runs that don't count.
func explain(line []tables.Cell, rows []Row, model *Row, modes []string) {
	for i, mode := range modes {
		if r := rowOf(rows, model, mode); r != nil && r.Note != "" && line[i].Text == tables.Nothing {
			line[i].Text = r.Why.String()
		}
	}
}
