package main

import (
	"bytes"
	"io"
	"os"
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
	require.Equal(t, 1, verifyModel(t, three, &out, &errs))
	last := 0
	for _, want := range []string{
		"never claim         \t- (not selected)", "assertions: holds\ninvalid end states: holds\n",
		"never claim         \t+ (low)", "ltl low: violated: ", "never claim         \t+ (three)",
		"ltl three: violated: ", "never claim         \t+ (byte_long)", "ltl byte_long: holds\n\nassertions: holds",
		"ltl low: violated: ", "ltl byte_long: holds\nverdict: violated\n",
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
	require.Equal(t, 1, verifyModel(t, three, &out, &errs, "-first"))
	require.Contains(t, out.String(), "three: inconclusive: no search was made: another property is violated")
	require.NotContains(t, out.String(), "+ (three)")
}

// TestSignals: what ends a run but SIGKILL leaves a whole report, and the verdicts so far.
func TestSignals(t *testing.T) {
	const endless = `byte x; int n;
active proctype P() { do :: x < 3 -> x++ :: x = 0 od }
active proctype Q() { do :: n++ od }
ltl late { [] (n < 90000000) }`
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		var out, errs bytes.Buffer
		go func() {
			time.Sleep(200 * time.Millisecond)
			syscall.Kill(os.Getpid(), s)
		}()
		require.Equal(t, 3, verifyModel(t, endless, &out, &errs, "-only=safety"))
		require.Contains(t, out.String(), "Warning: Search not completed")
		require.Contains(t, out.String(), "verdict: inconclusive (interrupted)")
	}
}
