// Package plan decides how a property is searched, before the search begins.
//
// Make is a pure function: it computes a Plan or a Refusal from the options (package ask), the facts of the
// compiled program, and the part of the question for one search. It reads no files, compiles nothing, and
// searches nothing; FactsOf computes the facts once. Package run executes plans and decides nothing else.
//
// A plan is a small tree. Before has what must be known first (before.go): candidates for short searches, a
// plan that counts the states, whether a profile is needed. Else has the searches that follow one that was
// stopped for certain reasons (next.go): an error without a path, or a limit of batches.
//
// Combinations that are impossible for every model are rejected in package ask. The decisions for all
// combinations of flags are recorded in verifier/testdata/decisions.tsv.
//
// Warts: the reasons for which batches may be stopped repeat the texts of package batch, since a plan needs
// them before. Whether a computed reduction omits anything is known only when it has been computed, so
// Candidate.Whole is a condition, not a decision.
package plan
