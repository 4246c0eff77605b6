// Package modelgen writes random models in Promela, for tests and fuzzing: the same model for the same seed.
//
//   - Random: a bit of everything, well formed, with few states.
//   - Tangled: jumps, labels and escapes wherever Promela allows them.
//   - Varied: everything that has processes look at what others do.
//   - Reducible and its kin: what partial-order reduction works on, and what it may overlook, with or without
//     formulas and never claims.
//   - Mortal: processes that end, while others are run yet.
//   - Scratch: temporaries of atomic sequences and d_steps, and other variables that are mostly dead.
//   - Alike: processes that may change places, and some that may not.
//
// Programs do not use it.
package modelgen
