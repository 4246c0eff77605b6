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
	out := withinLimit(t, text, 3, mebibytes, flags...)
	require.Contains(t, out, "out of memory", "%s", flags)
}

func withinLimit(t *testing.T, text []byte, exit int, mebibytes int64, flags ...string) string {
	t.Helper()
	model := filepath.Join(t.TempDir(), "grown.pml")
	require.NoError(t, os.WriteFile(model, text, 0o600))
	args := append([]string{"verify", "-json", "-time", "10m", "-mem", fmt.Sprint(mebibytes, "M")}, flags...)
	cmd := exec.Command(os.Args[0], append(args, model)...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	out, _ := cmd.CombinedOutput()
	require.Equal(t, exit, cmd.ProcessState.ExitCode(), "%s", out)
	// The system's own figure is at least the peak of the tests, whose child the program is.
	told := peakTold.FindSubmatch(out)
	require.NotNil(t, told, "%s", out)
	peak, err := strconv.ParseInt(string(told[1]), 10, 64)
	require.NoError(t, err)
	require.Positive(t, peak)
	require.LessOrEqual(t, peak>>20, mebibytes+max(48, mebibytes/10), "%s: %s", flags, out)
	return string(out)
}

// TestPeaksOfCompiling: a model that is too large for the limit ends in time, also before the first search.
func TestPeaksOfCompiling(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the peak is in other units elsewhere")
	}
	var arrays, many strings.Builder
	for i := range 200 {
		fmt.Fprintf(&arrays, "int c%d[60000];\n", i)
	}
	arrays.WriteString("init { c0[1] = 1 }\n")
	for range 4 {
		fmt.Fprintf(&many, "active proctype P%d() {\n%s}\n", many.Len(), strings.Repeat("x = 1;\n", 50_000))
	}
	sum := "int x;\ninit { x = 1" + strings.Repeat(" + 1", 200_000) + " }\n"
	for _, c := range []struct {
		text, says string
		exit       int
	}{
		{arrays.String(), `"line":1,"column":5,"message":"the variables take 46 MiB, too much for states in 100 MiB"`, 2},
		{sum, "the expression has more than 10000 operators", 2},
		{"int x;\n" + many.String(), "out of memory", 3},
	} {
		require.Contains(t, withinLimit(t, []byte(c.text), c.exit, 100), c.says)
	}
}

// TestPeaks: with -tags conformance there are more.
func TestPeaks(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the peak is in other units elsewhere")
	}
	for _, flags := range peaks {
		requirePeak(t, []byte(grown), 24, strings.Fields("-symmetry=off "+flags)...)
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
