// Package run makes the searches that package plan has planned.
//
// A Job is the search of one part of the question: Prepare compiles the model beside the part's claim and
// plans, Run does what the plan says. A plan is a small tree, and Run walks it: first what has to be known
// before (Plan.Before: short searches that pick a way to store states, a count of the states, a profile),
// then the search itself, then, if that was stopped, what is to follow for that reason (Plan.Else), in its
// order.
//
// An attempt is one search by one plan. It has its own reduction and store, and the engine of the plan makes
// it: batches (batches.go, and traced.go for the paths to errors that they count), steps (steps.go), a
// sweep-line (sweep.go, sweep_cached.go), or a search breadth first for one error that batches have met
// (next.go). Its outcome is a report, or why it was stopped. The
// report's verdict, findings and remarks are drawn by package findings.
//
// Nothing here changes a plan or options, and options decide nothing here: they are numbers, paths and texts
// that searches take (limits, seeds, files).
//
// Warts: where memory runs out outside of a search, that is a panic of package offheap, which attempt turns
// into a report. Short searches judge a way without the claim, since a claim may end them at once. A formula
// that holds has searches of its own after it (doubt.go), which no plan mentions.
package run
