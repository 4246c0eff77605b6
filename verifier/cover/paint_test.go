package cover

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/report"
	"gospin/vm"
)

// TestExtents: where a statement that begins at the mark ends.
func TestExtents(t *testing.T) {
	for text, want := range map[string]string{
		"^x++; y++":                     "x++",
		":: ^x > 1 -> y = 1":            "x > 1",
		"^x = (y -> 1 : 2); z = 1":      "x = (y -> 1 : 2)",
		"^printf(\"a;b\\\" fi\"); x":    "printf(\"a;b\\\" fi\")",
		"^c!A(1, 2) fi":                 "c!A(1, 2)",
		"^profile = 1 od":               "profile = 1",
		"^x = 1 /* ; */ + 2 // ; no":    "x = 1 /* ; */ + 2",
		"^x = a[y -\n  1] + 'f';":       "x = a[y - / 1] + 'f'",
		"^d_step { x = 1 }":             "d_step",
		"^x == 1 unless { y == 1 }":     "x == 1",
		"^skip }":                       "skip",
		"^x = 1 /* begins ;\n ; */ + 1": "x = 1 / ; */ + 1",
	} {
		at, bare := 0, ""
		for i := range text {
			if text[i] == '^' {
				at, bare = i, text[:i]+text[i+1:]
				break
			}
		}
		c := &report.Coverage{Statements: []vm.Covered{{File: "m", Line: 1, Column: at + 1}}}
		got := ""
		for _, l := range Paint(c, "m", bare) {
			for _, m := range l.Marks {
				if m.Again {
					got += " / "
				}
				got += l.Text[m.From:m.To]
			}
		}
		require.Equal(t, want, got, text)
	}
}

// TestFiles: the model is the first one, wherever it stands.
func TestFiles(t *testing.T) {
	c := &report.Coverage{}
	for _, name := range []string{"z.pml", "b.h", "z.pml", "a.h"} {
		c.Statements = append(c.Statements, vm.Covered{File: name})
	}
	require.Equal(t, []string{"z.pml", "a.h", "b.h"}, Files(c, "z.pml"))
	require.Equal(t, []string{"a.h", "b.h", "z.pml"}, Files(c, "none.pml"))
}
