//go:build unix

package main

import (
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestSignalsDuringSweeps: a signal ends a sweep with what is known, and the programs that it has begun.
func TestSignalsDuringSweeps(t *testing.T) {
	const endless = `byte x; int n;
active proctype P() { do :: x < N -> x++ :: x = 0 od }
active proctype Q() { do :: n++ od }
active proctype R() { assert(n < 2000000000 || x > 99) }`
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "m.pml"), []byte(endless), 0o600))
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(s) { // as SIGHUP is below nohup
			continue
		}
		cmd, out, errs := program(t, dir, "", "sweep -fresh -format csv -time 60s -mem 2G -D N=1..3 m.pml")
		time.Sleep(300 * time.Millisecond)
		require.NoError(t, cmd.Process.Signal(s))
		code, by := ended(cmd)
		if code == -1 { // before it listens
			require.Equal(t, s, by)
			continue
		}
		require.Contains(t, []int{3, 128 + int(s)}, code, errs)
		if code == 3 {
			require.Contains(t, errs.String(), "the sweep is not complete: interrupted")
			require.Contains(t, out.String(), "N,", "the cells are listed all the same")
		}
	}
}
