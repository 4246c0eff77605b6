package certificate_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/certificate"
	"gospin/verifier/files"
	"gospin/verifier/files/faulty"
)

// write writes states in some order, and returns the file.
func write(t *testing.T, states [][]byte, memory int64) []byte {
	folder := t.TempDir()
	w := certificate.New(folder, memory, func() error { return nil })
	defer w.Discard()
	for _, i := range rand.Perm(len(states)) {
		require.NoError(t, w.Add(states[i]))
	}
	require.Equal(t, uint64(len(states)), w.Len())
	path := filepath.Join(folder, "file")
	n, err := w.Write(path, certificate.About{Model: "m", Text: "text", Rules: certificate.Raw})
	require.NoError(t, err)
	w.Discard()
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, left, 1)
	file, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Len(t, file, int(n))
	return file
}

// TestChunks: what is written does not depend on the order in which states come, nor on the memory.
func TestChunks(t *testing.T) {
	var states [][]byte
	for i := range 60_000 {
		s := binary.BigEndian.AppendUint32(nil, uint32(i)*2654435761)
		states = append(states, append(s, make([]byte, i%3*40)...))
	}
	want := write(t, states, 1<<30)
	require.Equal(t, want, write(t, states, 0)) // in many chunks
	for range 5 {
		for _, s := range states[:50_000] {
			states = append(states, append(bytes.Clone(s), byte(len(states)), byte(len(states)>>8), 1))
		}
	}
	require.Equal(t, write(t, states, 1<<30), write(t, states, 0)) // more than are open at a time
	require.True(t, bytes.HasPrefix(want, []byte("gospin certificate 1\nmodel m\nrules raw\nsha256 ")))
}

// TestEnded: a run that has to end leaves nothing behind.
func TestEnded(t *testing.T) {
	folder, ended := t.TempDir(), errors.New("ended")
	w := certificate.New(folder, 0, func() error { return ended })
	require.NoError(t, w.Add([]byte{1}))
	_, err := w.Write(filepath.Join(folder, "file"), certificate.About{Rules: certificate.Raw})
	require.ErrorIs(t, err, ended)
	w.Discard()
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, left)
}

// TestFailingAtEachCall: whichever call to the system fails, no file has the certificate's name, or all of
// it has.
func TestFailingAtEachCall(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	sys := faulty.Use(t)
	once := func() error {
		w := certificate.New(folder, 0, func() error { return nil })
		defer w.Discard()
		for i := range uint32(12_000) {
			if err := w.Add(binary.BigEndian.AppendUint32(nil, i*2654435761)); err != nil {
				return err
			}
		}
		_, err := w.Write(path, certificate.About{Model: "m", Text: "text", Rules: certificate.Raw})
		return err
	}
	require.NoError(t, once())
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.Remove(path))
	for n := 1; ; n++ {
		sys.FailAt(n)
		err := once()
		failed := sys.HasFailed()
		sys.FailAt(0)
		if !failed {
			require.NoError(t, err)
			require.Greater(t, n, 20)
			return
		}
		require.ErrorIs(t, err, faulty.Err, n)
		require.ErrorAs(t, err, new(*files.Error), n)
		left, err := os.ReadDir(folder)
		require.NoError(t, err)
		if len(left) > 0 { // all but its name was on the disk
			got, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, want, got)
			require.NoError(t, os.Remove(path))
		}
	}
}
