package verifier

import "gospin/verifier/findings"

// SetShortestStates limits the searches breadth first for shorter paths, until the function that it returns
// is called; 0: it does not.
func SetShortestStates(n uint64) func() {
	findings.ShortestStates = n
	return func() { findings.ShortestStates = 0 }
}
