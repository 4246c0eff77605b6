//go:build !unix

package host

import "os"

// PeakRSS is 0 where it is not known.
func PeakRSS() int64 { return 0 }

// PeakOf is 0 where it is not known.
func PeakOf(*os.ProcessState) int64 { return 0 }
