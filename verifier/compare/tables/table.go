package tables

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Width is the width of text in columns. A single figure may need more.
const Width = 100

// Nothing is the text of a cell without a figure.
const Nothing = "–"

// Table is a line of headings, and lines of cells.
type Table struct {
	Title string
	Notes []string // remarks below it
	Head  []string
	Lines [][]Cell
	Lead  int    // number of columns that text repeats in every part; 0 for one
	Joint int    // number of further columns that text keeps together; 0 for one
	Sums  int    // number of columns at the end that summarise the others
	Marks bool   // leave room for marks in text, and an empty line after each part
	Words bool   // the last column has words, not figures
	Worse string // meaning of the mark for worse cells
}

// Cell is a figure, or a word in its place.
type Cell struct {
	Text        string
	Aside       string // another figure, printed in brackets; "" for none
	Best, Worse bool
	Class       string // a CSS class on a page, such as holds; "" for none
}

// String returns the text, with Aside.
func (c Cell) String() string {
	if c.Aside == "" {
		return c.Text
	}
	return c.Text + " [" + c.Aside + "]"
}

// marked returns the text with a star if it is the best, and an exclamation mark if it is worse.
func (c Cell) marked() string {
	switch {
	case c.Worse:
		return c.Text + "!"
	case c.Best:
		return c.Text + "*"
	}
	return c.Text + " "
}

// legend explains the marks in cells. A mark given as "" needs no explanation.
func (t *Table) legend(best, worse string) string {
	has := func(is func(Cell) bool) bool {
		return slices.ContainsFunc(t.Lines, func(l []Cell) bool { return slices.ContainsFunc(l, is) })
	}
	out := ""
	if best != "" && has(func(c Cell) bool { return c.Best }) {
		out = " (best marked " + best + ")"
	}
	if has(func(c Cell) bool { return c.Worse }) {
		out += " (" + worse + ": " + t.Worse + ")"
	}
	return out
}

// WriteText prints the table in columns, in several parts if it is too wide.
func (t *Table) WriteText(w io.Writer) {
	Wrap(w, t.Title+t.legend("*", "!"), "", "")
	for _, n := range t.Notes {
		Wrap(w, n, "  ", "  ")
	}
	lines := t.texts()
	width := make([]int, len(t.Head))
	for _, l := range lines {
		for i, text := range l {
			width[i] = max(width[i], utf8.RuneCountInString(text))
		}
	}
	parts := t.parts(width)
	for i, columns := range parts {
		for _, l := range lines {
			text := ""
			for _, c := range columns {
				if c == 0 {
					text = fmt.Sprintf("%-*s", width[c], l[c])
				} else {
					text += fmt.Sprintf("  %*s", width[c], l[c])
				}
			}
			fmt.Fprintln(w, strings.TrimRight(text, " "))
		}
		if t.Marks && i < len(parts)-1 {
			fmt.Fprintln(w)
		}
	}
	fmt.Fprintln(w)
}

// texts returns the headings and the lines as texts.
func (t *Table) texts() [][]string {
	show := Cell.String
	if t.Marks {
		show = Cell.marked
	}
	var head []string
	for _, h := range t.Head {
		head = append(head, show(Cell{Text: h}))
	}
	out := [][]string{head}
	for _, l := range t.Lines {
		var line []string
		for _, c := range l {
			line = append(line, show(c))
		}
		out = append(out, line)
	}
	return out
}

// parts splits columns into parts that fit the width. Every part has the leading columns.
func (t *Table) parts(width []int) [][]int {
	lead, joint := max(t.Lead, 1), max(t.Joint, 1)
	var leading []int
	leads := -2
	for i := range lead {
		leading = append(leading, i)
		leads += 2 + width[i]
	}
	var out [][]int
	used := Width + 1
	for i := lead; i < len(width); i += joint {
		group, wide := []int{}, 0
		for k := i; k < min(i+joint, len(width)); k++ {
			group = append(group, k)
			wide += 2 + width[k]
		}
		if used+wide > Width {
			out = append(out, slices.Clone(leading))
			used = leads
		}
		out[len(out)-1] = append(out[len(out)-1], group...)
		used += wide
	}
	return out
}

// Wrap prints a paragraph, breaking lines between words. The first line begins with first, the others with
// rest.
func Wrap(w io.Writer, text, first, rest string) {
	line, begun := first, false
	for word := range strings.FieldsSeq(text) {
		if begun && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > Width {
			fmt.Fprintln(w, line)
			line, begun = rest, false
		}
		if begun {
			line += " "
		}
		line, begun = line+word, true
	}
	fmt.Fprintln(w, line)
}

// Escape escapes a text for Markdown.
var Escape = strings.NewReplacer("|", "\\|", "*", "\\*").Replace

// WriteMarkdown prints the table as Markdown.
func (t *Table) WriteMarkdown(w io.Writer) {
	fmt.Fprintf(w, "### %s%s\n\n", t.Title, t.legend("", "(!)"))
	for _, n := range t.Notes {
		fmt.Fprintf(w, "%s\n\n", Escape(n))
	}
	fmt.Fprintf(w, "| %s |\n|---%s|\n", strings.Join(t.Head, " | "), strings.Repeat("|---:", len(t.Head)-1))
	for _, l := range t.Lines {
		for _, c := range l {
			text := Escape(c.String())
			if c.Best {
				text = "**" + text + "**"
			}
			if c.Worse {
				text += " (!)"
			}
			fmt.Fprintf(w, "| %s ", text)
		}
		fmt.Fprintln(w, "|")
	}
	fmt.Fprintln(w)
}
