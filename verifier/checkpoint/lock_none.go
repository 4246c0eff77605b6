//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package checkpoint

import "os"

// tryLock has no lock to take.
func tryLock(*os.File) error { return nil }
