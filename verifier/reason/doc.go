// Package reason tells why a run is wrong, in lines for people: in a deadlock who waits where for what and
// why that can't come, of a failed assertion what its variables hold, of a formula where in the run it
// fails.
// While a run is being chosen, Waits tells what processes wait for, and Following how a formula stands.
//
// It goes by a trail and a program that is compiled to explain (compile.Options.Explain). What it says of the
// run is seen in the run; that something can't come any more is said only if no process that lives has a
// statement ahead, however it gets there, that might do it.
package reason
