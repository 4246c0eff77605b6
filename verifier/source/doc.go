// Package source reads a model, and compiles it for one search after another.
//
// A Source has the path of the model and the options for reading it: macros, formulas in addition to those
// of the model, and measures, which are expressions over a state. Open returns a Model, whose tree has been
// checked. An Aim has the options for compiling it: the claim, and what may be merged or left out. The
// Values of a measure are computed from states of a program. They do not change states, but the variables
// that they name are not dropped.
//
// The options for reading a model are stored with results: a trail has a Note, a profile and a graph the
// Digest of the program, and Replay returns the command that reads the model in the same way.
package source
