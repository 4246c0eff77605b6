package verifier

import "gospin/verifier/graph/query"

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
