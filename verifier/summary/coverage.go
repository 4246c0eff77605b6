package summary

import (
	"fmt"
	"os"
	"strings"

	"gospin/verifier/cover"
	"gospin/verifier/report"
)

// Coverage writes what is executed of a model.
func (w *Writer) Coverage(c *report.Coverage) error {
	if err := w.coverage(c); err != nil {
		return err
	}
	return w.flush()
}

// coverage writes the lines of the source with statements that are never executed, or all lines with how
// often each statement is, if that was counted.
func (w *Writer) coverage(c *report.Coverage) error {
	w.wrapped("coverage: "+c.String(), "  ")
	read := w.Source.Read
	if read == nil {
		read = os.ReadFile
	}
	for _, file := range cover.Files(c, w.Source.Model) {
		text, err := read(file)
		if err != nil {
			return err
		}
		w.painted(file, cover.Paint(c, file, string(text)), c.Counted)
	}
	return nil
}

// painted writes lines of a file: those with statements that are never executed, or all with counts.
func (w *Writer) painted(file string, lines []cover.Line, counts bool) {
	width, told := 0, false
	for i := range lines {
		width = max(width, len(lines[i].Times()))
	}
	for i := range lines {
		l := &lines[i]
		if !counts && !l.Never() {
			continue
		}
		if !told {
			w.printf("  %s\n", file)
			told = true
		}
		margin := fmt.Sprintf("%6d  ", l.Number)
		if counts {
			margin += fmt.Sprintf("%*s  ", width, l.Times())
		}
		w.printf("%s\n", strings.TrimRight(w.in(dim, margin)+w.text(l), " "))
		if l.Never() && !w.Color {
			w.printf("%s%s\n", strings.Repeat(" ", len(margin)), underline(l))
		}
	}
}

// text returns a line with what is never executed in red.
func (w *Writer) text(l *cover.Line) string {
	out, at := "", 0
	for _, m := range l.Marks {
		if !m.Taken && m.From >= at {
			out += l.Text[at:m.From] + w.in(red, l.Text[m.From:m.To])
			at = m.To
		}
	}
	return out + l.Text[at:]
}

// underline returns a line of marks below what is never executed.
func underline(l *cover.Line) string {
	out := []byte{}
	for i := range len(l.Text) {
		c := byte(' ')
		if l.Text[i] == '\t' {
			c = '\t'
		}
		for _, m := range l.Marks {
			if !m.Taken && m.From <= i && i < m.To {
				c = '~'
			}
		}
		out = append(out, c)
	}
	return strings.TrimRight(string(out), " \t")
}
