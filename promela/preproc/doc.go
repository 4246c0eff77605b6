// Package preproc is a C preprocessor for Promela files. It gives the result of gcc -E -std=gnu99 -x c
// without a compiler. Run expands a file into a Text, whose At maps every byte to its place in the source.
//
// There is no library that fits: Preprocess of modernc.org/cc/v4 writes bare text without positions, its
// NewConfig needs a compiler, and its scanner is for C, while models have stray apostrophes, `1..N` and
// `Unary(<>)`.
//
// # Vocabulary
//
// A token is a preprocessing token. Padding is an empty token that records whether a blank preceded the
// removed text. A run is a sequence of tokens that is scanned again: a macro's replacement, or an argument
// that is expanded ahead. An expansion records the use of a macro. A place is an offset into all text read so
// far, where a file counts each time that it is included.
//
// Macros are expanded by the algorithm of D. Prosser (X3J11/86-196) as GNU cpp implements it: a name is not
// expanded again while the run of its replacement is read, and a run ends as soon as it is exhausted, even
// while the search for an opening parenthesis continues beyond it. Blanks are placed as by GNU cpp, because
// `- -1` and `--1`, or `! !x` and `!!x`, differ in Promela too.
//
// # Warts
//
// __VA_OPT__, __has_include, _Pragma, #assert and prefixed literals (L'x', R"(..)") are not supported. <file>
// is searched like "file": in the folder of the including file. Of gcc's predefined macros there are only
// those that a model might test. Several blanks become one, so columns in Text.Bytes differ from the
// source's; At has the right ones.
package preproc
