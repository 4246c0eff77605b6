//go:build unix

package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/thorough"
)

// within sleeps for a random part of a time.
func within(r *rand.Rand, d time.Duration) { time.Sleep(time.Duration(r.Int64N(int64(d)))) }

// TestKilledAtAnyTime: whatever ends the program, no file is half there, the exit code tells of the signal or
// is that of a verdict, and the next run removes what is left.
func TestKilledAtAnyTime(t *testing.T) {
	const line = "verify -report html:r.html -report json:r.json -trail m.trail m.pml"
	f := &failing{T: t}
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(wrong), 0o600))
	require.NoError(t, os.WriteFile("r.html", []byte(old), 0o600))
	begin := time.Now()
	cmd, _, errs := program(t, ".", "", line)
	code, _ := ended(cmd)
	require.Equal(t, 1, code, errs)
	took := time.Since(begin)
	moments := rand.New(rand.NewPCG(1, 2))
	for _, s := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		for range thorough.Of(5, 50) {
			cmd, _, errs := program(t, ".", "", line)
			within(moments, took)
			require.NoError(t, cmd.Process.Signal(s))
			switch code, by := ended(cmd); code {
			case -1: // before it listens
				require.Equal(t, s, by, errs)
			case 1:
			default:
				require.Equal(t, syscall.SIGTERM, s, errs)
				require.Contains(t, []int{3, 128 + int(s)}, code, errs)
			}
			f.areWhole(errs.String())
		}
	}
	left, err := filepath.Glob("*.gospin-new")
	require.NoError(t, err)
	gone := "r.html." + dead(t) + ".abc.gospin-new"
	require.NoError(t, os.WriteFile(gone, nil, 0o600))
	for _, path := range append(left, gone) { // fresh ones may be another computer's
		require.NoError(t, os.Chtimes(path, time.Time{}, time.Now().Add(-time.Hour)))
	}
	cmd, _, errs = program(t, ".", "", line)
	code, _ = ended(cmd)
	require.Equal(t, 1, code, errs)
	left, err = filepath.Glob("*.gospin-new")
	require.NoError(t, err)
	require.Empty(t, left)
}

// dead is the number of a process that has ended.
func dead(t *testing.T) string {
	cmd, _, _ := program(t, ".", "", "version")
	ended(cmd)
	return strconv.Itoa(cmd.Process.Pid)
}

// areWhole looks at all files that have their final names.
func (f *failing) areWhole(errs string) {
	f.Helper()
	for name, text := range f.present() {
		if text != old && !strings.HasSuffix(name, ".gospin-new") {
			require.NoError(f, f.whole(name), "%s\n%s", name, errs)
		}
	}
}

// TestStoppedAndContinued: a run that sleeps now and then counts as one that does not.
func TestStoppedAndContinued(t *testing.T) {
	dir := t.TempDir()
	const model = "byte n[3]; active [3] proctype P() { end: do :: n[_pid] < 15 -> n[_pid]++ od }"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "m.pml"), []byte(model), 0o600))
	run := func(line string, pauses int, r *rand.Rand) []string {
		cmd, out, errs := program(t, dir, "", line)
		for range pauses {
			within(r, 10*time.Millisecond)
			if cmd.Process.Signal(syscall.SIGSTOP) == nil {
				within(r, 10*time.Millisecond)
				require.NoError(t, cmd.Process.Signal(syscall.SIGCONT))
			}
		}
		code, _ := ended(cmd)
		require.Zero(t, code, "%s%s", out, errs)
		counts := regexp.MustCompile(`"(stored|matched|transitions|depth|errors|verdict)":[^,}]*`)
		return counts.FindAllString(out.String(), -1)
	}
	moments := rand.New(rand.NewPCG(3, 4))
	for _, line := range []string{
		"verify -json -c0 -noreduce m.pml", "verify -json -c0 -noreduce -order=dfs -compress=collapse m.pml",
	} {
		want := run(line, 0, moments)
		require.NotEmpty(t, want)
		for range thorough.Of(2, 25) {
			require.Equal(t, want, run(line, 4, moments), line)
		}
	}
}
