//go:build unix

package papers

import "syscall"

// processorSeconds is the time that processors have spent on this process, user and system; false: nobody
// tells.
func processorSeconds() (float64, bool) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, false
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9, true
}
