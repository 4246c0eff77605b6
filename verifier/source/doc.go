// Package source reads a model, and compiles it for one search after another.
//
// A Source says where the model is and how it is to be understood: macros, formulas besides those of the
// model, and measures, which are expressions over a state. Opened, it gives a Model, whose tree has been
// checked; an Aim says what this is compiled for: beside which claim, and what may be merged or left out.
// The Values of a measure are found in the states of a program. They change no state of it, but the variables
// that they name are not dropped.
//
// What a model was read with belongs to what is made of it: a trail carries a Note, a profile and a graph the
// Digest of the program, and Replay is the command that reads the model in the same way.
package source
