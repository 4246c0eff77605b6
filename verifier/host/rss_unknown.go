//go:build !linux

package host

// RSS returns the process's resident memory in bytes. Here it is the peak, or 0 if even that is
// unknown.
func RSS() int64 { return PeakRSS() }
