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
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}
