package format

import "strings"

// far is the largest distance, in columns, by which a comment is moved to line up with those of neighbouring
// lines.
const far = 3 * tab

// render writes the lines.
func (l *layout) render() []byte {
	var b strings.Builder
	for i := 0; i < len(l.lines); {
		n := l.neighbours(i)
		at := l.notesColumn(i, n)
		for ; i < n; i++ {
			l.lines[i].write(&b, at)
		}
	}
	return []byte(b.String())
}

// neighbours returns the end of the group of lines, beginning with i, that have comments.
func (l *layout) neighbours(i int) int {
	n := i + 1
	for n < len(l.lines) && len(l.lines[n-1].notes) > 0 && len(l.lines[n].notes) > 0 && !l.lines[n].empty {
		n++
	}
	return n
}

// notesColumn returns the common column of the comments of some lines, or 0 if each has its own.
func (l *layout) notesColumn(i, n int) int {
	low, high := 0, 0
	for _, x := range l.lines[i:n] {
		stop := indented(x.width())
		if low == 0 || stop < low {
			low = stop
		}
		high = max(high, stop)
	}
	if high-low > far {
		return 0
	}
	return high
}

// width returns the width of a line without its comments.
func (x *line) width() int {
	if i := strings.LastIndexByte(x.text, '\n'); i >= 0 {
		return width(x.text[i+1:])
	}
	return width(blanks(0, x.col) + x.text)
}

func (x *line) write(b *strings.Builder, at int) {
	if x.empty {
		b.WriteByte('\n')
	}
	b.WriteString(blanks(0, x.col) + x.text)
	for i, n := range x.notes {
		if i > 0 {
			b.WriteString(" " + n.Text)
			continue
		}
		w := x.width()
		b.WriteString(blanks(w, max(at, indented(w))) + shifted(n.Text, n.col, max(at, indented(w))))
	}
	b.WriteByte('\n')
}

// blanks returns the blanks from one column to another.
func blanks(from, to int) string {
	s := ""
	for indented(from) <= to {
		s += "\t"
		from = indented(from)
	}
	return s + strings.Repeat(" ", to-from)
}

// shifted moves the further lines of a comment with its first.
func shifted(text string, from, to int) string {
	if from == to || !strings.Contains(text, "\n") {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, s := range lines[1:] {
		rest := strings.TrimLeft(s, " \t")
		col := max(0, width(s[:len(s)-len(rest)])+to-from)
		if lines[i+1] = blanks(0, col) + rest; rest == "" {
			lines[i+1] = ""
		}
	}
	return strings.Join(lines, "\n")
}
