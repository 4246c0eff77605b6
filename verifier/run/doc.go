// Package run makes the searches planned by package plan.
//
// A Job is the search of one part of the question: Prepare compiles the model with the part's claim and
// plans, Run executes the plan. A plan is a small tree: first what has to be known (Plan.Before: short
// searches that select a way of storing states, a count of the states, a profile), then the search itself,
// then, if that was stopped, what follows for that reason (Plan.Else), in order.
//
// An attempt is one search by one plan. It has its own reduction and store, and the engine of the plan makes
// it: batches (batches.go, and traced.go for the paths to errors that they count), steps (steps.go), a
// sweep-line (sweep.go, sweep_cached.go), or a search breadth first for one error that batches have met
// (next.go). Its outcome is a report, or why it was stopped. The
// report's verdict, findings and remarks are drawn by package findings.
//
// This package changes neither plans nor options. It only takes numbers, paths and texts from options
// (limits, seeds, files), and does not decide by them.
//
// Warts: running out of memory outside of a search is a panic of package offheap, which attempt converts to a
// report. Short searches judge a way without the claim, since a claim may end them at once. If a formula
// holds, further searches follow (doubt.go) that are not in the plan.
package run
