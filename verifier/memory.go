package verifier

import (
	"bufio"
	"fmt"
	"os"
	"strings"
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
	for _, path := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if b, err := os.ReadFile(path); err == nil {
			var n int64
			if k, _ := fmt.Sscan(strings.TrimSpace(string(b)), &n); k == 1 && n > 0 {
				total = min(total, n)
			}
		}
	}
	return total
}
