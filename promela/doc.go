// Package promela reads models: it turns a file into a resolved syntax tree.
//
// A file is preprocessed (promela/preproc), split into tokens (lex.go), and passed through a filter that puts in the
// separators that the language leaves out, expands inlines token by token and sets ltl blocks aside (filter.go). The
// parser descends once and resolves names on the way, since Promela declares before it uses; what may be used before
// it is declared (proctypes, labels, remote variables) is resolved at the end of the file. for and select are
// rewritten to the statements that they stand for.
//
// The rules are those of SPIN 6.5.2, whose author's reference manual names them but whose lexer decides: see filter.go.
//
// Known warts: X in formulas is accepted where SPIN refuses it; a temporal operator inside a comparison
// ([] x == 0) is read as [] (x == 0) with a warning, where SPIN compares the operator's token number.
package promela
