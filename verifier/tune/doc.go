// Package tune makes short searches ahead of the one that was asked for: training runs, which see what states
// look like, and runs that see which variables may measure progress. MemoryUse says what fills the state
// vector.
//
// Known wart: the probes of -compress=auto are in package verifier, since they make searches as it does.
package tune
