package host

import "github.com/KimMachineGun/automemlimit/memlimit"

// Memory is the memory in bytes that this process may hope for: the machine's, or less if one of the
// control groups around the process is allowed less, or there is less left of its address space (ulimit -v).
// It is 8 GiB where nobody tells.
func Memory() int64 {
	return smallest(8<<30, memlimit.FromSystem, memlimit.FromCgroup, AddressesLeft)
}

// smallest is the smallest of the limits that are known, and otherwise if none is.
func smallest(otherwise int64, limits ...memlimit.Provider) int64 {
	least := uint64(0)
	for _, limit := range limits {
		if n, err := limit(); err == nil && n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	if least == 0 || least > 1<<62 {
		return otherwise
	}
	return int64(least)
}
