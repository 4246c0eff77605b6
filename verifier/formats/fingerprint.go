package formats

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

const (
	fingerprintWindow = 100   // characters that count, from the beginning of a line
	fingerprintFactor = 37    // of the polynomial
	fingerprintEnd    = 65535 // stands for the end of the file
)

// fingerprints are those of a text's lines, by which GitHub's code scanning knows a finding again when lines
// above it change: primaryLocationLineHash as github/codeql-action computes it (src/fingerprints.ts), a
// polynomial over what follows from the beginning of the line on, blanks left out, and the count of equal
// ones.
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
