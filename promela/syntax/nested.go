package syntax

import (
	"bytes"

	"gospin/promela/diag"
	"gospin/promela/preproc"
)

// nested rejects a text with too many nested brackets before it is split into tokens.
func nested(src *preproc.Text) *diag.Diagnostic {
	depth := 0
	for i := 0; i < len(src.Bytes); i++ {
		switch src.Bytes[i] {
		case '(', '[', '{':
			if depth++; depth > maxDepth {
				pos, notes := src.At(i)
				return &diag.Diagnostic{Pos: pos, Msg: "nested too deeply", Source: src.Line(pos), Notes: notes}
			}
		case ')', ']', '}':
			depth = max(0, depth-1)
		case '"':
			i = behindString(src.Bytes, i)
		case '\'': // a character between quotes
			if i+2 < len(src.Bytes) && src.Bytes[i+2] == '\'' {
				i += 2
			}
		}
	}
	return nil
}

// behindString returns the end of the string that begins at a place, or of its line.
func behindString(text []byte, i int) int {
	for i++; i < len(text) && text[i] != '"' && text[i] != '\n'; i++ {
		if text[i] == '\\' && !bytes.HasPrefix(text[i+1:], []byte("\n")) {
			i++
		}
	}
	return i
}
