//go:build !js

package host

import (
	"sync"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// Memory returns the memory in bytes that this process may expect: the machine's, or less if one of the
// control groups around the process has a lower limit, or if its address space is smaller (ulimit -v).
// If none of them is known, it is 8 GiB.
func Memory() int64 {
	return smallest(8<<30, memlimit.FromSystem, ofGroups, AddressesLeft)
}

// ofGroups returns the limit of the control groups. Reading it takes some 0.3 ms, so that is done once.
var ofGroups = sync.OnceValues(memlimit.FromCgroup)

// smallest returns the smallest of the known limits, or otherwise if none is known.
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
