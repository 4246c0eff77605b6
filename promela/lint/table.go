package lint

import (
	"fmt"
	"strings"
)

// Table returns a Markdown table of all lints, with their examples.
func Table() string {
	wide, long := 0, 0
	for _, l := range All {
		wide, long = max(wide, len(l.Name)), max(long, len(l.Says))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| %-*s | %-*s |\n", wide, "lint", long, "finds")
	fmt.Fprintf(&b, "|%s|%s|\n", strings.Repeat("-", wide+2), strings.Repeat("-", long+2))
	for _, l := range All {
		fmt.Fprintf(&b, "| %-*s | %-*s |\n", wide, l.Name, long, l.Says)
	}
	for _, l := range All {
		fmt.Fprintf(&b, "\n## %s\n\n", l.Name)
		for line := range strings.Lines(l.Example) {
			b.WriteString("    " + line)
		}
	}
	return b.String()
}
