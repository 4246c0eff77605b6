// Package files writes files as a whole, or not at all.
//
// What is written lies beside its final name, under a name of its own that tells who writes it, until all of
// it is on the disk. What a killed program has left so is removed by the next that writes the same file.
package files

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Error is that a file could not be written.
type Error struct {
	Path string
	Err  error
}

func (e *Error) Error() string { return e.Path + ": " + e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// Write has a file written: once all of it is there, it takes the place and the rights of what had the name.
// If anything fails, that is as it was. What is no regular file, such as a pipe, is written to; of a link,
// what it leads to is replaced.
func Write(path string, write func(io.Writer) error) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(f, 1<<16)
	if err = write(b); err == nil {
		err = b.Flush()
	}
	if err != nil {
		f.Discard()
		return f.at(err)
	}
	return f.Commit()
}

// WriteBytes writes what is known beforehand.
func WriteBytes(path string, text []byte) error {
	return Write(path, func(w io.Writer) error { _, err := w.Write(text); return err })
}

// File is a file that is being written.
type File struct {
	file   Handle
	path   string // as asked for
	to     string // where it goes, which is elsewhere if the path is a link
	beside string // where it lies until it is whole; to itself of what is no regular file
}

// Create begins to write a file.
func Create(path string) (*File, error) {
	f := &File{path: path, to: path, beside: path}
	st, err := os.Stat(path)
	if err == nil && !st.Mode().IsRegular() {
		f.file, err = system.OpenFile(path, os.O_WRONLY, 0) // a folder is refused here
		return f.opened(err)
	}
	isThere := err == nil
	if to, err := filepath.EvalSymlinks(path); err == nil {
		f.to = to
	}
	removeStale(f.to)
	f.beside = fmt.Sprintf("%s.%d.%s%s", f.to, os.Getpid(), strings.ToLower(rand.Text()[:8]), ending)
	f.file, err = system.OpenFile(f.beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err == nil && isThere {
		if err = f.file.Chmod(st.Mode().Perm()); err != nil {
			f.Discard()
		}
	}
	return f.opened(err)
}

// opened is the file, or why there is none.
func (f *File) opened(err error) (*File, error) {
	if err != nil {
		return nil, f.at(err)
	}
	return f, nil
}

func (f *File) Write(p []byte) (int, error) { return f.file.Write(p) }

// Discard gives the file up.
func (f *File) Discard() {
	_ = f.file.Close()
	if f.beside != f.to {
		_ = system.Remove(f.beside)
	}
}

// CommitAs is Commit under another name.
func (f *File) CommitAs(path string) error {
	if f.beside != f.to {
		f.path, f.to = path, path
	}
	return f.Commit()
}

// Commit has the file take its place, when all of it is on the disk.
func (f *File) Commit() error {
	if f.beside == f.to {
		return f.at(f.file.Close())
	}
	err := f.file.Sync()
	if e := f.file.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = system.Rename(f.beside, f.to)
	}
	if err != nil {
		_ = system.Remove(f.beside)
	}
	return f.at(err)
}

// at is an error that names the file that was wanted.
func (f *File) at(err error) error {
	var why *fs.PathError
	var moved *os.LinkError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &why):
		return &Error{f.path, why.Err}
	case errors.As(err, &moved):
		return &Error{f.path, moved.Err}
	}
	return err
}

// SyncFolder brings to the disk which files a folder has: after a power cut, too, they have the names then
// that they were given.
func SyncFolder(path string) error { return (&File{path: path}).at(system.SyncFolder(path)) }

// Remove removes a file. One that is not there is no error.
func Remove(path string) error {
	if err := system.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return (&File{path: path}).at(err)
	}
	return nil
}

const (
	ending   = ".gospin-new"
	staleAge = 10 * time.Minute // another computer may write to the same folder
)

// removeStale removes what programs have left that were killed while they wrote a file.
func removeStale(path string) {
	all, err := filepath.Glob(escape(path) + ".*.*" + ending)
	if err != nil {
		return
	}
	for _, old := range all {
		name, _, _ := strings.Cut(strings.TrimPrefix(old, path+"."), ".")
		pid, err := strconv.Atoi(name)
		if err != nil || pid <= 0 || isAlive(pid) {
			continue
		}
		st, err := os.Lstat(old)
		if err == nil && st.Mode().IsRegular() && time.Since(st.ModTime()) > staleAge {
			_ = os.Remove(old)
		}
	}
}

// escape is a path as a pattern that only it matches.
func escape(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}
