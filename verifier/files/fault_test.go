package files_test

import (
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
	"gospin/verifier/files/faulty"
)

// TestFailingAtEachCall: whatever fails, the file is as it was or whole, and nothing is left beside.
func TestFailingAtEachCall(t *testing.T) {
	s := faulty.Use(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	long := strings.Repeat("new", 1<<16) // more than is written at a time
	for n := 1; ; n++ {
		s.FailAt(n)
		err := files.Write(path, func(w io.Writer) error {
			for range 3 {
				if _, err := io.WriteString(w, long); err != nil {
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
		if !s.HasFailed() {
			require.NoError(t, err)
			require.Equal(t, long+long+long, string(text))
			require.Equal(t, 15, n)
			return
		}
		require.ErrorIs(t, err, faulty.Err)
		require.EqualError(t, err, path+": input/output error")
		require.Equal(t, "old", string(text))
	}
}

// TestRightsAndLinks: a file keeps its rights, and a link leads to it afterwards.
func TestRightsAndLinks(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "f"), filepath.Join(dir, "sub", "link")
	require.NoError(t, os.Mkdir(filepath.Dir(link), 0o700))
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	require.NoError(t, os.Chmod(path, 0o664)) // whatever the mask
	require.NoError(t, os.Symlink("../f", link))
	require.NoError(t, files.WriteBytes(link, []byte("new")))
	st, err := os.Lstat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o664), st.Mode())
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "new", string(text))
	to, err := os.Readlink(link)
	require.NoError(t, err)
	require.Equal(t, "../f", to)
	for _, d := range []string{dir, filepath.Dir(link)} {
		list, err := os.ReadDir(d)
		require.NoError(t, err)
		require.LessOrEqual(t, len(list), 2)
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
