package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// command runs a command line on a standard input.
func command(in string, args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = run(append([]string{"gospin"}, args...), strings.NewReader(in), &o, &e)
	return code, o.String(), e.String()
}

func TestFmt(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "m.pml")
	const before, after = "init{\n  skip;skip }", "init {\n\tskip;\n\tskip\n}\n"
	write := func(name, text string) string {
		p := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(p, []byte(text), 0o640))
		return p
	}
	write("m.pml", before)

	code, out, _ := command("", "fmt", path)
	require.Equal(t, 0, code)
	require.Equal(t, after, out)
	code, out, _ = command(before, "fmt", "-")
	require.Equal(t, 0, code)
	require.Equal(t, after, out)

	code, out, _ = command("", "fmt", "-l", path)
	require.Equal(t, 1, code)
	require.Equal(t, path+"\n", out)
	code, out, _ = command("", "fmt", "-d", path)
	require.Equal(t, 1, code)
	require.Equal(t, "--- "+path+"\n+++ "+path+"\n@@ -1,2 +1,4 @@\n-init{\n-  skip;skip }\n"+
		"\\ No newline at end of file\n+init {\n+\tskip;\n+\tskip\n+}\n", out)

	// A model that is wrong stays, the others are laid out all the same.
	wrong := write("wrong.pml", "init{ skip skip }")
	code, _, errs := command("", "fmt", "-w", wrong, path)
	require.Equal(t, 2, code)
	_, _, alike := command("", "verify", wrong)
	require.Equal(t, alike, errs)
	text, err := os.ReadFile(wrong)
	require.NoError(t, err)
	require.Equal(t, "init{ skip skip }", string(text))
	text, err = os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, after, string(text))
	st, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o640), st.Mode())
	code, out, _ = command("", "fmt", "-l", "-d", path)
	require.Equal(t, 0, code)
	require.Empty(t, out)

	for _, args := range [][]string{{"fmt"}, {"fmt", "-w", "-"}, {"fmt", dir + "/none.pml"}} {
		code, _, errs = command("init { skip }", args...)
		require.Equal(t, 2, code, args)
		require.Len(t, strings.Split(strings.TrimSpace(errs), "\n"), 1, errs)
	}
}

// TestDifference: patch makes of one text the other.
func TestDifference(t *testing.T) {
	if _, err := exec.LookPath("patch"); err != nil {
		t.Skip("patch is not installed")
	}
	a, b := "", ""
	for i := range 60 {
		line := strings.Repeat("x", i) + "\n"
		if i%11 != 3 {
			a += line
		}
		if i%17 != 5 {
			b += line
		}
	}
	for _, c := range [][2]string{{a, b}, {b, a}, {"", a}, {a, ""}, {a, a + "end"}} {
		p := filepath.Join(t.TempDir(), "m")
		require.NoError(t, os.WriteFile(p, []byte(c[0]), 0o600))
		cmd := exec.Command("patch", "-s", p)
		cmd.Stdin = strings.NewReader(difference(p, c[0], c[1]))
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		text, _ := os.ReadFile(p)
		require.Equal(t, c[1], string(text))
	}
	require.Empty(t, difference("m", a, a))
}
