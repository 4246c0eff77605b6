// Package diag defines positions and diagnostics. A diagnostic says what is wrong, where, and how to mend it.
//
// A Diagnostic has a severity, a place (Pos), a message, a hint (what to write instead), the source line, and
// notes (secondary places: calls, earlier declarations, the macro from which a token was expanded). A List of
// diagnostics is an error if one of them has severity Error. Render prints it as compilers do:
//
//	phils.pml:12:7: error: "frok" is not declared
//	    if :: frok > 0 -> skip
//	          ^
//	hint: did you mean "fork"?
//	phils.pml:30:2: note: called from here
//
// A lint's message is followed by its name in brackets.
//
// Wart: carets are placed by counting one column per character, so they are wrong after double-width
// characters.
package diag
