package manual

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPages(t *testing.T) {
	list, err := os.ReadDir(".")
	require.NoError(t, err)
	var files []string
	for _, f := range list {
		if name, is := strings.CutSuffix(f.Name(), ".md"); is {
			files = append(files, name)
		}
	}
	require.ElementsMatch(t, files, order)
	for _, p := range Pages() {
		require.True(t, strings.HasPrefix(p.Text, "# "), p.Name)
		require.NotEmpty(t, p.About, p.Name)
		require.Less(t, len(p.About), 100, p.Name)
		require.Zero(t, strings.Count(p.Text, "```")%2, p.Name)
		inCode := false
		for line := range strings.Lines(p.Text) {
			if strings.HasPrefix(line, "```") {
				inCode = !inCode
			}
			if !inCode && !strings.HasPrefix(line, "|") {
				require.LessOrEqual(t, len([]rune(strings.TrimRight(line, "\n"))), width, "%s: %s", p.Name, line)
			}
		}
	}
}

func TestFind(t *testing.T) {
	require.True(t, strings.HasPrefix(Find("tutorial"), "# "))
	require.True(t, strings.HasPrefix(Find("atomic"), "## atomic"))
	require.True(t, strings.HasPrefix(Find("promela", "atomic"), "## atomic"))
	require.True(t, strings.HasPrefix(Find("Exit-Codes"), "# "))
	require.Empty(t, Find("nonsense"))
	require.Empty(t, Find())
	for _, topic := range Topics() {
		require.NotEmpty(t, Find(topic), topic)
	}
}

// TestLinks: pages refer to pages that exist.
func TestLinks(t *testing.T) {
	for _, p := range Pages() {
		for _, m := range link.FindAllString(p.Text, -1) {
			_, to, _ := strings.Cut(strings.TrimSuffix(m, ")"), "](")
			if name, is := strings.CutSuffix(to, ".md"); is {
				require.NotEmpty(t, Find(name), "%s: %s", p.Name, m)
			}
		}
	}
}

func TestPlain(t *testing.T) {
	text := "# A title\n\nSee [orders](orders.md) and `-f`.\n\n<!-- file: x.pml -->\n```promela\nbyte x;\n```\n"
	require.Equal(t, "A TITLE\n\nSee orders and -f.\n\n    byte x;\n", Plain(text))
}

// TestTables: columns are aligned, a bar within code is none of the table's, and long cells go on below.
func TestTables(t *testing.T) {
	text := "| a | what it does |\n|---|---|\n| `x` | short |\n| `p || q` | " + strings.Repeat("word ", 25) + "|\n"
	require.Equal(t, "  a       what it does\n  x       short\n  p || q  "+
		strings.TrimSpace(strings.Repeat("word ", 18))+"\n          "+strings.TrimSpace(strings.Repeat("word ", 7))+"\n",
		Plain(text))
	for _, p := range Pages() {
		inCode := false
		for line := range strings.Lines(Plain(p.Text)) {
			if inCode = strings.HasPrefix(line, "    "); !inCode {
				require.LessOrEqual(t, len([]rune(line)), width+1, "%s: %s", p.Name, line)
			}
		}
	}
}
