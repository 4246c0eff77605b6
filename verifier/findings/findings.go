package findings

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"gospin/verifier/ask"
	"gospin/verifier/confirm"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/system"
	"gospin/vm"
)

// Findings turns the faults of a search into messages, properties and trails.
type Findings struct {
	confirm.Replayer
	Ctx     context.Context
	Options *ask.Options
	Part    ask.Part
	Report  *report.Report
	// Beside puts the part's claim, if it has one, beside a system.
	Beside func(system.Claimed) system.System

	n    int                       // errors so far
	last string                    // the last message
	seen map[[sha256.Size]byte]int // errors by hash, and which of several runs has found them first
}

// repeats reports whether an earlier one of several runs has found the same error: on the same path if each
// gets a trail, else with the same message at the same depth.
func (f *Findings) repeats(ft *search.Fault) bool {
	if f.Options.Runs < 2 {
		return false
	}
	if f.seen == nil {
		f.seen = map[[sha256.Size]byte]int{}
	}
	var path []vm.Move
	if f.Options.AllTrail {
		path = ft.Moves()
	}
	key, run := sha256.Sum256(fmt.Append(nil, ft.Msg, ft.Depth, path)), len(f.Report.Omitted.Runs)
	first, known := f.seen[key]
	if !known {
		f.seen[key] = run
	}
	return known && first < run
}

// Add takes a fault in. Pan prints a message only if it is not that of the error before.
func (f *Findings) Add(ft *search.Fault) error {
	if f.repeats(ft) {
		return nil
	}
	if f.n++; f.Part.Quiet {
		return nil
	}
	defer func() {
		if search.Pathless(recover()) { // an error was met, but no time or memory is left to find its path
			f.Pathless(ft)
		}
	}()
	r := f.Report
	if ft.Broken() {
		r.Broken++
	}
	f.name(ft)
	p := f.property(ft)
	known := slices.ContainsFunc(r.Properties, func(q report.Property) bool { return q.Kind == p.Kind })
	if known && !f.Options.AllTrail {
		f.say(ft)
		return nil
	}
	moves, seen, err := f.Confirm(ft)
	if err != nil {
		return err
	}
	switch {
	case f.Nearest && f.Options.Shortest:
		p.Shortest = shortest
	case f.Nearest:
	case f.Options.Shortest:
		moves, p.Found = f.exact(&p, ft, moves)
	default:
		moves, p.Found = f.shorten(ft, moves)
	}
	if p.Found > 0 || f.Nearest {
		p.Steps = confirm.Steps(moves) - confirm.OfClaim(moves)
	}
	f.say(ft)
	if p.Cycle = ft.Cycle; ft.Cycle {
		p.Idle = seen.Idle()
		if p.Unfair = report.Unfair(p.Idle); p.Unfair && f.Options.Fair {
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

// AddNth is Add for a fault before which the search has met others.
func (f *Findings) AddNth(ft *search.Fault, n int) error {
	f.n = n - 1
	return f.Add(ft)
}

// name gives a fault the message that is due to the claim.
func (f *Findings) name(ft *search.Fault) {
	switch {
	case ft.Cycle && f.Part.Kind == "non-progress":
		ft.Msg = "non-progress cycle"
	case ft.ClaimEnd && f.Part.Kind == "ltl":
		ft.Msg = formulaViolated
	}
}

// formulaViolated is said of a run whose beginning violates a formula, however it goes on.
const formulaViolated = "formula violated"

// say adds pan's line about a fault, unless it says the same as the one before.
func (f *Findings) say(ft *search.Fault) {
	if ft.Msg == f.last {
		return
	}
	depth := ft.Depth
	if ft.Kind == vm.EventError && !ft.EndState && !ft.Cycle && !ft.ClaimEnd {
		depth++ // pan counts the step as taken
	}
	f.Report.Messages = append(f.Report.Messages, fmt.Sprintf("pan:%d: %s (at depth %d)", f.n, ft.Msg, depth))
	f.last = ft.Msg
}

// EndStates is the name of the property that there are no invalid end states.
const EndStates = "invalid end states"

// property is the one that a fault violates.
func (f *Findings) property(ft *search.Fault) report.Property {
	p := report.Property{Name: "assertions", Kind: "assertion", Verdict: report.Violated, Message: ft.Msg}
	if ft.EndState {
		p.Name, p.Kind = EndStates, "end-state"
	}
	if ft.Broken() && ft.Kind == vm.LimitReached {
		p.Name, p.Kind = "limits of Promela", "limit"
	}
	if ft.Kind == vm.EventError && f.Part.Trace != nil { // no other fault has a kind but of the machine's
		p.Name, p.Kind = f.Part.Trace.Name, f.Report.Trace
	}
	if ft.Cycle || ft.ClaimEnd || ft.Stutter || ft.Kind == vm.ClaimAssertion || ft.Kind == vm.Truncated {
		p.Name, p.Kind = f.Part.Name, f.Part.Kind
	}
	return p
}

// Pathless takes a fault in to which no path is known.
func (f *Findings) Pathless(ft *search.Fault) {
	f.name(ft)
	r := f.Report
	p := f.property(ft)
	switch {
	case ft.Cycle, ft.ClaimEnd:
		p.Place = f.Part.At
	case !ft.EndState:
		p.Place = confirm.PlaceOf(&f.Prog.Stmts[f.Prog.Trans[ft.Trans].Stmt])
	}
	p.Message += ": no path to it was found within the limits"
	if r.Reason != "" {
		p.Message += " (" + r.Reason + ")"
	}
	r.Messages = append(r.Messages, fmt.Sprintf("pan:1: %s", p.Message))
	r.Properties = slices.DeleteFunc(r.Properties, func(q report.Property) bool { return q.Kind == p.Kind })
	r.Properties = append(r.Properties, p)
	r.Errors, r.Found = 1, 1
	r.Verdict, r.Reason = report.Violated, ""
	r.Exit = r.Verdict.ExitCode()
}
