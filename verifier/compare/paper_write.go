package compare

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// PaperFormats are the names of the ways to print the tables of a paper.
var PaperFormats = []string{"text", "markdown", "json", "html"}

// Write prints the tables.
func (s *Sheets) Write(w io.Writer, format string) error {
	e := &errWriter{w: w}
	switch format {
	case "json":
		enc := json.NewEncoder(w)
		enc.SetIndent("", " ")
		return enc.Encode(s)
	case "html":
		return s.writeHTML(w)
	case "markdown":
		s.markdown(e)
	default:
		s.text(e)
	}
	return e.err
}

// mark is how a figure refers to the reason why it is missing.
func mark(number int) string {
	number--
	if number < 26 {
		return "(" + string(rune('a'+number)) + ")"
	}
	return "(" + string(rune('a'+number/26-1)) + string(rune('a'+number%26)) + ")"
}

func (e Entry) String() string {
	ours := e.Ours
	switch {
	case e.Why > 0:
		ours = mark(e.Why)
	case e.Paper == "":
		return ours
	case ours == "":
		ours = untold
	}
	if e.Paper == "" {
		return ours
	}
	return ours + " [" + e.Paper + "]"
}

// timesTold says what times are.
const timesTold = "Times are the processor's, user and system, of the whole run: other work on the machine does not " +
	"count, though it takes caches away."

// heading says whose tables these are.
func (s *Sheets) heading() []string {
	lines := []string{
		s.Source,
		"Figures in brackets are the paper's, for its sizes and machine; beside them are those of runs here.",
		timesTold,
	}
	if s.Sizes == "small" {
		lines = append(lines, "These are small sizes: -sizes large takes the paper's, where there are such.")
	}
	return lines
}

// footing says what is missing.
func (s *Sheets) footing() []string {
	var lines []string
	for i, why := range s.Reasons {
		lines = append(lines, mark(i+1)+" "+why)
	}
	if s.Partial {
		lines = append(lines, "cut short: figures are missing")
	}
	return lines
}

// mostText is how many columns the tables have in text.
const mostText = 100

// text prints the tables in columns; those that are too wide come in parts.
func (s *Sheets) text(w io.Writer) {
	for _, l := range s.heading() {
		wrapped(w, l, "")
	}
	fmt.Fprintln(w)
	for i := range s.Sheets {
		sheet := &s.Sheets[i]
		wrapped(w, sheet.Title, "")
		for _, n := range sheet.Notes {
			wrapped(w, n, "  ")
		}
		for _, columns := range sheet.parts() {
			sheet.part(w, columns)
		}
		fmt.Fprintln(w)
	}
	for _, l := range s.footing() {
		wrapped(w, l, "")
	}
}

// widths are those of the columns.
func (s *Sheet) widths() []int {
	width := make([]int, len(s.Head))
	for i, h := range s.Head {
		width[i] = utf8.RuneCountInString(h)
		for _, l := range s.Lines {
			if i < len(l) {
				width[i] = max(width[i], utf8.RuneCountInString(l[i].String()))
			}
		}
	}
	return width
}

// parts are columns that fit beside each other, the leading ones in every part.
func (s *Sheet) parts() [][]int {
	width := s.widths()
	lead, joint := max(s.lead, 1), max(s.joint, 1)
	var leading []int
	leads := -2
	for i := range lead {
		leading = append(leading, i)
		leads += 2 + width[i]
	}
	var out [][]int
	used := mostText + 1
	for i := lead; i < len(width); i += joint {
		group, wide := []int{}, 0
		for k := i; k < min(i+joint, len(width)); k++ {
			group = append(group, k)
			wide += 2 + width[k]
		}
		if used+wide > mostText {
			out = append(out, slices.Clone(leading))
			used = leads
		}
		out[len(out)-1] = append(out[len(out)-1], group...)
		used += wide
	}
	return out
}

func (s *Sheet) part(w io.Writer, columns []int) {
	width := s.widths()
	line := func(cell func(int) string) {
		var b strings.Builder
		for _, c := range columns {
			text := cell(c)
			pad := strings.Repeat(" ", width[c]-utf8.RuneCountInString(text))
			if c == 0 {
				b.WriteString(text + pad)
			} else {
				b.WriteString("  " + pad + text)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
	line(func(c int) string { return s.Head[c] })
	for _, l := range s.Lines {
		line(func(c int) string {
			if c < len(l) {
				return l[c].String()
			}
			return ""
		})
	}
}

// wrapped prints a paragraph.
func wrapped(w io.Writer, text, indent string) {
	line := indent
	for _, word := range strings.Fields(text) {
		if line != indent && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > mostText {
			fmt.Fprintln(w, line)
			line = indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	fmt.Fprintln(w, line)
}

func (s *Sheets) markdown(w io.Writer) {
	fmt.Fprintf(w, "## %s\n\n%s\n\n", s.Source, strings.Join(s.heading()[1:], " "))
	escape := strings.NewReplacer("|", "\\|", "*", "\\*")
	for i := range s.Sheets {
		sheet := &s.Sheets[i]
		fmt.Fprintf(w, "### %s\n\n", sheet.Title)
		for _, n := range sheet.Notes {
			fmt.Fprintf(w, "%s\n\n", escape.Replace(n))
		}
		fmt.Fprintf(w, "| %s |\n|---%s|\n", strings.Join(sheet.Head, " | "),
			strings.Repeat("|---:", len(sheet.Head)-1))
		for _, l := range sheet.Lines {
			for c := range sheet.Head {
				text := ""
				if c < len(l) {
					text = escape.Replace(l[c].String())
				}
				fmt.Fprintf(w, "| %s ", text)
			}
			fmt.Fprintln(w, "|")
		}
		fmt.Fprintln(w)
	}
	for _, l := range s.footing() {
		fmt.Fprintf(w, "%s\n\n", escape.Replace(l))
	}
}
