//go:build !unix

package verifier

// peakRSS is 0 where nobody tells.
func peakRSS() int64 { return 0 }
