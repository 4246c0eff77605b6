//go:build unix

package host

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"syscall"
)

// PeakRSS returns the process's peak resident memory in bytes. On Linux, getrusage includes the peak of the
// process that started this one, so it is read from /proc.
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

// PeakOf returns the peak resident memory in bytes of a process that has ended, or 0 if it is unknown.
func PeakOf(ended *os.ProcessState) int64 {
	if u, ok := ended.SysUsage().(*syscall.Rusage); ok {
		return peak(u)
	}
	return 0
}

// peak returns the peak in bytes. Apple's systems count bytes, the others kilobytes.
func peak(u *syscall.Rusage) int64 {
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}
