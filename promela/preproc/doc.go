// Package preproc is a C preprocessor that treats Promela files as gcc -E -std=gnu99 -x c does, without a
// compiler on the machine. Run expands a file into a Text, whose At leads every byte back to the source.
//
// It is our own because modernc.org/cc/v4's Preprocess writes bare text, in which positions are gone, and its
// NewConfig asks a host compiler. Its scanner is that of a C compiler; models have stray apostrophes, `1..N`
// and `Unary(<>)`.
//
// # Vocabulary
//
// A token is a preprocessing token. Padding is an empty token that remembers whether a blank stood before
// what was there. A run is a sequence of tokens being rescanned: a macro's replacement, or an argument that
// is expanded ahead. An expansion records which macro was used where. A place is an offset into all text read
// so far, each inclusion counted again.
//
// Macros are expanded by the algorithm of D. Prosser (X3J11/86-196) in the form that GNU cpp gives it: a name
// is not expanded again while the run of its replacement is being read, and a run ends as soon as it is
// exhausted, also while the search for an opening parenthesis runs beyond it. Blanks are put where GNU cpp
// puts them, because `- -1` and `--1`, or `! !x` and `!!x`, are different things in Promela too.
//
// # Warts
//
// __VA_OPT__, __has_include, _Pragma, #assert and prefixed literals (L'x', R"(..)") have no meaning here.
// <file> is sought where "file" is: beside the file that includes it. Of gcc's predefined macros there are
// only those a model might test. A run of blanks becomes one blank, so columns of Text.Bytes are not those of
// the source; At knows.
package preproc
