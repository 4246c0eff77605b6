package syntax

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEveryProductionIsWorded: no message contains the grammar's own name for what it expects.
func TestEveryProductionIsWorded(t *testing.T) {
	text := unit().String() + "\n" + sentence().String() + "\n" + ltl().String()
	// These productions begin with something optional or with a choice, where the present token is rejected.
	never := map[string]bool{"Step": true, "Sequence": true, "Active": true, "Width": true, "Send": true,
		"Recv":     true,
		"Constant": true, "<visibility>": true, "<label>": true, "<type>": true, "<keyword>": true,
		"<name>": true}
	for rule := range strings.Lines(text) {
		left, right, _ := strings.Cut(regexp.MustCompile(`"[^"]*"`).ReplaceAllString(rule, ""), " = ")
		if left == "Unit" || left == "Stmt" {
			continue
		}
		for _, name := range regexp.MustCompile(`<\w+>|\b[A-Z]\w*`).FindAllString(right, -1) {
			require.True(t, wanted[name] != "" || never[name], "%s in %s", name, rule)
		}
	}
}
