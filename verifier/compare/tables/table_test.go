package tables

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// TestPartsRepeatWhatLeads: a table that is too wide comes in parts, which keep joint columns together.
func TestPartsRepeatWhatLeads(t *testing.T) {
	wide := strings.Repeat("é", 32)
	table := Table{
		Title: "T", Head: []string{"model", "a", "b", "c", "d"}, Joint: 2,
		Lines: [][]Cell{{{Text: "m"}, {Text: wide}, {Text: wide, Aside: "1"}, {Text: "2"}, {Text: wide}}},
	}
	var b strings.Builder
	table.WriteText(&b)
	for line := range strings.Lines(b.String()) {
		require.LessOrEqual(t, utf8.RuneCountInString(line), Width+1)
	}
	require.Regexp(t, `^T\nmodel +a +b\nm +é+  é+ \[1\]\nmodel +c +d\nm +2 +é+\n\n$`, b.String())

	table.Marks, table.Worse = true, "too much"
	table.Lines[0][3] = Cell{Text: "2*3", Best: true, Worse: true}
	b.Reset()
	table.WriteText(&b)
	require.Regexp(t, `^T \(best marked \*\) \(!: too much\)\nmodel (.*\n)+\nmodel  +c +d\nm +2\*3!  é+\n\n$`, b.String())
	b.Reset()
	table.WriteMarkdown(&b)
	require.Contains(t, b.String(), `| **2\*3** (!) |`)
}

func TestParagraphsAreWrapped(t *testing.T) {
	var b strings.Builder
	Wrap(&b, strings.Repeat("word ", 21), "> ", "  ")
	require.Equal(t, "> "+strings.Repeat("word ", 18)+"word\n  word word\n", b.String())
	b.Reset()
	Wrap(&b, strings.Repeat("x", 200), "", "")
	require.Len(t, b.String(), 201, "a word that is too long stays whole")
}
