// Package limit ends a run that has used up its time or its memory, or that its user interrupts.
//
// There is one budget for a whole run, from the first byte that is read to the last that is written. It
// travels as a context: a limit cancels it, with a Reached as its cause. Whoever works for long looks at
// ctx.Err() now and then, and returns context.Cause(ctx).
//
// Searches account for their own tables, and so stop at the limit of memory by themselves. The watch of
// this package sees what nobody accounts for: it samples the resident memory of the process, and allows
// slack on top of the limit for the program itself. Near the limit it has Go collect more often, and gives
// free memory back before it ends the run. Meanwhile whoever asks the context whether it is done waits for
// the answer, and who is about to take much at once may say so first (Reserve).
package limit
