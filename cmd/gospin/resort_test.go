//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// program starts gospin in a folder, with a grace.
func program(t *testing.T, dir, grace, line string) (cmd *exec.Cmd, out, errs *bytes.Buffer) {
	binary, err := os.Executable()
	require.NoError(t, err)
	cmd = exec.Command(binary, strings.Fields(line)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), asProgram+"=1", graceOf+"="+grace)
	out, errs = new(bytes.Buffer), new(bytes.Buffer)
	cmd.Stdout, cmd.Stderr = out, errs
	require.NoError(t, cmd.Start())
	return cmd, out, errs
}

// ended returns the exit code of a program, and the signal that has ended it.
func ended(cmd *exec.Cmd) (code int, by syscall.Signal) {
	var exit *exec.ExitError
	if err := cmd.Wait(); errors.As(err, &exit) {
		if s := exit.Sys().(syscall.WaitStatus); s.Signaled() {
			return -1, s.Signal()
		}
	}
	return cmd.ProcessState.ExitCode(), 0
}

// opened waits until somebody reads a pipe, and returns its end for writing.
func opened(t *testing.T, pipe string) *os.File {
	for {
		f, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if !errors.Is(err, syscall.ENXIO) { // nobody has it open
			require.NoError(t, err)
			return f
		}
		time.Sleep(time.Millisecond)
	}
}

// TestWhatDoesNotHeedItsContext is ended all the same, with a report that says so: a pipe that is included
// gives nothing to read. The second signal does not wait.
func TestWhatDoesNotHeedItsContext(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "part")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "m.pml"), []byte("#include \"part\"\n"+good), 0o600))
	isReport := func(out *bytes.Buffer) {
		t.Helper()
		require.NoError(t, json.Unmarshal(out.Bytes(), &struct{ Exit int }{}), out)
	}
	cmd, out, errs := program(t, dir, "20ms", "verify -json -time 10ms m.pml")
	code, _ := ended(cmd)
	require.Equal(t, 3, code, errs)
	require.Contains(t, errs.String(), "gospin: out of time, and did not end within 20ms: ended\n")
	isReport(out)

	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(s) { // as SIGHUP is below nohup
			continue
		}
		cmd, out, errs = program(t, dir, "20ms", "verify -json m.pml")
		f := opened(t, pipe)
		require.NoError(t, cmd.Process.Signal(s))
		code, _ = ended(cmd)
		_ = f.Close()
		require.Equal(t, 128+int(s), code, errs)
		require.Contains(t, errs.String(), "gospin: interrupted, and did not end within 20ms: ended\n")
		isReport(out)
	}

	cmd, _, errs = program(t, dir, "1h", "verify m.pml")
	f := opened(t, pipe)
	defer f.Close()
	require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	code, _ = ended(cmd)
	require.Contains(t, []int{130, 143}, code, errs) // whichever is seen last
}

// TestTimeIsForReadingToo: a pipe that gives no model is waited for no longer.
func TestTimeIsForReadingToo(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "m.pml"), 0o600))
	for _, command := range []string{"verify", "graph -o g"} {
		cmd, _, errs := program(t, dir, "1h", command+" -time 10ms m.pml")
		code, _ := ended(cmd)
		require.Equal(t, 3, code, errs)
		require.Contains(t, errs.String(), "inconclusive (out of time)")
	}
}
