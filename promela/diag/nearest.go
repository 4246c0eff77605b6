package diag

import (
	"fmt"
	"strings"
)

// DidYouMean returns a hint that names the nearest candidate, or "" if none is near.
func DidYouMean(written string, candidates []string) string {
	if near := Nearest(written, candidates); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

// Meant returns the candidate in a hint of DidYouMean, or "" for other hints.
func Meant(hint string) string {
	text, is := strings.CutPrefix(hint, "did you mean \"")
	if text, closed := strings.CutSuffix(text, "\"?"); is && closed {
		return text
	}
	return ""
}

// Nearest returns the candidate with the smallest edit distance, the first of several, or "" if a typing
// error can't explain the distance: one edit is allowed for short names, a third of the length for long ones.
// Names that differ only in case are always near.
func Nearest(written string, candidates []string) string {
	best, at := "", max(1, len(written)/3)+1
	for _, c := range candidates {
		if c == written || c == "" {
			continue
		}
		if strings.EqualFold(c, written) {
			return c
		}
		if abs(len(c)-len(written)) >= at {
			continue
		}
		if d := distance(written, c); d < at && d < max(len(written), len(c)) {
			best, at = c, d
		}
	}
	return best
}

// distance counts insertions, deletions, substitutions and swaps of neighbours (optimal string alignment).
func distance(a, b string) int {
	two, one, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range one {
		one[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(one[j]+1, row[j-1]+1, one[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], two[j-2]+1)
			}
		}
		two, one, row = one, row, two
	}
	return one[len(b)]
}

func abs(n int) int { return max(n, -n) }
