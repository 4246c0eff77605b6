// Package findings turns what a search found and counted into a report's messages, violated properties,
// trails, remarks and verdict.
//
// A fault is what a search found; a property is what it checks. Before a fault is reported as a
// counterexample, a fresh machine repeats its moves (package confirm). Then package findings looks for a
// shorter path: with -shortest one with the fewest moves (shortest.go), otherwise any shorter one within a
// time limit (shorten.go). The file trails.go has the names of trails, their contents, and the rules for
// removing trails of earlier runs.
//
// An Ending gives the verdict (verdict.go); after an incomplete search, no property holds. An Aftermath finds
// continuations of a run that a claim has rejected (aftermath.go). Remarks concern properties that hold, but
// perhaps for an unexpected reason (remarks.go, vacuity.go, overflow.go). They do not change the verdict.
//
// Warts: run-time errors of the model count as violations of the property "assertions". Package run sets
// Findings and Ending field by field.
package findings
