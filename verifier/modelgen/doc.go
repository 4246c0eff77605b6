// Package modelgen writes random models in Promela, for tests and fuzzing. Equal seeds give equal models.
//
//   - Random: a bit of everything, well formed, with few states.
//   - Tangled: jumps, labels and escapes wherever Promela allows them.
//   - Varied: everything that makes processes observe what others do.
//   - Reducible and its variants: what partial-order reduction can use and what it may overlook, with or
//     without formulas and never claims.
//   - Mortal: processes that end while others are still being created.
//   - Scratch: temporaries of atomic sequences and d_steps, and other variables that are mostly dead.
//   - Contended: processes that are able to move now and then, with a formula about how often they do.
//   - Alike: symmetric processes, and nearly symmetric ones.
//
// Programs do not use it.
package modelgen
