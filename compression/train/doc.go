// Package train holds what a training run learns for two-phase compression (Holzmann, "State Compression in
// SPIN: Recursive Indexing and Compression Training Runs", 1997): a Sampler looks at state vectors, a Profile
// is what it saw, and its file.
//
// Values are kept by class of components (the globals, each proctype, each channel type), so that processes
// may come and go, and by seat (one component of the vector, such as the third process), because processes of
// one proctype often have values of their own. Compression.Trained makes a code of them.
//
// A profile's file is a line that says what it is, a version, a checksum, and compressed JSON. It is bound to
// a model by a digest of what the model compiles to: for another model it is refused.
//
// Known warts: the values of components are told apart only as far as the sampler's memory goes; the largest
// tables are given up first. No more than 1024 seats are looked at.
package train
