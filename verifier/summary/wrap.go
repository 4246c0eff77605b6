package summary

import (
	"strings"
	"unicode/utf8"
)

// minWidth is the narrowest terminal that lines are broken for.
const minWidth = 30

// broken are the parts of a line that is too long, all but the first for indented lines. What is longer than
// a line and has no blank stays whole.
func (w *Writer) broken(text, indent string) (out []string) {
	if w.Width < minWidth {
		return []string{text}
	}
	room, line := w.Width, ""
	for i, word := range strings.Split(text, " ") {
		if i > 0 && columns(line)+1+columns(word) > room {
			out = append(out, line)
			line, room = word, w.Width-len(indent)
			continue
		}
		if i > 0 {
			line += " "
		}
		line += word
	}
	return append(out, line)
}

// columns is how wide a text is on a terminal, which shows no escape sequences.
func columns(text string) int {
	for {
		i := strings.Index(text, "\x1b[")
		if i < 0 {
			return utf8.RuneCountInString(text)
		}
		n := strings.IndexByte(text[i:], 'm')
		if n < 0 {
			return utf8.RuneCountInString(text)
		}
		text = text[:i] + text[i+n+1:]
	}
}
