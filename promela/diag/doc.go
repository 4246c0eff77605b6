// Package diag holds positions and diagnostics: what is wrong, where, and what to do about it.
//
// A Diagnostic has a severity, a place (Pos), a message, a hint (what to write instead), the text of the
// source line and notes (secondary places: call sites, earlier declarations, the macro a token came from). A
// List of them is an error as soon as one entry has severity Error; Render prints it the way compilers do:
//
//	phils.pml:12:7: error: "frok" is not declared
//	    if :: frok > 0 -> skip
//	          ^
//	hint: did you mean "fork"?
//	phils.pml:30:2: note: called from here
//
// A message of a lint has its name in brackets after it.
//
// Warts: a caret is placed by counting one column per character, so it is off after double-width characters.
package diag
