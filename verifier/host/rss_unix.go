//go:build unix

package host

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"syscall"
)

// PeakRSS is the process's peak resident memory in bytes. What Linux tells by getrusage is at least what the
// process had that has started this one; its status tells of this one alone.
func PeakRSS() int64 {
	if text, err := os.ReadFile("/proc/self/status"); err == nil {
		var kib int64
		if _, line, ok := bytes.Cut(text, []byte("\nVmHWM:")); ok {
			if n, _ := fmt.Sscanf(string(line[:min(len(line), 40)]), "%d", &kib); n == 1 {
				return kib << 10
			}
		}
	}
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return peak(&u)
}

// PeakOf is the peak resident memory in bytes of a process that has ended, 0 where that is not known.
func PeakOf(ended *os.ProcessState) int64 {
	if u, ok := ended.SysUsage().(*syscall.Rusage); ok {
		return peak(u)
	}
	return 0
}

// peak is in bytes, which Apple's systems count; the others count kilobytes.
func peak(u *syscall.Rusage) int64 {
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}
