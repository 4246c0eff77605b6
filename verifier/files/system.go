package files

import (
	"io"
	"os"
	"runtime"
)

// System has the operations for writing files, and for reading what is kept. Tests use one that fails.
type System interface {
	Open(path string) (io.ReadSeekCloser, error)
	OpenFile(path string, flags int, mode os.FileMode) (Handle, error)
	Rename(from, to string) error
	Remove(path string) error
	SyncFolder(path string) error
	Scratch(folder string) (Scratch, error)
}

// Scratch is a temporary file for reading back, which is removed when it is closed.
type Scratch interface {
	io.ReadWriteSeeker
	io.Closer
}

// Open opens a file for reading.
func Open(path string) (io.ReadSeekCloser, error) { return system.Open(path) }

// NewScratch creates a scratch file in a folder.
func NewScratch(folder string) (Scratch, error) { return system.Scratch(folder) }

// Handle is an open file.
type Handle interface {
	io.WriteCloser
	Chmod(mode os.FileMode) error
	Sync() error
}

var system System = disk{}

// Use replaces the system for files, and returns the previous one. It is for tests: package faulty has one
// that fails.
func Use(s System) System {
	before := system
	system = s
	return before
}

type disk struct{}

func (disk) Open(path string) (io.ReadSeekCloser, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err // not a nil *os.File in an interface
	}
	return f, nil
}

func (disk) OpenFile(path string, flags int, mode os.FileMode) (Handle, error) {
	f, err := os.OpenFile(path, flags, mode)
	if err != nil {
		return nil, err // not a nil *os.File in an interface
	}
	return f, nil
}

func (disk) Rename(from, to string) error { return os.Rename(from, to) }
func (disk) Remove(path string) error     { return os.Remove(path) }

type scratch struct{ *os.File }

func (disk) Scratch(folder string) (Scratch, error) {
	f, err := os.CreateTemp(folder, ".gospin-scratch-*")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name()) // some systems can remove an open file
	return scratch{f}, nil
}

func (s scratch) Close() error {
	err := s.File.Close()
	_ = os.Remove(s.Name())
	return err
}

// SyncFolder does nothing on systems that can't sync folders.
func (disk) SyncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	err = f.Sync()
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}
