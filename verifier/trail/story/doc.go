// Package story computes what a run does, as data: the events that a replay of a trail, or a
// simulation, tells of. It prints nothing; those who do, as text or otherwise, go over the events.
//
// A Run is chosen move by move, by who asks for its choices; Simulate and Replay go over theirs to the end.
//
// What an event tells is what SPIN's simulator tells (run.c, sched.c, mesg.c of SPIN 6): the statements
// in its words, the globals that the step has set and the fields of local typedefs after every step,
// and channels numbered in the order in which they are first needed.
//
// Known warts: a statement's own text says whether it sets a priority; and a d_step is only taken apart
// into its statements if Options.Inside asks for it, since one that is not has other places and
// messages.
package story
