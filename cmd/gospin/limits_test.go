package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/examples/papers"
)

// grown has 41^8 states, far more than the limits of these tests leave room for.
const grown = `byte c[8];
active [8] proctype P() { do :: c[_pid] < 40 -> c[_pid]++ :: c[_pid] > 0 -> c[_pid] = 0 od }`

var peakTold = regexp.MustCompile(`"peak_rss_bytes": ?([0-9]+)`)

// requirePeak runs gospin in a process of its own, which is to stay within a limit of memory: its peak is at
// most that and the larger of 48 MiB and 10 %.
func requirePeak(t *testing.T, text []byte, mebibytes int64, flags ...string) {
	t.Helper()
	model := filepath.Join(t.TempDir(), "grown.pml")
	require.NoError(t, os.WriteFile(model, text, 0o600))
	args := append([]string{"verify", "-json", "-time", "10m", "-mem", fmt.Sprint(mebibytes, "M")}, flags...)
	cmd := exec.Command(os.Args[0], append(args, model)...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	out, _ := cmd.CombinedOutput()
	require.Equal(t, 3, cmd.ProcessState.ExitCode(), "%s", out)
	require.Contains(t, string(out), "out of memory", "%s", flags)
	// The system's own figure is at least the peak of the tests, whose child the program is.
	told := peakTold.FindSubmatch(out)
	require.NotNil(t, told, "%s", out)
	peak, err := strconv.ParseInt(string(told[1]), 10, 64)
	require.NoError(t, err)
	require.Positive(t, peak)
	require.LessOrEqual(t, peak>>20, mebibytes+max(48, mebibytes/10), "%s: %s", flags, out)
}

// TestPeaks: with -tags conformance there are more.
func TestPeaks(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the peak is in other units elsewhere")
	}
	for _, flags := range peaks {
		requirePeak(t, []byte(grown), 24, strings.Fields(flags)...)
	}
	if len(widePeaks) == 0 {
		return
	}
	wide, err := papers.Models.ReadFile("mutex.pml")
	require.NoError(t, err)
	for _, flags := range widePeaks {
		requirePeak(t, wide, 50, strings.Fields("-noreduce -o1 -o2 -o3 -DN=22 "+flags)...)
	}
}
