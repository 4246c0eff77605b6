package lsp

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
)

// stdio are standard input and output.
type stdio struct {
	io.Reader
	io.Writer
}

func (stdio) Close() error { return os.Stdin.Close() }

// TestMain serves as the language server when an editor starts the test binary.
func TestMain(m *testing.M) {
	if os.Getenv("GOSPIN_SERVE") == "" {
		os.Exit(m.Run())
	}
	o := Options{Still: 5 * time.Millisecond}
	o.Verify.Limits = verifier.Limits{Memory: 1 << 28, Time: 20 * time.Second, Errors: 1}
	if err := Serve(context.Background(), stdio{os.Stdin, os.Stdout}, o); err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		os.Exit(1)
	}
}

// TestNeovim checks what an editor receives.
func TestNeovim(t *testing.T) {
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("Neovim is not installed: what it shows is not looked at (apt-get install neovim)")
	}
	dir := t.TempDir()
	path, result := filepath.Join(dir, "m.pml"), filepath.Join(dir, "result")
	require.NoError(t, os.WriteFile(path, []byte("byte count;\n"+
		"active proctype P()\n{\n\tdo\n\t:: coun<3->count++\n\t:: else -> break\n\tod\n}\n"+
		"ltl low { [] (count < 4) }\nltl high { [] (count < 3) }\n"), 0o600))
	self, err := os.Executable()
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, nvim, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c",
		"luafile testdata/neovim.lua")
	cmd.Env = append(os.Environ(), "GOSPIN_SERVE=1", "SERVER="+self, "MODEL="+path, "RESULT="+result,
		"XDG_STATE_HOME="+dir, "XDG_CACHE_HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	out, err := cmd.CombinedOutput()
	told, _ := os.ReadFile(result)
	require.NoError(t, err, "%s\n%s", out, told)
	got := strings.ReplaceAll(string(told), path, "m.pml")
	got = regexp.MustCompile(`message: high: [^;]*;`).ReplaceAllString(got, "message: high: (why);") // the verifier's
	got = regexp.MustCompile(`gospin replay .*`).ReplaceAllString(got, "gospin replay (how)")
	require.Equal(t, `error: 5:5 undeclared variable: coun | did you mean "count"?
action: write count
hover: `+"```promela | byte count | ```"+` |  | Global; 0 to 255. |  | Declared at line 1. |  | Written at line 5. |  | `+
		`Read at lines 5, 9, 10.
word: **do, od, loop, break**
definition: 1:6
symbols: count P low high
formatted: byte count; | active proctype P() | { | 	do | 	:: count < 3 -> count++ | 	:: else -> break | 	od | } | `+
		`ltl low { [] (count < 4) } | ltl high { [] (count < 3) }
lens: low: holds, 9 states
lens: high: violated; choose to see the run
violation: 10:1 severity 1 high: violated: [] (count < 3) | count < 3 is false after step 6: count = 3 since step 6 of P (0) | gospin replay (how)
message: high: (why); to see it: gospin replay (how)
`, got)
}
