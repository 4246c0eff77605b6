// Package findings turns the faults that a search meets into what a report says of them: messages, violated
// properties, and trails.
//
// A fault is what the search met, a property is what was looked for. Before a fault is reported as a
// counterexample, its moves are taken again by a fresh machine (package confirm). Then a shorter path is
// looked for: the one with the fewest moves if that is asked for, else any shorter one, for a while. What
// trails are called, what they carry, and which trails of earlier runs are removed, stands in trails.go.
package findings
