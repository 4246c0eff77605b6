package verifier

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"time"

	"gospin/verifier/search"
)

// machineMemory is the memory in bytes that this process may hope for; 8 GiB where nobody tells.
func machineMemory() int64 {
	total := int64(8 << 30)
	if f, err := os.Open("/proc/meminfo"); err == nil {
		defer f.Close()
		for s := bufio.NewScanner(f); s.Scan(); {
			var kb int64
			if n, _ := fmt.Sscanf(s.Text(), "MemTotal: %d kB", &kb); n == 1 {
				total = kb << 10
			}
		}
	}
	if b, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		var n int64
		if k, _ := fmt.Sscan(strings.TrimSpace(string(b)), &n); k == 1 && n > 0 {
			total = min(total, n)
		}
	}
	return total
}

// peakRSS is the process's peak resident memory in bytes.
func peakRSS() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return u.Maxrss << 10
}

// progress prints pan's line now and then, not before two seconds have passed.
func progress(w io.Writer, start time.Time) func(*search.Result) {
	last := start.Add(time.Second)
	return func(r *search.Result) {
		if time.Since(last) < time.Second {
			return
		}
		last = time.Now()
		t := time.Since(start).Seconds()
		fmt.Fprintf(w, "Depth= %7d States= %8.3g Transitions= %8.3g Memory= %9.3f t= %8.3g R= %6.0g\n",
			r.Depth, float64(r.Stored), float64(r.Transitions()), float64(peakRSS())/1e6, t, float64(r.Stored)/t)
	}
}
