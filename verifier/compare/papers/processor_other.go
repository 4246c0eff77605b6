//go:build !unix

package papers

// processorSeconds returns false: the CPU time is unknown.
func processorSeconds() (float64, bool) { return 0, false }
