// Package tune makes short searches before the requested one: training runs, which sample states, and runs
// that find variables which may measure progress. MemoryUse reports what fills the state vector.
//
// Known wart: the probes of -compress=auto are in package run, since they are ordinary searches.
package tune
