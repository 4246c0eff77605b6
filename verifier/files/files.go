// Package files writes files as a whole, or not at all.
//
// A file is written under a temporary name in the same folder, which contains the number of the writing
// process, and renamed when all of it is on the disk. Files left by killed programs are removed by the next
// one that\n// writes the same file.
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

// Error means that a file could not be written.
type Error struct {
	Path string
	Err  error
}

func (e *Error) Error() string { return e.Path + ": " + e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// Write writes a file. When it is complete, it replaces the previous file of that name and takes over its
// rights. If anything fails, the previous file is unchanged. What is not a regular file, such as a pipe, is
// written to directly. If the path is a link, its target is replaced.
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

// WriteBytes writes a file with this content.
func WriteBytes(path string, text []byte) error {
	return Write(path, func(w io.Writer) error { _, err := w.Write(text); return err })
}

// File is a file that is being written.
type File struct {
	file Handle
	path string // as requested
	to   string // final name, which differs if the path is a link
	temp string // temporary name; the same as to if it is not a regular file
}

// Create begins to write a file.
func Create(path string) (*File, error) {
	f := &File{path: path, to: path, temp: path}
	st, err := os.Stat(path)
	if err == nil && !st.Mode().IsRegular() {
		f.file, err = system.OpenFile(path, os.O_WRONLY, 0) // fails for a folder
		return f.opened(err)
	}
	isThere := err == nil
	if to, err := filepath.EvalSymlinks(path); err == nil {
		f.to = to
	}
	removeStale(f.to)
	f.temp = fmt.Sprintf("%s.%d.%s%s", f.to, os.Getpid(), strings.ToLower(rand.Text()[:8]), ending)
	f.file, err = system.OpenFile(f.temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err == nil && isThere {
		if err = f.file.Chmod(st.Mode().Perm()); err != nil {
			f.Discard()
		}
	}
	return f.opened(err)
}

// opened returns the file, or the error.
func (f *File) opened(err error) (*File, error) {
	if err != nil {
		return nil, f.at(err)
	}
	return f, nil
}

func (f *File) Write(p []byte) (int, error) { return f.file.Write(p) }

// Discard removes the temporary file.
func (f *File) Discard() {
	_ = f.file.Close()
	if f.temp != f.to {
		_ = system.Remove(f.temp)
	}
}

// CommitAs is Commit under another name.
func (f *File) CommitAs(path string) error {
	if f.temp != f.to {
		f.path, f.to = path, path
	}
	return f.Commit()
}

// Commit renames the file to its final name, when all of it is on the disk.
func (f *File) Commit() error {
	if f.temp == f.to {
		return f.at(f.file.Close())
	}
	err := f.file.Sync()
	if e := f.file.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = system.Rename(f.temp, f.to)
	}
	if err != nil {
		_ = system.Remove(f.temp)
	}
	return f.at(err)
}

// at returns an error with the requested path.
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

// SyncFolder writes the entries of a folder to the disk, so that files keep their names even
// after a power cut.
func SyncFolder(path string) error { return (&File{path: path}).at(system.SyncFolder(path)) }

// Remove removes a file. It is no error if it does not exist.
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

// removeStale removes temporary files of programs that were killed while they wrote a file.
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

// escape returns a pattern that matches only this path.
func escape(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}
