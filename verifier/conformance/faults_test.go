package conformance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Models on which gospin once differed from pan, or pan is wrong: testdata/faults.txt says what it is
// about. Of each, the stores that are most unlike each other must give the recorded figures.
func TestFaults(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/faults.txt")
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(text), "\n=== ")
	for _, part := range strings.Split(rest, "\n=== ") {
		head, body, _ := strings.Cut(part, "\n")
		title, want, found := strings.Cut(head, " | ")
		require.True(t, found, head)
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			model := filepath.Join(t.TempDir(), "m.pml")
			require.NoError(t, os.WriteFile(model, []byte(body), 0o600))
			if options, exit, found := strings.Cut(want, " exit="); found {
				require.Equal(t, exit, exitOf(t, model, strings.Fields(options)), body)
				return
			}
			for _, store := range []string{"mask", "none", "collapse", "tree", "ma"} {
				got := verify(t, model, time.Minute, "-m", "100000", "-compress="+store)
				require.Empty(t, got.wrong)
				require.Equal(t, want, got.figures.String(), "%s: %s", store, body)
			}
		})
	}
}

// exitOf is the exit code of gospin verify.
func exitOf(t *testing.T, model string, options []string) string {
	cmd := exec.Command(gospin(t), append(append([]string{"verify"}, options...), model)...)
	cmd.Dir = t.TempDir()
	out, _ := cmd.CombinedOutput()
	require.NotContains(t, string(out), "internal error")
	return fmt.Sprint(cmd.ProcessState.ExitCode())
}
