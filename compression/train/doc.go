// Package train holds what a training run learns for two-phase compression (Holzmann, "State Compression in SPIN", 1997,
// section 4): a Sampler looks at state vectors, a Profile is what it saw, and its file.
//
// A profile's file is a line that says what it is, a version, a checksum, and compressed JSON. It is bound to a model by a
// digest of what the model compiles to: for another model it is refused.
//
// Known warts: distinct values of a component are counted up to a bound only.
package train
