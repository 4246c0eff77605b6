package papers

import (
	"embed"
	"strconv"
	"strings"
)

// Each file has a table: a line with the names of its columns, then rows, separated by tabs. Lists in cells
// are separated by blanks.
//
//go:embed figures
var tablesOf embed.FS

// line is a row of such a table: its cells by the names of their columns.
type line map[string]string

// figures reads a table of a paper, or the table of the models for one of its tables.
func figures(table string) (out []line) {
	text, err := tablesOf.ReadFile("figures/" + table + ".tsv")
	if err != nil {
		panic(err) // the file is not embedded
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

// number returns a cell that is a whole number.
func (l line) number(column string) int {
	n, _ := strconv.Atoi(l[column])
	return n
}
