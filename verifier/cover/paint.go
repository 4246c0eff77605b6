package cover

import (
	"cmp"
	"slices"
	"strings"

	"gospin/verifier/report"
	"gospin/vm"
)

// Mark is where a statement stands in a line: the bytes From to To.
type Mark struct {
	From, To int
	*vm.Covered
	// Again means that the statement began in an earlier line.
	Again bool
}

// Line is a line of a source with its statements, from left to right.
type Line struct {
	Number int // from 1
	Text   string
	Marks  []Mark
}

// Never reports whether a statement of the line is never executed.
func (l *Line) Never() bool {
	return slices.ContainsFunc(l.Marks, func(m Mark) bool { return !m.Taken })
}

// Times returns how often the statements of the line are executed, from left to right; one number, if
// all are the same.
func (l *Line) Times() string {
	var out []string
	same := true
	for _, m := range l.Marks {
		if !m.Again {
			out = append(out, report.Grouped(m.Covered.Times))
			same = same && out[0] == out[len(out)-1]
		}
	}
	if same && len(out) > 0 {
		return out[0]
	}
	return strings.Join(out, " ")
}

// Files returns the files with statements, the model first, then in alphabetical order.
func Files(c *report.Coverage, model string) []string {
	var out []string
	for i := range c.Statements {
		out = append(out, c.Statements[i].File)
	}
	slices.Sort(out)
	out = slices.Compact(out)
	if i := slices.Index(out, model); i > 0 {
		out = slices.Insert(slices.Delete(out, i, i+1), 0, model)
	}
	return out
}

// Paint returns the lines of a file with the statements that stand there, but those of which it is not
// known whether they are executed.
func Paint(c *report.Coverage, file, text string) []Line {
	var out []Line
	for line := range strings.Lines(text) {
		out = append(out, Line{Number: len(out) + 1, Text: strings.TrimRight(line, "\r\n")})
	}
	for i := range c.Statements {
		s := &c.Statements[i]
		if s.File == file && s.Line <= len(out) && !c.Unknown(s) {
			paint(out[s.Line-1:], s)
		}
	}
	for i := range out {
		slices.SortFunc(out[i].Marks, func(a, b Mark) int { return cmp.Compare(a.From, b.From) })
	}
	return out
}

// paint marks a statement that begins in the first of the lines.
func paint(lines []Line, s *vm.Covered) {
	e := extent{}
	for i := range lines {
		l := &lines[i]
		from := 0
		if i == 0 {
			from = min(s.Column-1, len(l.Text))
		}
		to, ended := e.in(l.Text, from)
		from, to = trimmed(l.Text, from, to)
		if from < to {
			l.Marks = append(l.Marks, Mark{From: from, To: to, Covered: s, Again: i > 0})
		}
		if ended || s.Statement == "d_step" {
			return
		}
	}
}

// trimmed leaves out the space at both ends of a part of a line.
func trimmed(line string, from, to int) (int, int) {
	text := strings.TrimLeft(line[from:to], " \t")
	from = to - len(text)
	return from, from + len(strings.TrimRight(text, " \t"))
}
