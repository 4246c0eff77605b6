package files_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/files"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	say := func(text string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
	}
	held := func(want string) {
		t.Helper()
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, want, string(got))
		list, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, list, 1, "nothing is left beside")
	}
	require.NoError(t, files.Write(path, say("one")))
	held("one")
	require.NoError(t, files.Write(path, say("two")))
	held("two")
	bad := errors.New("bad")
	require.ErrorIs(t, files.Write(path, func(w io.Writer) error { _ = say("three")(w); return bad }), bad)
	held("two")
	require.EqualError(t, files.Write(filepath.Join(path, "g"), say("")), path+"/g: not a directory")
	require.EqualError(t, files.Write(dir, say("")), dir+": is a directory")
	held("two")
	if _, err := os.Stat("/dev/full"); err == nil {
		require.ErrorIs(t, files.Write("/dev/full", say("one")), syscall.ENOSPC)
		require.NoError(t, files.Write(os.DevNull, say("one")))
	}
}
