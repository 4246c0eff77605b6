//go:build !unix

package files

// isAlive reports whether a process of this computer is alive, or may be.
func isAlive(int) bool { return true }
