package format

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/resolve"
	"gospin/verifier/modelgen"
)

var update = flag.Bool("update", false, "write the expected texts again")

// read returns a text in place of a file.
func read(text string) resolve.Options {
	return resolve.Options{ReadFile: func(path string) ([]byte, error) {
		if path == "model" {
			return []byte(text), nil
		}
		return os.ReadFile(path)
	}}
}

// holds formats a model, which Model compares with the parser's tokens, and formats the result again.
func holds(t *testing.T, path string, o resolve.Options) string {
	t.Helper()
	_, once, err := Model(t.Context(), path, o)
	require.NoError(t, err, path)
	twice, err := Text(once)
	require.NoError(t, err, path)
	if string(once) != string(twice) { // the arguments of calls remain as they are
		_, twice, err = Model(t.Context(), "model", read(string(once)))
		require.NoError(t, err, path)
		require.Equal(t, string(once), string(twice), path)
	}
	for line := range strings.Lines(string(once)) {
		require.False(t, strings.HasPrefix(line, " ") && strings.TrimSpace(line) == "", path)
	}
	return string(once)
}

// TestModels formats all models of the tree.
func TestModels(t *testing.T) {
	n := 0
	for _, pattern := range []string{"../../examples/*.pml", "../../examples/papers/*.pml",
		"../../verifier/conformance/testdata/*/*.pml", "../preproc/testdata/*.pml",
		"/usr/share/doc/spin/examples/Examples/*.pml", "/usr/share/doc/spin/examples/Examples/*/*.pml"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, path := range files {
			if _, err := resolve.ParseFile(t.Context(), path, resolve.Options{}); err == nil {
				holds(t, path, resolve.Options{})
				n++
			}
		}
	}
	require.Greater(t, n, 240)
}

// TestExamples: most lines of the examples are already formatted.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.pml")
	require.NoError(t, err)
	for _, path := range files {
		before, after, err := Model(t.Context(), path, resolve.Options{})
		require.NoError(t, err)
		lines := map[string]int{}
		for line := range strings.Lines(string(before)) {
			lines[line]++
		}
		differ := 0
		for line := range strings.Lines(string(after)) {
			if lines[line]--; lines[line] < 0 {
				differ++
			}
		}
		require.LessOrEqual(t, differ, 30, path)
	}
}

func TestRandom(t *testing.T) {
	makers := []func(uint64) string{
		modelgen.Random, modelgen.Tangled, modelgen.Varied, modelgen.Reducible,
		modelgen.ReducibleNever,
	}
	for seed := range uint64(20) {
		for _, model := range makers {
			text := model(seed)
			holds(t, "model", read(text))
			holds(t, "model", read(joined(text)))
		}
	}
}

// joined joins lines where a separator, a brace or an option permits it.
func joined(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		b.WriteString(line)
		if strings.HasSuffix(line, ";") || strings.HasSuffix(line, "{") || strings.HasSuffix(line, "->") {
			b.WriteString(" ")
		} else {
			b.WriteString("\n")
		}
	}
	return b.String()
}

// TestStyle compares with reviewed texts.
func TestStyle(t *testing.T) {
	files, err := filepath.Glob("testdata/*.in")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, path := range files {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		out := holds(t, "model", read(string(text)))
		want := strings.TrimSuffix(path, ".in") + ".out"
		if *update {
			require.NoError(t, os.WriteFile(want, []byte(out), 0o644))
		}
		expected, err := os.ReadFile(want)
		require.NoError(t, err)
		require.Equal(t, string(expected), out, path)
	}
}

func TestWrong(t *testing.T) {
	for _, text := range []string{"init { if :: x fi", "init { x y }", "init { while (1) }", "\""} {
		_, after, err := Model(t.Context(), "model", read(text))
		require.Error(t, err, text)
		require.Nil(t, after)
		_, alike := resolve.ParseFile(t.Context(), "model", read(text))
		require.Equal(t, alike.Error(), err.Error())
	}
	// Errors in names don't matter for the layout.
	_, after, err := Model(t.Context(), "model", read("init { x=y }"))
	require.NoError(t, err)
	require.Equal(t, "init { x = y }\n", string(after))
	_, _, err = Model(t.Context(), "/nowhere/m.pml", resolve.Options{})
	require.ErrorContains(t, err, "no such file")
}

// TestMangled formats texts with random insertions and deletions: if a text can be parsed, its tokens don't
// change.
func TestMangled(t *testing.T) {
	text, err := os.ReadFile("testdata/style.in")
	require.NoError(t, err)
	signs := []string{
		"",
		"",
		"{",
		"}",
		"fi",
		" ",
		"\n",
		"\\\n",
		"::",
		"/*",
		"*/",
		"//",
		"#if 0\n",
		"\n#else\n",
		"\n#endif\n",
		"\"",
		"'",
		"->",
		";",
		":",
		"do ",
		"[]",
		"<>",
	}
	r := rand.New(rand.NewPCG(1, 2))
	readable := 0
	for range 400 {
		b := string(text)
		for range 1 + r.IntN(3) {
			i := r.IntN(len(b))
			b = b[:i] + signs[r.IntN(len(signs))] + b[min(len(b), i+r.IntN(4)):]
		}
		_, _ = Text([]byte(b)) // it may return an error
		if _, _, err := Model(t.Context(), "model", read(b)); err == nil {
			holds(t, "model", read(b))
			readable++
		}
	}
	require.Greater(t, readable, 50)
}

// mostFuzzed limits the length of a text, since few long ones can be tried.
const mostFuzzed = 2000

// FuzzText: formatting is idempotent. Only the text itself is read.
func FuzzText(f *testing.F) {
	files, err := filepath.Glob("testdata/*.in")
	require.NoError(f, err)
	for _, path := range files {
		text, err := os.ReadFile(path)
		require.NoError(f, err)
		f.Add(string(text))
	}
	for seed := range uint64(4) {
		if text := modelgen.Tangled(seed); len(text) <= mostFuzzed {
			f.Add(text)
		}
	}
	f.Add("/* *//* */#") // a directive may follow comments on a line, but is moved below them
	alone := func(text string) resolve.Options {
		return resolve.Options{ReadFile: func(path string) ([]byte, error) {
			if path == "model" {
				return []byte(text), nil
			}
			return nil, os.ErrNotExist
		}}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > mostFuzzed {
			return
		}
		if _, err := Text([]byte(text)); err != nil {
			return // an error
		}
		_, once, err := Model(t.Context(), "model", alone(text))
		if err != nil {
			return
		}
		_, twice, err := Model(t.Context(), "model", alone(string(once)))
		require.NoError(t, err)
		require.Equal(t, string(once), string(twice))
	})
}
