package syntax

import (
	"bytes"

	"gospin/promela/diag"
	"gospin/promela/preproc"
)

// nested refuses a text with too many brackets around a place before any tokens are made of it.
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
		case '\'': // of a character between quotes
			if i+2 < len(src.Bytes) && src.Bytes[i+2] == '\'' {
				i += 2
			}
		}
	}
	return nil
}

// behindString is where a string that begins at a place ends, or its line.
func behindString(text []byte, i int) int {
	for i++; i < len(text) && text[i] != '"' && text[i] != '\n'; i++ {
		if text[i] == '\\' && !bytes.HasPrefix(text[i+1:], []byte("\n")) {
			i++
		}
	}
	return i
}
