// Package faulty has a file system that fails, for tests.
package faulty

import (
	"io"
	"io/fs"
	"os"
	"sync/atomic"
	"syscall"
	"testing"

	"gospin/verifier/files"
)

// Err is why its calls fail.
const Err = syscall.EIO

// System is one whose n-th call fails. Of a write that fails, half is on the disk.
type System struct {
	files.System
	Forever bool // all calls from then on fail, too
	Reading bool // calls that read checkpoints are counted, and fail, instead of those that write
	left    atomic.Int64
}

// Use has all files written by a System until the test ends.
func Use(t testing.TB) *System {
	s := &System{}
	s.System = files.Use(s)
	t.Cleanup(func() { files.Use(s.System) })
	return s
}

// FailAt has the n-th call from now on fail; 0: none.
func (s *System) FailAt(n int) { s.left.Store(int64(n)) }

// HasFailed reports whether a call has failed.
func (s *System) HasFailed() bool { return s.left.Load() <= 0 }

// fails counts a call that writes, and returns the error that it ends with.
func (s *System) fails(op, path string) error { return s.counted(!s.Reading, op, path) }

func (s *System) counted(is bool, op, path string) error {
	if !is {
		return nil
	}
	if left := s.left.Add(-1); left == 0 || left < 0 && s.Forever {
		return &fs.PathError{Op: op, Path: path, Err: Err}
	}
	return nil
}

func (s *System) Open(path string) (io.ReadSeekCloser, error) {
	if err := s.counted(s.Reading, "open", path); err != nil {
		return nil, err
	}
	f, err := s.System.Open(path)
	if err != nil {
		return nil, err
	}
	return reading{f, s, path}, nil
}

// reading is a file of which half is read where reading fails.
type reading struct {
	io.ReadSeekCloser
	s    *System
	path string
}

func (f reading) Read(p []byte) (int, error) {
	if err := f.s.counted(f.s.Reading, "read", f.path); err != nil {
		n, _ := f.ReadSeekCloser.Read(p[:len(p)/2])
		return n, err
	}
	return f.ReadSeekCloser.Read(p)
}

func (f reading) Seek(at int64, whence int) (int64, error) {
	if err := f.s.counted(f.s.Reading, "seek", f.path); err != nil {
		return 0, err
	}
	return f.ReadSeekCloser.Seek(at, whence)
}

func (s *System) OpenFile(path string, flags int, mode os.FileMode) (files.Handle, error) {
	if err := s.fails("open", path); err != nil {
		return nil, err
	}
	f, err := s.System.OpenFile(path, flags, mode)
	return handle{f, s, path}, err
}

func (s *System) Rename(from, to string) error {
	if s.fails("rename", from) != nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: Err}
	}
	return s.System.Rename(from, to)
}

func (s *System) Remove(path string) error {
	if err := s.fails("remove", path); err != nil {
		return err
	}
	return s.System.Remove(path)
}

func (s *System) SyncFolder(path string) error { return s.fails("sync", path) }

func (s *System) Scratch(folder string) (files.Scratch, error) {
	if err := s.fails("open", folder); err != nil {
		return nil, err
	}
	f, err := s.System.Scratch(folder)
	return scratch{f, s}, err
}

// scratch is a file of which reading fails, too.
type scratch struct {
	files.Scratch
	s *System
}

func (f scratch) Write(p []byte) (int, error) {
	if err := f.s.fails("write", "scratch"); err != nil {
		return 0, err
	}
	return f.Scratch.Write(p)
}

func (f scratch) Read(p []byte) (int, error) {
	if err := f.s.fails("read", "scratch"); err != nil {
		return 0, err
	}
	return f.Scratch.Read(p)
}

type handle struct {
	files.Handle
	s    *System
	path string
}

func (h handle) Write(p []byte) (int, error) {
	if err := h.s.fails("write", h.path); err != nil {
		n, _ := h.Handle.Write(p[:len(p)/2])
		return n, err
	}
	return h.Handle.Write(p)
}

func (h handle) Chmod(mode os.FileMode) error {
	if err := h.s.fails("chmod", h.path); err != nil {
		return err
	}
	return h.Handle.Chmod(mode)
}

// Sync leaves it to the disk when to write: a test needs no power cut.
func (h handle) Sync() error { return h.s.fails("sync", h.path) }

// Close closes the file in any case, as systems do.
func (h handle) Close() error {
	err := h.Handle.Close()
	if e := h.s.fails("close", h.path); e != nil {
		return e
	}
	return err
}
