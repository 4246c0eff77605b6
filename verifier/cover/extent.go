package cover

import "strings"

// extent follows a statement through the lines of its text to its end: what separates it from the next
// one, or closes or opens a block. Only the text is known, so a macro counts as one word of it.
type extent struct {
	depth   int  // of brackets
	comment bool // the line before ended inside one
}

// in returns where the statement ends in a line, from a place on, and whether it does.
func (e *extent) in(line string, from int) (to int, ended bool) {
	to = from // after the last character that is not of a comment
	for i := from; i < len(line); {
		rest := line[i:]
		switch {
		case e.comment:
			end := strings.Index(rest, "*/")
			if end < 0 {
				return to, false
			}
			e.comment = false
			i += end + 2
			continue
		case strings.HasPrefix(rest, "//"):
			return to, false
		case strings.HasPrefix(rest, "/*"):
			e.comment = true
			i += 2
			continue
		case e.depth <= 0 && i > from && endsAt(line, i), e.depth <= 0 && stops(rest):
			return to, true
		}
		n := 1
		switch rest[0] {
		case '"', '\'':
			n = quoted(rest)
		case '(', '[':
			e.depth++
		case ')', ']':
			e.depth--
		}
		i += n
		if rest[0] != ' ' && rest[0] != '\t' {
			to = i
		}
	}
	return to, false
}

// stops reports whether a text begins with what follows a statement.
func stops(text string) bool {
	return text[0] == ';' || text[0] == '{' || text[0] == '}' ||
		strings.HasPrefix(text, "->") || strings.HasPrefix(text, "::")
}

// endsAt reports whether a word begins in the line that ends a block or follows one.
func endsAt(line string, at int) bool {
	if letter(line[at-1]) || !letter(line[at]) {
		return false
	}
	end := at
	for end < len(line) && letter(line[end]) {
		end++
	}
	switch line[at:end] {
	case "fi", "od", "unless":
		return true
	}
	return false
}

func letter(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// quoted returns the length of the string or character that a text begins with.
func quoted(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return len(text)
}
