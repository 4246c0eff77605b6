package verifier

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"gospin/compression/offheap"
	"gospin/verifier/ask"
	"gospin/verifier/confirm"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/vm"
)

// findings turns the faults of a search into messages, properties and trails.
type findings struct {
	confirm.Replayer
	ctx    context.Context
	o      *Options
	part   ask.Part
	report *report.Report
	n      int                       // errors so far
	last   string                    // the last message
	seen   map[[sha256.Size]byte]int // errors by hash, and which of several runs has found them first
}

// repeats tells whether an earlier one of several runs has found the same error: on the same path if each
// gets a trail, else with the same message at the same depth.
func (f *findings) repeats(ft *search.Fault) bool {
	if f.o.Runs < 2 {
		return false
	}
	if f.seen == nil {
		f.seen = map[[sha256.Size]byte]int{}
	}
	var path []vm.Move
	if f.o.AllTrail {
		path = ft.Moves()
	}
	key, run := sha256.Sum256(fmt.Append(nil, ft.Msg, ft.Depth, path)), len(f.report.Omitted.Runs)
	first, known := f.seen[key]
	if !known {
		f.seen[key] = run
	}
	return known && first < run
}

// add takes a fault in. Pan prints a message only if it is not that of the error before.
func (f *findings) add(ft *search.Fault) error {
	if f.repeats(ft) {
		return nil
	}
	if f.n++; f.part.Quiet {
		return nil
	}
	defer func() {
		if offheap.Exhausted(recover()) { // the error was met, but there is no memory to find its path
			f.pathless(ft)
		}
	}()
	r := f.report
	if ft.Broken() {
		r.Broken++
	}
	f.name(ft)
	p := f.property(ft)
	known := slices.ContainsFunc(r.Properties, func(q report.Property) bool { return q.Kind == p.Kind })
	if known && !f.o.AllTrail {
		f.say(ft)
		return nil
	}
	moves, seen, err := f.Confirm(ft)
	if err != nil {
		return err
	}
	if f.o.Shortest {
		moves, p.Found = f.exact(&p, ft, moves)
	} else {
		moves, p.Found = f.shorten(ft, moves)
	}
	if p.Found > 0 {
		p.Steps = confirm.Steps(moves) - confirm.OfClaim(moves)
	}
	f.say(ft)
	if p.Cycle = ft.Cycle; ft.Cycle {
		p.Idle = seen.Idle()
		if p.Unfair = report.Unfair(p.Idle); p.Unfair && f.o.Fair {
			return confirm.Disagreement("the cycle is not fair", ft)
		}
	}
	p.Place = f.Place
	f.writeTrail(&p, moves, ft.Depth)
	if !known {
		r.Properties = append(r.Properties, p)
	}
	return nil
}

// name gives a fault the message that is due to the claim.
func (f *findings) name(ft *search.Fault) {
	switch {
	case ft.Cycle && f.part.Kind == "non-progress":
		ft.Msg = "non-progress cycle"
	case ft.ClaimEnd && f.part.Kind == "ltl":
		ft.Msg = formulaViolated
	}
}

// formulaViolated is said of a run whose beginning violates a formula, however it goes on.
const formulaViolated = "formula violated"

// say adds pan's line about a fault, unless it says the same as the one before.
func (f *findings) say(ft *search.Fault) {
	if ft.Msg == f.last {
		return
	}
	depth := ft.Depth
	if ft.Kind == vm.EventError && !ft.EndState && !ft.Cycle && !ft.ClaimEnd {
		depth++ // pan counts the step as taken
	}
	f.report.Messages = append(f.report.Messages, fmt.Sprintf("pan:%d: %s (at depth %d)", f.n, ft.Msg, depth))
	f.last = ft.Msg
}

// endStates is the name of a property.
const endStates = "invalid end states"

// property is the one that a fault violates.
func (f *findings) property(ft *search.Fault) report.Property {
	p := report.Property{Name: "assertions", Kind: "assertion", Verdict: report.Violated, Message: ft.Msg}
	if ft.EndState {
		p.Name, p.Kind = endStates, "end-state"
	}
	if ft.Broken() && ft.Kind == vm.LimitReached {
		p.Name, p.Kind = "limits of Promela", "limit"
	}
	if ft.Kind == vm.EventError && f.part.Trace != nil { // no other fault has a kind but of the machine's
		p.Name, p.Kind = f.part.Trace.Name, f.report.Trace
	}
	if ft.Cycle || ft.ClaimEnd || ft.Stutter || ft.Kind == vm.ClaimAssertion {
		p.Name, p.Kind = f.part.Name, f.part.Kind
	}
	return p
}
