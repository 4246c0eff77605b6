package files_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/files"
)

var errBroken = errors.New("broken")

// failing is a system whose n-th call fails, after half of what is to be written.
type failing struct {
	files.System
	left int
}

type handle struct {
	files.Handle
	s *failing
}

func (s *failing) fails() bool { s.left--; return s.left == 0 }

func (s *failing) OpenFile(path string, flags int, mode os.FileMode) (files.Handle, error) {
	if s.fails() {
		return nil, errBroken
	}
	f, err := s.System.OpenFile(path, flags, mode)
	return handle{f, s}, err
}

func (s *failing) Rename(from, to string) error {
	if s.fails() {
		return errBroken
	}
	return s.System.Rename(from, to)
}

func (h handle) Write(p []byte) (int, error) {
	if h.s.fails() {
		n, _ := h.Handle.Write(p[:len(p)/2])
		return n, errBroken
	}
	return h.Handle.Write(p)
}

func (h handle) Sync() error {
	if h.s.fails() {
		return errBroken
	}
	return h.Handle.Sync()
}

// TestFailingAtEachCall: whatever fails, the file is as it was or whole, and nothing is left beside.
func TestFailingAtEachCall(t *testing.T) {
	s := &failing{}
	s.System = files.Use(s)
	defer files.Use(s.System)
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	for n := 1; ; n++ {
		s.left = n
		err := files.Write(path, func(w io.Writer) error {
			for range 3 {
				if _, err := io.WriteString(w, "new"); err != nil {
					return err
				}
			}
			return nil
		})
		text, e := os.ReadFile(path)
		require.NoError(t, e)
		list, e := os.ReadDir(dir)
		require.NoError(t, e)
		require.Len(t, list, 1)
		if s.left > 0 {
			require.NoError(t, err)
			require.Equal(t, "newnewnew", string(text))
			require.Equal(t, 7, n)
			return
		}
		require.ErrorIs(t, err, errBroken)
		require.Equal(t, "old", string(text))
	}
}

// TestStaleOnesAreRemoved: what a killed program has left goes, and nothing else.
func TestStaleOnesAreRemoved(t *testing.T) {
	gone := exec.Command("true")
	require.NoError(t, gone.Run())
	dir := t.TempDir()
	path := filepath.Join(dir, "f[1]")
	dead, alive := gone.Process.Pid, os.Getpid()
	long := time.Now().Add(-time.Hour)
	for name, old := range map[string]bool{
		fmt.Sprintf("f[1].%d.abc.gospin-new", dead): true, fmt.Sprintf("f[1].%d.def.gospin-new", dead): false,
		fmt.Sprintf("f[1].%d.abc.gospin-new", alive): true, "f[1].x.abc.gospin-new": true,
		fmt.Sprintf("f1.%d.abc.gospin-new", dead): true,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
		if old {
			require.NoError(t, os.Chtimes(filepath.Join(dir, name), long, long))
		}
	}
	require.NoError(t, files.Write(path, func(io.Writer) error { return nil }))
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, list, 5)
	for _, e := range list {
		require.False(t, strings.Contains(e.Name(), fmt.Sprintf("f[1].%d.abc", dead)), e.Name())
	}
}
