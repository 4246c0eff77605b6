// Package files writes files as a whole, or not at all.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Write has a file written: once all of it is there, it takes the place of what had the name. If anything
// fails, that is as it was. What is no regular file, such as a pipe, is written to.
func Write(path string, write func(io.Writer) error) error {
	beside, flags := fmt.Sprintf("%s.%d.new", path, os.Getpid()), os.O_CREATE|os.O_TRUNC
	if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
		beside, flags = path, 0 // a folder is refused here
	}
	f, err := os.OpenFile(beside, os.O_WRONLY|flags, 0o644)
	if err != nil {
		return at(path, err)
	}
	err = write(f)
	if failed := f.Close(); err == nil {
		err = failed
	}
	if beside == path {
		return at(path, err)
	}
	if err == nil {
		err = os.Rename(beside, path)
	}
	if err != nil {
		os.Remove(beside)
	}
	return at(path, err)
}

// at is an error that names the file that was wanted.
func at(path string, err error) error {
	var why *fs.PathError
	var moved *os.LinkError
	switch {
	case errors.As(err, &why):
		return fmt.Errorf("%s: %w", path, why.Err)
	case errors.As(err, &moved):
		return fmt.Errorf("%s: %w", path, moved.Err)
	}
	return err
}
