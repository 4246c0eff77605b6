// Package lint finds what SPIN accepts in a model, and its author hardly means.
//
// A Lint is one kind of finding, and has a name, by which Levels switch it off or make it an error. What
// reading a model warns of has such names, too (told.go), so that Check gives everything. lints.md lists them
// all, each with a model that has it and no other.
//
// A finding is reported once for each place, however many calls of an inline bring it. A variable of an
// inline that one call reads is read, and a statement that one call reaches is reached. A name that occurs
// in text that directives leave out, or in macros and inlines that are never used, is used: another
// configuration has it. A comment on the line of a finding may switch it off: lint: NAME=off.
//
// A lint is silent where it would have to guess. Channels are followed through assignments and arguments, not
// through messages; ranges are those of types; a condition that macros make constant is any condition.
//
// Known warts: tokens of a macro have the place where it is used, so that two findings of one lint in it are
// told as one. bool is bit in syntax trees, and other comments than those on a finding's line are gone.
// Elements of arrays and fields of typedefs are not told apart when it comes to what is read and written, and
// variables of a typedef share the channels in its fields. Parameters that are not used, mtype constants and
// fields of typedefs are no findings.
package lint
