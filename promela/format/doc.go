// Package format formats models in the style of SPIN's own examples and of G. J. Holzmann, The SPIN Model
// Checker (2004).
//
// It works on tokens and comments before preprocessing: macros are not expanded, both sides of an #if are
// formatted, and directives stay as they are. Tokens are never added, removed or changed, and formatting
// twice has no further effect. Model checks both, and that the parser reads the same model.
//
// # Style
//
//   - A tab for each level; tabs are eight columns wide.
//   - The options of if and do stand below the keyword, each on its own line, and so do fi and od. The
//     statements after the guard's -> are indented by one more tab; without a guard, the statements stand
//     below each other, indented by three blanks.
//   - One statement stands on a line. An option, or a sequence in braces, that was written on one line stays
//     there, unless there is an if or do in it.
//   - The opening brace of a proctype, init, claim, inline, typedef or ltl block stays where it was: after
//     it, or on a line of its own, where the first declaration may follow it ({	byte x;). All others stand
//     after what they belong to.
//   - Labels stand one level further out. The statement may follow on the line of a label shorter than a tab.
//   - Separators are those that were written: ; or ->, or the end of a line. None is added.
//   - Blanks stand around = -> .. comparisons and the operators of logic, after commas, and within braces;
//     none around ! ? . @ and after names that are called. Arithmetic is kept as written: blanks on both
//     sides of an operator, or none.
//   - Lines that a statement was broken into stay, one tab further in.
//   - Comments keep their text. Those after statements of neighbouring lines stand below each other.
//   - Of several empty lines one stays, and none at the ends of a sequence.
//
// # Vocabulary
//
// An item is a token, a comment or a directive. A gap is the text between two tokens. A frame is an open
// bracket: braces, parentheses, if or do, or an option. A frame is flat if it is closed on its line.
//
// # Warts
//
// Brackets in macros are not seen, so lines between them are not indented. The argument of a macro with #x
// must keep its blanks, so in that case the arguments of all calls stay as they are.
package format
