// Package plan decides how a property is searched, before the first state is made.
//
// Make is a pure function: from the options (package ask), the facts of the compiled program, and the part of
// the question that one search is about, it makes a Plan or a Refusal. It reads no files, compiles nothing,
// and searches nothing; FactsOf computes the facts once. Package run does what a plan says, and looks at
// nothing else to decide.
//
// A plan is a small tree. Before has what must be known ahead (before.go): plans to pick from by short
// searches, a plan that counts the states, whether a profile is needed. Else lists what follows a search that
// was stopped, each for certain reasons (next.go): an error whose path is wanted, or what batches can't go
// beyond.
//
// What excludes what without a look at the model is in package ask: it is refused before the model is read.
// Every combination of flags has its decision recorded in verifier/testdata/decisions.tsv.
//
// Warts: the reasons for which batches may be stopped repeat the texts of package batch, since a plan has to
// have them before. Whether a computed reduction leaves out anything is known only once it is made, so
// Candidate.Whole is a condition, not a decision.
package plan
