package compare

import "strings"

// turned is a grid with a line for each mode: a column for each model, then those that sum them up. The first
// columns of the other one are about models, and left out.
func (g *grid) turned(first int) grid {
	out := grid{title: g.title, worse: g.worse, sums: g.sums, head: []string{"mode"}}
	for _, l := range g.lines {
		out.head = append(out.head, l[0].text)
	}
	for i, mode := range g.head[first:] {
		line := []cell{{text: mode}}
		for _, l := range g.lines {
			line = append(line, l[first+i])
		}
		out.lines = append(out.lines, line)
	}
	return out
}

// textWidth is how many columns a grid has as text. A single figure may need more.
const textWidth = 100

// parts are grids of some of the columns each, which are not wider than the text. Widths are those of
// columns.
func (g *grid) parts(widths []int) [][]int {
	var out [][]int
	var one []int
	room := textWidth - widths[0]
	for i := 1; i < len(g.head); i++ {
		if room -= widths[i] + 2; room < 0 && len(one) > 0 {
			out, one = append(out, one), nil
			room = textWidth - widths[0] - widths[i] - 2
		}
		one = append(one, i)
	}
	return append(out, one)
}

// reasons are words for why a run does not count, by what is in its note.
var reasons = []struct{ in, word string }{
	{
		"out of memory",
		"memory",
	}, {"memory limit", "memory"}, {"time limit", "time"}, {"given up after", "time"},
	{"stores other states", "differs"}, {", but ", "differs"}, {"stack is too small", "depth"},
	{"max search depth", "depth"}, {"is not for this model", "refused"}, {"is for ", "refused"},
}

// why is a word for why a run does not count.
func (r *Row) why() string {
	for _, w := range reasons {
		if strings.Contains(r.Note, w.in) {
			return w.word
		}
	}
	return "failed"
}

// explain puts the reasons into the cells of runs that don't count.
func explain(line []cell, rows []Row, model *Row, modes []string) {
	for i, mode := range modes {
		if r := rowOf(rows, model, mode); r != nil && r.Note != "" && line[i].text == nothing {
			line[i].text = r.why()
		}
	}
}

// nothing stands in a cell without a figure.
const nothing = "–"
