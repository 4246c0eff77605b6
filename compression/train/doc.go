// Package train has the results of a training run for two-phase compression (Holzmann, "State Compression in
// SPIN: Recursive Indexing and Compression Training Runs", 1997): a Sampler examines state vectors, and a
// Profile has the results and can be stored in a file.
//
// Values are recorded by class of components (the globals, each proctype, each channel type), so that
// processes may come and go, and by seat (one component of the vector, such as the third process), because
// processes of one proctype often have different values. Compression.Trained builds a code from them.
//
// A profile's file is a line with its type, version and checksum, followed by compressed JSON. It has a
// digest of the compiled model, and is rejected for other models.
//
// Known warts: values are counted only as far as the sampler's memory allows; the largest tables are
// discarded first. At most 1024 seats are recorded.
package train
