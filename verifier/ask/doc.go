// Package ask defines what a run can be asked: Options, corresponding to the flags of the command line, and
// the parts of the question, one for each search.
//
// Settle fills in defaults, and rejects combinations that are impossible for every model; after that, options
// are read-only. Package plan decides what depends on the model.
package ask
