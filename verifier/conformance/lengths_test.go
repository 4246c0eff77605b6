package conformance

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

const (
	mostColumns = 110 // of a line, a tab being four; what stands in string literals doesn't count
	mostLines   = 90  // of a function
)

// unwrapped are folders whose lines are not held to mostColumns yet, those below them included.
var unwrapped = []string{"cmd", "verifier", "vm"}

// wrapped are folders below them that are.
var wrapped = []string{
	"promela/diag", "promela/preproc", "verifier/atomic", "verifier/component", "verifier/conformance",
	"verifier/product", "verifier/system", "verifier/trail/story", "vm/layout",
}

// tooLong are files in wrapped folders whose lines are not held to it yet.
var tooLong = []string{"verifier/conformance/generate.go"}

// longFunctions are those that are longer than mostLines yet, with their files.
var longFunctions = map[string]string{"verifier/run.go": "run"}

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
	seen := map[string]bool{} // folders and files
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
		folder := filepath.Dir(rel)
		seen[folder], seen[rel] = true, true
		in := func(tree string) bool { return within(folder, tree) }
		if slices.ContainsFunc(wrapped, in) || !slices.ContainsFunc(unwrapped, in) {
			for _, line := range longLines(text, file, fset) {
				if !slices.Contains(tooLong, rel) {
					t.Errorf("%s:%d: longer than %d columns", rel, line, mostColumns)
				}
			}
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || fset.Position(f.End()).Line-fset.Position(f.Pos()).Line < mostLines {
				continue
			}
			if f.Name.Name != longFunctions[rel] {
				t.Errorf("%s: %s is longer than %d lines", rel, f.Name.Name, mostLines)
			}
		}
		return nil
	})
	require.NoError(t, err)
	for _, name := range slices.Concat(wrapped, tooLong) {
		require.True(t, seen[name], "%s is not there any more", name)
	}
}

func TestWhatIsLong(t *testing.T) {
	fill := strings.Repeat("x", mostColumns)
	text := "package p\n\nvar a = `" + fill + "\n" + fill + "`\n\n\t// " + fill + "\n// " + fill[3:] + "\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	require.NoError(t, err)
	require.Equal(t, []int{6}, longLines([]byte(text), file, fset))
}
