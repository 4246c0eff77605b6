// Package lint finds what SPIN accepts in a model, and its author hardly means.
//
// A Lint is one kind of finding, and has a name by which it is switched off or made an error. What the
// resolver warns of has such names, too: Check gives both.
package lint
