// Package sweeps verifies a table of models: each value of each axis with each value of the others, every
// cell by a process of its own, so that one cell's memory is not another's. What a finished cell answers is
// kept by a digest of all that it depends on, and serves the next sweep.
//
// An axis is a macro with several values (-D N=2..8) or a flag of verify with several values
// (-over compress=tree,collapse). A cell is one combination.
//
// A swarm adds an axis, whose values are numbers of approximate searches that differ. What they have seen
// together is estimated from samples of their states (coverageOf).
//
// Warts: violations are kept only in a folder that is asked for. Growth is fitted to cells that hold only; a
// search that ends at an error has seen a part of the states.
package sweeps
