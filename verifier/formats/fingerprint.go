package formats

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

const (
	fingerprintWindow = 100   // number of characters that count, from the beginning of a line
	fingerprintFactor = 37    // of the polynomial
	fingerprintEnd    = 65535 // represents the end of the file
)

// fingerprints returns the fingerprints of a text's lines, which GitHub's code scanning uses to recognise a
// finding when the lines above it change. It is the primaryLocationLineHash of github/codeql-action
// (src/fingerprints.ts): a polynomial over the text that begins with the line, without blanks, and a number
// that distinguishes equal ones.
func fingerprints(text string) (out []string) {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", " ", "", "\t", "").Replace(text)
	units := append(utf16.Encode([]rune(text)), fingerprintEnd)
	counts := map[uint64]int{}
	for i := range units {
		if i > 0 && units[i-1] != '\n' {
			continue
		}
		var hash uint64
		for k := range fingerprintWindow {
			hash *= fingerprintFactor
			if i+k < len(units) {
				hash += uint64(units[i+k])
			}
		}
		counts[hash]++
		out = append(out, fmt.Sprintf("%x:%d", hash, counts[hash]))
	}
	return out
}
