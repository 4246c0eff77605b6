package host

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// AddressesLeft returns the bytes of address space that the process may still take, 0 if there is no limit.
// Go itself reserves some 700 MiB from the start.
func AddressesLeft() (uint64, error) {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &limit); err != nil || limit.Cur >= 1<<62 {
		return 0, err
	}
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	var pages uint64
	if _, err := fmt.Sscan(string(text), &pages); err != nil {
		return 0, err
	}
	return max(limit.Cur, pages*uint64(os.Getpagesize())+1) - pages*uint64(os.Getpagesize()), nil
}
