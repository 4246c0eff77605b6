//go:build !unix

package papers

// processorSeconds is unknown where nobody tells.
func processorSeconds() (float64, bool) { return 0, false }
