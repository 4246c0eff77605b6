package verifier

import "gospin/verifier/graph/query"

// Deltas are the options of -compress=delta.
type Deltas struct {
	KDelta      int    // every so many steps a state is stored whole; 0: 20
	Compare     string // backward, by undoing moves, or forward, by making them; "": backward
	NoShorten   bool   // predecessors stay as they were stored first
	WholeStates string // how those are kept: mask or collapse; "": mask
	// SlotHash, also of Diffs, is by how many bits of a hash, besides its place in the table, a record is
	// told from a state before the two are compared; 0: by all there are; below 0: by none.
	SlotHash int
}

// Diffs are the options of -compress=diff.
type Diffs struct {
	KDiff     int    // every so many steps a state is stored whole; 0: 7
	DiffCells string // what differences are of: bytes, components or cells; "": bytes
	Hash2     int    // the length of a list from which it is a table of its own; 0: 16; below 0: never
	Paper     bool   // reports tell the bytes by the paper's accounting, too
}

// Caching are the options of searches that forget states.
type Caching struct {
	Cache     string   // how many states are kept, a number, N% of those known, or auto; "": all
	Evict     []string // which are forgotten first, by Evictions; nil: in random order
	Chains    bool     // the chain-reduced tree
	Lean      bool     // leave out edges that lead nowhere else
	MaxVisits float64  // give up after so many times the states known; 0: never
}

// Sweeping are the options of sweep-line searches.
type Sweeping struct {
	Sweep string // a list of expressions, compared in this order, or auto; "": no sweep-line
	Graph string // the file that the graph is written to; "": none is built
	// Labels are formulas whose conditions are kept for each node of the graph.
	Labels query.Formulas
	CTL    []string // formulas to be checked over the graph, which is built if need be, instead of all else

	conditions *query.Conditions // of Labels
	throwaway  bool              // the graph is of no use once the formulas are checked
}
