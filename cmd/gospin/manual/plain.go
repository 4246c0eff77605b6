package manual

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

var (
	comment = regexp.MustCompile(`(?s)<!--.*?-->\n?`)
	link    = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
)

// width is the width of a terminal in columns.
const width = 100

// Plain formats Markdown for a terminal: code is indented, tables have columns, and other marks are removed.
func Plain(markdown string) string {
	var out strings.Builder
	var rows [][]string
	inCode := false
	for line := range strings.Lines(comment.ReplaceAllString(markdown, "")) {
		if !inCode && strings.HasPrefix(line, "|") {
			rows = append(rows, cells(line))
			continue
		}
		writeTable(&out, rows)
		rows = nil
		switch {
		case strings.HasPrefix(line, "```"):
			inCode = !inCode
			continue
		case inCode:
			if strings.TrimSpace(line) != "" {
				line = "    " + line
			}
		case strings.HasPrefix(line, "#"):
			line = strings.ToUpper(strings.TrimLeft(line, "# "))
		default:
			line = unmarked(line)
		}
		out.WriteString(line)
	}
	writeTable(&out, rows)
	return out.String()
}

// unmarked removes the marks of links, code and emphasis.
func unmarked(text string) string {
	return strings.NewReplacer("`", "", "**", "").Replace(link.ReplaceAllString(text, "$1"))
}

// cells splits a line of a table. A bar within code does not separate cells.
func cells(line string) (out []string) {
	line = strings.Trim(strings.TrimSpace(line), "|")
	from, inCode := 0, false
	for i, r := range line {
		switch {
		case r == '`':
			inCode = !inCode
		case r == '|' && !inCode:
			out = append(out, strings.TrimSpace(unmarked(line[from:i])))
			from = i + 1
		}
	}
	return append(out, strings.TrimSpace(unmarked(line[from:])))
}

// writeTable prints a table. The last column gets the remaining width, and wraps.
func writeTable(out *strings.Builder, rows [][]string) {
	if len(rows) < 2 {
		return
	}
	rows = append(rows[:1], rows[2:]...) // the second is the line under the heads
	last := len(rows[0]) - 1
	wide := make([]int, last+1)
	for _, row := range rows {
		for i, cell := range row {
			wide[i] = max(wide[i], utf8.RuneCountInString(cell))
		}
	}
	indent := 2
	for _, w := range wide[:last] {
		indent += w + 2
	}
	for _, row := range rows {
		line := "  "
		for i, cell := range row[:last] {
			line += cell + strings.Repeat(" ", wide[i]+2-utf8.RuneCountInString(cell))
		}
		used := 0
		for word := range strings.FieldsSeq(row[last]) {
			n := utf8.RuneCountInString(word)
			if used > 0 && indent+used+n > width {
				out.WriteString(strings.TrimRight(line, " ") + "\n")
				line, used = strings.Repeat(" ", indent), 0
			}
			line += word + " "
			used += n + 1
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}
