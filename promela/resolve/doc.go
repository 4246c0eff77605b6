// Package resolve builds models from syntax trees: it looks names up, checks types as far as SPIN does, and
// expands for and select.
//
// It goes through the text once, since Promela requires declarations before uses. Exceptions (proctypes,
// labels, remote variables) are looked up at the end. After an error, the rest of the statement or unit is
// skipped. Names that occur in unreadable text (syntax.Lost) are not reported as unknown.
//
// Jumps into and out of d_step sequences are rejected where SPIN rejects them (jumps.go). This includes a
// goto, or the end of a loop, that leads to a d_step statement, except if that contains another d_step, which
// SPIN loses track of.
//
// Known warts: X in formulas is accepted although SPIN rejects it, and so are remote references to proctypes
// declared later.
package resolve
