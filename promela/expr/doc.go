// Package expr reads expressions: those of Promela, and formulas of linear temporal logic over them.
//
// One parser serves both, by precedence climbing. Package promela/syntax has it as the production of its
// grammar for expressions, package ltl for formulas that stand alone. It also holds the lexer that all of
// them share.
//
// What a name means is not known here: an expression is checked as far as its form goes, and resolved
// later (promela/resolve). In a formula, whether an operand is a formula or part of an atom shows only at
// the operators around it: (p && q) is a formula, but (p && q) == r is an atom. What combines the two in
// a wrong way is a Problem: reading goes on after it, with the tree that was probably meant.
//
// Words: an operand is what stands between binary operators; a span are the tokens of an expression,
// counted from the start of the stream (a token's Pos.Offset is its number).
package expr
