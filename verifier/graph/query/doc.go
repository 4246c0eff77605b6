// Package query answers questions about a graph in a file, beside the model that it was built from.
//
// A Task names both. The model is read and compiled again, and must be the same: a graph carries the digest
// of its program, numbers of moves included. Check checks formulas of CTL and LTL, whose Conditions are
// measures of the model: their values are labels of the graph, or else are found by making all states
// again. The runs that it finds are taken on a machine of its own before they are written as trails. Walk
// makes all states again and looks at each, Stat tells figures, Export writes other formats.
package query
