//go:build !unix

package host

import "os"

// PeakRSS returns 0: it is unknown.
func PeakRSS() int64 { return 0 }

// PeakOf returns 0: it is unknown.
func PeakOf(*os.ProcessState) int64 { return 0 }
