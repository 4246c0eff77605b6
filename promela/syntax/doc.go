// Package syntax parses models into syntax trees.
//
// A preprocessed text is split into tokens, by the lexer of promela/expr. A filter (filter.go) inserts the
// separators that may be omitted, expands inlines and removes ltl blocks. Then each token gets a role, so
// that one token determines what follows (roles.go): SPIN's lexer decides what a name is, and so does this
// package. Participle parses the tokens by the grammar in the tags of the tree's structs (grammar.go),
// without lookahead. Expressions are one production, parsed by precedence climbing.
//
// Unreadable text becomes a Lost in the tree, and parsing continues at the next statement or, after an error
// between statements, at the next unit. Messages name what the grammar expected (messages.go).
//
// Vocabulary: a file consists of units. A sentence is a statement with its labels and its unless. A
// Pos.Offset is the number of a token.
//
// Known warts: participle fills the tree's structs by reflection, which takes about two microseconds per
// token, most of the time for reading. An error in a unit outside of its statements (in its head, for
// example) hides the errors in the rest of the unit.
package syntax
