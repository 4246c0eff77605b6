// Package sweeps verifies a table of models: every combination of the values of several axes. Each cell has
// its own process, so that its memory can be measured. The answers of finished cells are kept, by a digest of
// everything that they depend on, and the next sweep uses them.
//
// An axis is a macro with several values (-D N=2..8) or a flag of verify with several values
// (-over compress=tree,collapse). A cell is one combination.
//
// A swarm adds an axis, whose values are the numbers of different approximate searches. What they have seen
// together is estimated from samples of their states (coverageOf).
//
// Known warts: violations are only kept if a folder is given. Growth is fitted only to cells that hold, since
// a search that ends at an error has seen only some of the states.
package sweeps
