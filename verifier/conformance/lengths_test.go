package conformance

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

const (
	mostColumns = 110 // of a line, a tab being four; what stands in string literals doesn't count
	mostLines   = 90  // of a function
)

// longLines gives the numbers of the lines of a file that are too long.
func longLines(text []byte, file *ast.File, fset *token.FileSet) (numbers []int) {
	length := map[int]int{} // of the string literals on a line
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			at := fset.Position(lit.Pos()).Line
			for i, part := range strings.Split(lit.Value, "\n") {
				length[at+i] += columns(part)
			}
		}
		return true
	})
	at := 0
	for line := range strings.Lines(string(text)) {
		at++
		if columns(strings.TrimSuffix(line, "\n"))-length[at] > mostColumns {
			numbers = append(numbers, at)
		}
	}
	return numbers
}

func columns(text string) int { return utf8.RuneCountInString(text) + 3*strings.Count(text, "\t") }

func TestLengths(t *testing.T) {
	const root = "../.."
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		for _, line := range longLines(text, file, fset) {
			t.Errorf("%s:%d: longer than %d columns", rel, line, mostColumns)
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if ok && fset.Position(f.End()).Line-fset.Position(f.Pos()).Line >= mostLines {
				t.Errorf("%s: %s is longer than %d lines", rel, f.Name.Name, mostLines)
			}
		}
		return nil
	})
	require.NoError(t, err)
}

func TestWhatIsLong(t *testing.T) {
	fill := strings.Repeat("x", mostColumns)
	text := "package p\n\nvar a = `" + fill + "\n" + fill + "`\n\n\t// " + fill + "\n// " + fill[3:] + "\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	require.NoError(t, err)
	require.Equal(t, []int{6}, longLines([]byte(text), file, fset))
}
