//go:build unix

package files

import "syscall"

// isAlive reports whether a process of this computer is alive, or may be.
func isAlive(pid int) bool { return syscall.Kill(pid, 0) != syscall.ESRCH }
