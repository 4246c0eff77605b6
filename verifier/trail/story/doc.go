// Package story computes the events of a run, either a replay of a trail or a simulation. It prints nothing;
// other packages print or draw the events.
//
// A Run is chosen move by move by its caller. Simulate and Replay go through to the end.
//
// Events contain what SPIN's simulator prints (run.c, sched.c, mesg.c of SPIN 6): statements in its words,
// the globals that the step has set and the fields of local typedefs after every step, and channels numbered
// in the order in which they are first needed.
//
// Known warts: whether a statement sets a priority is read from its text. A d_step is split into its
// statements only if Options.Inside is set, since the events then have other places and messages.
package story
