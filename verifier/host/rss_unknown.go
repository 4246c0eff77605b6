//go:build !linux

package host

// RSS is the process's resident memory in bytes. Here it is the most that the process has had, 0 where not
// even that is known.
func RSS() int64 { return PeakRSS() }
