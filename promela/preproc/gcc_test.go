package preproc_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/preproc"
	"gospin/verifier/thorough"
)

// shipped is the folder of the examples in Debian's spin package.
const shipped = "/usr/share/doc/spin/examples/Examples"

// gccLines runs `gcc -E -std=gnu99 -x c FILE` and returns each line that is not blank as "file:line: text".
func gccLines(t *testing.T, path string, flags ...string) ([]string, error) {
	t.Helper()
	cmd := exec.Command(
		"gcc",
		append(append([]string{"-E", "-std=gnu99", "-w", "-x", "c"}, flags...), path)...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	out, err := cmd.Output()
	var lines []string
	file, line := "", 0
	for _, s := range strings.Split(string(out), "\n") {
		if rest, ok := strings.CutPrefix(s, "# "); ok {
			number, name, _ := strings.Cut(rest, " ")
			if n, err := strconv.Atoi(number); err == nil && strings.HasPrefix(name, `"`) {
				file, line = strings.Split(name, `"`)[1], n
				continue
			}
		}
		if words := strings.Join(strings.Fields(s), " "); words != "" &&
			!strings.HasPrefix(words, "#pragma") &&
			!strings.HasPrefix(words, "#ident") {
			lines = append(lines, fmt.Sprintf("%s:%d: %s", file, line, words))
		}
		line++
	}
	return lines, err
}

// ourLines returns the lines of a Text in the same form.
func ourLines(text *preproc.Text) []string {
	var lines []string
	off := 0
	for _, s := range bytes.SplitAfter(text.Bytes, []byte("\n")) {
		if words := strings.Join(strings.Fields(string(s)), " "); words != "" {
			lead := len(s) - len(bytes.TrimLeft(s, " \t\f\v\r"))
			pos, _ := text.At(off + lead)
			lines = append(lines, fmt.Sprintf("%s:%d: %s", pos.File, pos.Line, words))
		}
		off += len(s)
	}
	return lines
}

func needGCC(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc on this machine")
	}
}

func TestShippedModelsAsGCC(t *testing.T) {
	needGCC(t)
	if _, err := os.Stat(shipped); err != nil {
		t.Skip("spin's examples are not installed")
	}
	models := 0
	err := filepath.WalkDir(shipped, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		models++
		if !thorough.Every(4, models) {
			return nil
		}
		want, gccErr := gccLines(t, path)
		text, list := preproc.Run(t.Context(), path, preproc.Options{})
		require.Equal(t, gccErr == nil, list.Err() == nil, "%s: %v, %v", path, gccErr, list.Err())
		require.Equal(t, want, ourLines(text), path)
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, models, 50)
}

// TestFragmentsAsGCC compares difficult details with gcc: rescanning, blanks, lines.
func TestFragmentsAsGCC(t *testing.T) {
	needGCC(t)
	paths, err := filepath.Glob("testdata/*.pml")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			want, err := gccLines(t, path, "-DFROM_COMMAND_LINE=7", "-DTWICE(x)=x x")
			require.NoError(t, err)
			text, list := preproc.Run(t.Context(), path,
				preproc.Options{Defines: []string{"FROM_COMMAND_LINE=7", "TWICE(x)=x x"}})
			require.NoError(t, list.Err())
			require.Equal(t, want, ourLines(text))
		})
	}
}
