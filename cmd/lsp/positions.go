package lsp

import (
	"strings"
	"unicode/utf8"

	"gospin/cmd/lsp/protocol"
)

// text is a text with the offsets of its lines.
type text struct {
	s      string
	starts []int // start of each line
}

func newText(s string) *text {
	t := &text{s: s, starts: []int{0}}
	for i := range len(s) {
		if s[i] == '\n' {
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

// line returns a line without its end.
func (t *text) line(n int) string {
	if n < 0 || n >= len(t.starts) {
		return ""
	}
	s := t.s[t.starts[n]:]
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		s = s[:i]
	}
	return strings.TrimSuffix(s, "\r")
}

// offset converts a position, which counts lines from 0 and units of UTF-16. Positions outside of the text
// are moved to the nearest end.
func (t *text) offset(p protocol.Position) int {
	n := int(p.Line)
	if n >= len(t.starts) {
		return len(t.s)
	}
	line, units := t.line(n), int(p.Character)
	for i, r := range line {
		if units <= 0 {
			return t.starts[n] + i
		}
		units -= units16(r)
	}
	return t.starts[n] + len(line)
}

// position converts an offset.
func (t *text) position(offset int) protocol.Position {
	offset = min(max(offset, 0), len(t.s))
	n := t.lineOf(offset)
	units := 0
	for _, r := range t.s[t.starts[n]:offset] {
		units += units16(r)
	}
	return protocol.Position{Line: uint32(n), Character: uint32(units)}
}

// lineOf returns the line of an offset.
func (t *text) lineOf(offset int) int {
	low, high := 0, len(t.starts)
	for high-low > 1 {
		if mid := (low + high) / 2; t.starts[mid] <= offset {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// at returns the offset of a line and column, both from 1, with the column in bytes.
func (t *text) at(line, col int) int {
	if line < 1 || line > len(t.starts) {
		return len(t.s)
	}
	return min(t.starts[line-1]+max(col-1, 0), t.starts[line-1]+len(t.line(line-1)))
}

func (t *text) span(from, to int) protocol.Range {
	return protocol.Range{Start: t.position(from), End: t.position(to)}
}

func units16(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

func letter(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|32 >= 'a' && c|32 <= 'z'
}

// word returns the name or number around an offset, and where it begins.
func (t *text) word(offset int) (name string, from int) {
	from = min(max(offset, 0), len(t.s))
	to := from
	for from > 0 && letter(t.s[from-1]) {
		from--
	}
	for to < len(t.s) && letter(t.s[to]) {
		to++
	}
	return t.s[from:to], from
}

// extent returns the end of the word that begins at an offset. If there is no word, it is one character long.
func (t *text) extent(from int) int {
	to := from
	for to < len(t.s) && letter(t.s[to]) {
		to++
	}
	if to == from && to < len(t.s) && t.s[to] != '\n' {
		_, n := utf8.DecodeRuneInString(t.s[to:])
		to += n
	}
	return to
}
