package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const three = `byte x;
active proctype P() { do :: x < 3 -> x++ :: x = 0 od }
ltl low { [] (x < 3) }
ltl three { <> (x == 3) }
ltl byte_long { [] (x < 4) }
`

func verifyModel(t *testing.T, text string, out, errs io.Writer, flags ...string) int {
	t.Helper()
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(text), 0o644))
	return run(append(append([]string{"gospin", "verify", "-n"}, flags...), "m.pml"), strings.NewReader(""), out, errs)
}

// TestVerdictsInTheirTurn: each search is told with its verdicts before the next, and all of them once more.
func TestVerdictsInTheirTurn(t *testing.T) {
	var out, errs bytes.Buffer
	require.Equal(t, 1, verifyModel(t, three, &out, &errs, "-pan"))
	last := 0
	for _, want := range []string{
		"never claim         \t- (not selected)", "assertions: holds\ninvalid end states: holds\n",
		"never claim         \t+ (low)", "ltl low: violated at m.pml:3:1: formula violated, trail in m.pml.trail", "never claim         \t+ (three)",
		"ltl three: violated at m.pml:4:1: acceptance cycle", "never claim         \t+ (byte_long)", "ltl byte_long: holds\n\nassertions: holds",
		"ltl low: violated at ", "ltl byte_long: holds\nverdict: violated\n",
	} {
		want = strings.ReplaceAll(want, "ltl ", "")
		i := strings.Index(out.String()[last:], want)
		require.GreaterOrEqual(t, i, 0, "%q in\n%s", want, out.String()[last:])
		last += i + len(want)
	}
	require.Empty(t, out.String()[last:])
}

func TestFirstViolationOnly(t *testing.T) {
	var out, errs bytes.Buffer
	require.Equal(t, 1, verifyModel(t, three, &out, &errs, "-pan", "-first"))
	require.Contains(t, out.String(), "three: inconclusive: no search was made: another property is violated")
	require.NotContains(t, out.String(), "+ (three)")
}

// TestViolatedFormulas: what a beginning of a run violates has a run that ends there, a shortest one.
func TestViolatedFormulas(t *testing.T) {
	const climbs = "byte x;\nactive proctype A() { do :: x < 100 -> x++ :: x = 0; x = x od }\nltl s { [] (x < 3) }"
	var out, errs bytes.Buffer
	require.Equal(t, 1, verifyModel(t, climbs, &out, &errs, "-pan", "-only=s"))
	require.Contains(t, out.String(), "pan:1: formula violated (at depth 13)\npan: wrote m.pml.trail\n")
	require.Contains(t, out.String(), "\ns: violated at m.pml:3:1: formula violated, trail in m.pml.trail")
	require.NotContains(t, out.String(), "acceptance cycle")
	require.NotContains(t, out.String(), "weakly fair")
	told, errors := commands(t, "replay m.pml")
	require.Empty(t, errors)
	require.Equal(t, 3, strings.Count(told, "x++"))
	require.Contains(t, told, "trail ends after 6 steps")
	require.NotContains(t, told, "CYCLE")
	out.Reset()
	require.Equal(t, 1, verifyModel(t, climbs, &out, &errs, "-pan", "-ltl", "<> (x == 1) -> <> (x == 7)"))
	require.Contains(t, out.String(), "acceptance cycle (at depth ")
	require.Contains(t, out.String(), "this run is weakly fair")
}

// readOut calls a function beside once all has been read: until then, no signal may come.
type readOut struct {
	io.Reader
	then func()
}

func (r *readOut) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	if err == io.EOF && r.then != nil {
		go r.then()
		r.then = nil
	}
	return n, err
}

// searching reports whether a search is under way, by the stacks of all goroutines: nothing else shows it
// before a search is old enough to print how far it is.
func searching() bool {
	stacks := make([]byte, 1<<20)
	return bytes.Contains(stacks[:runtime.Stack(stacks, true)], []byte("gospin/verifier/batch.Search"))
}

// TestSignals: what ends a run but SIGKILL leaves a whole report, and the verdicts so far.
func TestSignals(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals that a process could send to itself")
	}
	const endless = `byte x; int n;
active proctype P() { do :: x < 3 -> x++ :: x = 0 od }
active proctype Q() { do :: n++ od }
ltl late { [] (n < 90000000) }`
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(s) { // as SIGHUP is below nohup
			continue
		}
		var out, errs bytes.Buffer
		model := &readOut{strings.NewReader(endless), func() {
			for !searching() {
				time.Sleep(time.Millisecond)
			}
			signalSelf(t, s)
		}}
		require.Equal(t, 3, run([]string{"gospin", "verify", "-pan", "-only=safety", "-"}, model, &out, &errs))
		require.Contains(t, out.String(), "Warning: Search not completed")
		require.Contains(t, out.String(), "verdict: inconclusive (interrupted)")
	}
}

// TestModelsWithoutFiles: what can be read only once is read once.
func TestModelsWithoutFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	r, w, err := os.Pipe()
	require.NoError(t, err)
	_, err = w.WriteString(wrong)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	defer r.Close()
	for _, path := range []string{"-", fmt.Sprintf("/dev/fd/%d", r.Fd())} {
		var out, errs bytes.Buffer
		code := run([]string{"gospin", "verify", "-n", path}, strings.NewReader(wrong), &out, &errs)
		require.Equal(t, 1, code, errs.String())
		require.FileExists(t, "stdin.trail")
		require.NoError(t, os.Remove("stdin.trail"))
	}
	var out, errs bytes.Buffer
	require.Equal(t, 2, run([]string{"gospin", "verify", "-"}, strings.NewReader("byte 3;"), &out, &errs))
	require.Contains(t, errs.String(), "stdin:1:6: error: ")
}

func TestWrongValuesAndHelp(t *testing.T) {
	for line, want := range map[string]string{
		"verify good.pml -time 3":    `-time takes a duration such as 30s, 10m or 2h, not "3"`,
		"verify good.pml -m abc":     `-m takes a whole number such as 3, not "abc"`,
		"good.pml":                   "such as: gospin verify good.pml",
		"verify -DMEMLIM=9 good.pml": "note: -DMEMLIM defines a macro of the model; -mem SIZE",
	} {
		_, _, errs := gospin(t, line)
		require.Contains(t, errs, want, line)
	}
	for _, line := range []string{"verify -h", "verify good.pml --help", "replay x -h", "-h"} {
		code, out, errs := gospin(t, line)
		require.Zero(t, code, errs)
		require.Contains(t, out, "\nUsage: gospin ")
		for l := range strings.Lines(out) {
			require.LessOrEqual(t, len(l), helpWidth+1, l)
		}
	}
}
