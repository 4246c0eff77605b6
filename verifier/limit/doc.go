// Package limit ends a run whose time or memory is used up, or which its user interrupts.
//
// There is one budget for a whole run, from the first byte read to the last byte written. It is passed on as
// a context: a limit cancels it, with a Reached as its cause. Long operations check ctx.Err() from time to
// time, and return context.Cause(ctx).
//
// Searches account for their own tables, and stop at the memory limit by themselves. The watch of this
// package covers everything else: it samples the resident memory of the process, and allows slack above the
// limit for the program itself. Near the limit, it makes Go collect garbage more often, and releases free
// memory before it ends the run. Meanwhile, calls of Err on the context wait for the result. Code that is
// about to allocate much at once can announce it (Reserve).
package limit
