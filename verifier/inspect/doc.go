// Package inspect examines a model by short searches, without verifying it.
//
// Kinds prints how searches in batches remember the moves of each process, Independence where partial-order
// reduction lets a process move alone, and ShapeOf the shape of the state space in a breadth-first search.
package inspect
