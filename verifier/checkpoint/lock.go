package checkpoint

import (
	"errors"
	"io"
	"os"
)

// ErrLocked is the error if another process has the lock.
var ErrLocked = errors.New("locked by another process")

// LockFile creates a file if necessary, and locks it until it is closed, or the process ends.
func LockFile(path string) (io.Closer, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := tryLock(f); err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}
