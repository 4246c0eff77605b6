// Package resolve makes models of syntax trees: it looks names up, checks types as far as SPIN does, and
// writes for and select out.
//
// It goes through the text once, since Promela declares before it uses; what may be used before it is
// declared (proctypes, labels, remote variables) is looked up at the end. An error gives up the statement
// or the unit it is in. Names that stand in what could not be read (syntax.Lost) are not reported as
// unknown.
//
// Jumps into and out of d_step sequences are refused where SPIN refuses them (jumps.go): also a goto or
// the end of a loop that leads to a d_step statement, but not if another d_step is inside that, which
// SPIN loses track of.
//
// Known warts: X in formulas is accepted where SPIN refuses it, and so are remote references to proctypes
// that are declared further down.
package resolve
