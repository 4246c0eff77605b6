// Package plan decides how a property is searched, before the first state is made.
//
// Make is a pure function: from the options (package ask), the facts of the compiled program, and the part of
// the question that one search is about, it makes a Plan or refuses. It reads no files, compiles nothing, and
// searches nothing; FactsOf computes the facts once. Whoever runs a plan looks at it alone.
//
// A search in batches may meet what it can't go beyond: an error, to which it knows no path, or roots that no
// longer fit their words. Plan.Again is the plan for that case.
//
// What excludes what without a look at the model is in package ask: it is refused before the model is read.
// Every combination of flags has its decision recorded in verifier/testdata/decisions.tsv.
package plan
