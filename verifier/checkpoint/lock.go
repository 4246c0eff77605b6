package checkpoint

import (
	"errors"
	"io"
	"os"
)

var errLocked = errors.New("locked by another process")

// lockFile makes a file, if need be, and locks it until it is closed, or the process ends.
func lockFile(path string) (io.Closer, error) {
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
