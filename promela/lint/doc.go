// Package lint finds things that SPIN accepts in a model, but that its author probably did not mean.
//
// A Lint is a kind of finding. It has a name, by which Levels turn it off or make it an error. Warnings that
// are found while reading a model have such names, too (reading.go), so that Check returns everything.
// lints.md lists all lints, each with a model that has this finding and no other.
//
// A finding is reported once for each place, even if an inline with it is called several times. A variable of
// an inline counts as read if one call reads it, and a statement counts as reached if one call reaches it. A
// name counts as used if it occurs in text that directives exclude, or in unused macros and inlines, since
// another configuration uses it. A comment on the line of a finding can turn it off: lint: NAME=off.
//
// A lint reports nothing if it would have to guess. Channels are followed through assignments and arguments,
// but not through messages. Ranges are those of types. A condition that a macro makes constant is treated as
// any condition.
//
// Known warts: tokens from a macro have the place of its use, so two findings of one lint in it are reported
// as one. In syntax trees, bool is bit, and comments other than those on a finding's line are gone. Reads and
// writes do not distinguish between elements of an array or fields of a typedef, and variables of a typedef
// share the channels in its fields. Unused parameters, mtype constants and fields of typedefs are not
// reported.
package lint
