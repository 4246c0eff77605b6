// Package query answers questions about a graph in a file, together with the model that it was built from.
//
// A Task names both. The model is read and compiled again and must be the same: a graph has the digest of its
// program, including the numbers of moves. Check checks CTL and LTL formulas. Their Conditions are measures
// of the model, whose values are labels of the graph, or are found by computing all states again. A machine
// of its own makes the moves of each run that is found before it is written as a trail. Walk computes and
// examines all states, Stat returns figures, Export writes other formats.
package query
