// Package syntax reads the text of models into a tree.
//
// A preprocessed text is split into tokens (promela/expr has the lexer), which pass a filter: it puts in
// the separators that the language leaves out, expands inlines token by token and sets ltl blocks aside
// (filter.go). The tokens are given roles, so that one token shows what follows (roles.go): what a name
// is, SPIN's lexer decides, and so does this. They are read by participle; the grammar are the tags of
// the tree's structs (grammar.go), without lookahead. Expressions are one production of it, by precedence
// climbing.
//
// What cannot be read is left in the tree as Lost, and reading goes on after it: at the next statement,
// or if the error lies between statements, at the next unit. The messages word what the grammar expected
// (messages.go).
//
// Words: a unit is what a file consists of; a sentence is a statement with its labels and its unless; a
// Pos.Offset counts tokens.
//
// Known warts: participle takes a tree's structs apart by reflection, about two microseconds for each
// token, which is most of the time that reading takes. A unit that fails between statements (in its head,
// say) hides the errors in its rest.
package syntax
