// Package ask is what a run can be told: Options, as the flags of the command line have them, and the parts
// of the question, one for each search.
//
// Settle fills in what options leave open, and refuses what no model could make possible; from then on they
// are only read. What depends on the model is decided by package plan.
package ask
