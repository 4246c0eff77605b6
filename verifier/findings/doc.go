// Package findings turns what a search has met and counted into what a report says: messages, violated
// properties, trails, remarks, and the verdict.
//
// A fault is what the search met, a property is what was looked for. Before a fault is reported as a
// counterexample, its moves are made again by a fresh machine (package confirm). Then a shorter path is
// looked for: the one with the fewest moves if that is asked for (shortest.go), else any shorter one, for a
// while (shorten.go). The names of trails, what they carry, and which trails of earlier runs are removed,
// stand in trails.go.
//
// An Ending gives the verdict (verdict.go): what a search was cut short of never holds. An Aftermath finds
// how a run goes on that a claim has decided against (aftermath.go). Remarks are about what holds, but
// perhaps not for the reason that is thought (remarks.go, vacuity.go, overflow.go); they change no verdict.
//
// Warts: run-time errors of the model count as the property "assertions". Findings and Ending are filled in
// by hand in package run, field by field.
package findings
