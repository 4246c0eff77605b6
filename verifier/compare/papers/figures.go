package papers

import (
	"embed"
	"strconv"
	"strings"
)

// Each file has a table: its columns' names, then lines, all with tabs between. Lists have blanks.
//
//go:embed figures
var tablesOf embed.FS

// line is a line of such a table: what stands in its columns, by their names.
type line map[string]string

// figures reads a table of a paper, or of the models that one of its tables is made with.
func figures(table string) (out []line) {
	text, err := tablesOf.ReadFile("figures/" + table + ".tsv")
	if err != nil {
		panic(err) // it is no file of ours
	}
	head, rest, _ := strings.Cut(string(text), "\n")
	for l := range strings.Lines(rest) {
		of := line{}
		columns := strings.Split(strings.TrimSuffix(l, "\n"), "\t")
		for i, name := range strings.Split(head, "\t") {
			of[name] = columns[i]
		}
		out = append(out, of)
	}
	return out
}

// number is a figure that is a whole number.
func (l line) number(column string) int {
	n, _ := strconv.Atoi(l[column])
	return n
}
