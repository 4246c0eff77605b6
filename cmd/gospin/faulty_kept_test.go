//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/files/faulty"
	"gospin/verifier/thorough"
)

// TestKeptRunsWhoseFilesFail has each call to the system that writes a checkpoint fail, one at a time or with
// all later ones: of a run, of one that its limit ends, and of one that goes on. What it says is right; and
// whoever goes on with what it has left, when files can be written again, comes to the same as a whole run.
func TestKeptRunsWhoseFilesFail(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(strings.ReplaceAll(kept, "7", "5")), 0o600))
	sys := faulty.Use(t)
	verify := func(line string) (int, string, string) {
		return command("", append([]string{"verify", "-json"}, strings.Fields(line)...)...)
	}
	const flags = "-c0 -noreduce -shorten 0 -only=safety "
	const limited = flags + "-checkpoint ck -time 20ms m.pml"
	code, out, _ := verify(flags + "m.pml")
	want := figuresIn(t, out)
	once := func(line, before string, n int, forever bool) bool {
		require.NoError(t, os.RemoveAll("ck"))
		for before != "" {
			limited, _, errs := verify(before)
			require.Contains(t, []int{3, code}, limited, errs) // as fast as the machine is
			if _, err := os.Stat(filepath.Join("ck", "run")); err == nil {
				break
			}
		}
		sys.Forever = forever
		sys.FailAt(n)
		got, out, errs := verify(line)
		failed := sys.HasFailed()
		sys.Forever = false
		sys.FailAt(0)
		what := []any{"%s: call %d, forever %t\n%s%s", line, n, forever, out, errs}
		require.NotContains(t, errs, "internal error", what...)
		require.Contains(t, []int{code, 3, failedCode}, got, what...)
		if got == code {
			require.Equal(t, want, figuresIn(t, out), what...)
		}
		if _, err := os.Stat(filepath.Join("ck", "run")); err != nil {
			if line != limited || !strings.Contains(errs, "out of time") { // before the folder was asked for
				require.Equal(t, failedCode, got, what...)
				require.Contains(t, errs, "input/output error", what...)
			}
			return failed
		}
		got, out, errs = verify("-resume ck -time 1h")
		require.Equal(t, code, got, errs)
		require.Equal(t, want, figuresIn(t, out), what...)
		return failed
	}
	for _, x := range []struct{ line, before string }{
		{flags + "-checkpoint ck,1ms m.pml", ""}, {limited, ""}, {"-resume ck -time 1h", limited},
	} {
		for n := 1; once(x.line, x.before, n, n%2 == 0); n += thorough.Of(5, 1) {
			require.Less(t, n, 1000)
		}
		for n := 1; thorough.On && once(x.line, x.before, n, n%2 == 1); n++ {
			require.Less(t, n, 1000)
		}
	}
}

// TestKeptRunsThatCannotBeRead has each call that reads a checkpoint fail, one at a time or with all later
// ones. The run goes on from the generation before, or an error says why not; nothing is lost by that.
func TestKeptRunsThatCannotBeRead(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(strings.ReplaceAll(kept, "7", "6")), 0o600))
	const flags = "-c0 -noreduce -shorten 0 -only=safety "
	verify := func(line string) (int, string, string) {
		return command("", append([]string{"verify", "-json"}, strings.Fields(line)...)...)
	}
	code, out, _ := verify(flags + "m.pml")
	want := figuresIn(t, out)
	generations := func() int {
		all, err := filepath.Glob("first/state-*")
		require.NoError(t, err)
		return len(all)
	}
	for generations() < 2 { // a fast machine has done all by then, and a slow one nothing
		require.NoError(t, os.RemoveAll("first"))
		verify(flags + "-checkpoint first -time 20ms m.pml")
		if generations() > 0 {
			verify("-resume first -time 10ms")
		}
	}
	sys := faulty.Use(t)
	sys.Reading = true
	refused, goneOn, before := 0, 0, 0
	for _, forever := range thorough.Of([]bool{false}, []bool{false, true}) {
		for n, failed := 1, true; failed; n += thorough.Of(2, 1) {
			require.Less(t, n, 100)
			require.NoError(t, os.RemoveAll("ck"))
			require.NoError(t, os.CopyFS("ck", os.DirFS("first")))
			sys.Forever = forever
			sys.FailAt(n)
			got, out, errs := verify("-resume ck -time 1h")
			failed = sys.HasFailed()
			sys.Forever = false
			sys.FailAt(0)
			what := []any{"call %d, forever %t: exit %d\n%s%s", n, forever, got, out, errs}
			require.NotContains(t, errs, "internal error", what...)
			if got == code {
				goneOn++
				before += strings.Count(errs, "the checkpoint before it is taken")
				require.Equal(t, want, figuresIn(t, out), what...)
				continue
			}
			refused++
			require.True(t, failed, what...)
			require.Contains(t, []int{2, failedCode}, got, what...)
			require.Contains(t, errs, "input/output error", what...)
			got, out, errs = verify("-resume ck -time 1h")
			require.Equal(t, code, got, errs)
			require.Equal(t, want, figuresIn(t, out), what...)
		}
	}
	t.Log(refused, "refused,", goneOn, "gone on,", before, "of them from the generation before")
	require.Positive(t, refused)
	require.Positive(t, before)
}
