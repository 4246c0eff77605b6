// Package expr parses expressions of Promela, and formulas of linear temporal logic over them.
//
// One parser, by precedence climbing, serves both. Package promela/syntax uses it as its grammar's production
// for expressions, package ltl for formulas on their own. Package expr also has their common lexer.
//
// The meaning of names is not known here: the parser checks the form of an expression, and promela/resolve
// resolves it later. Whether an operand in a formula is a formula or a part of an atom depends on the
// operators around it: (p && q) is a formula, but (p && q) == r is an atom. An illegal combination of the two
// is a Problem: parsing continues with the tree that was probably meant.
//
// Vocabulary: an operand stands between binary operators. A span is the range of an expression's tokens,
// counted from the start of the stream (a token's Pos.Offset is its number).
package expr
