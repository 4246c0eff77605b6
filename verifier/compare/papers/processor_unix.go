//go:build unix

package papers

import "syscall"

// processorSeconds returns the CPU time of this process, user and system, or false if it is
// unknown.
func processorSeconds() (float64, bool) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, false
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9, true
}
