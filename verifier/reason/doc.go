// Package reason explains in a few lines why a run is wrong. For a deadlock it names the blocked processes,
// their places, what they wait for and why that can't happen; for a failed assertion the values of its
// variables; for a formula the step of the run at which it fails. While a run is being chosen, Waits returns
// what processes wait for, and Following the status of a formula.
//
// The input is a trail, and a program compiled for explanations (compile.Options.Explain). Statements about
// the run are observed in the run. Package reason says that something can't happen any more only if no live
// process can still reach a statement that might do it.
package reason
