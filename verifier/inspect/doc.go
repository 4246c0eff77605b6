// Package inspect looks at a model without verifying it: what short searches find out.
//
// Kinds tells how searches in batches remember what each process does, Independence where partial-order
// reduction lets processes go on alone, ShapeOf what the state space looks like breadth first.
package inspect
