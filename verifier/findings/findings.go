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
	// Beside combines a system with the part's claim, if there is one.
	Beside func(system.Claimed) system.System

	n    int                       // number of errors
	last string                    // the last message
	seen map[[sha256.Size]byte]int // errors by hash, with the run, of several, that found them first
}

// repeats reports whether an earlier run of several has found the same error: on the same path if each error
// gets a trail, otherwise with the same message at the same depth.
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

// Add adds a fault. Pan prints a message only if it differs from the last error's.
func (f *Findings) Add(ft *search.Fault) error {
	if f.repeats(ft) {
		return nil
	}
	if f.n++; f.Part.Quiet {
		return nil
	}
	defer func() {
		if search.Pathless(recover()) { // there is an error, but not enough time or memory to find its path
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
	case ft.Cycle:
		if moves, seen, p.Found = f.shortenCycle(ft, moves, seen); f.Options.Shortest {
			p.Shortest = notForCycles
		}
	case f.Nearest && f.Options.Shortest:
		p.Shortest = shortest
	case f.Nearest:
	case f.Options.Shortest:
		moves, p.Found = f.exact(&p, ft, moves)
	default:
		moves, p.Found = f.shorten(ft, moves)
	}
	if p.Found > 0 || f.Nearest {
		p.Steps = confirm.Taken(moves)
	}
	f.say(ft)
	if p.Cycle = ft.Cycle; ft.Cycle {
		p.Idle = seen.Idle()
		if f.Part.Moves() {
			p.Labels = seen.Labels()
		}
		p.Unfair = report.Unfair(p.Idle)
		if who := confirm.TreatedUnfairly(p.Idle, f.Options.Fair); who != "" {
			return confirm.Disagreement("the cycle is not fair to "+who, ft)
		}
	}
	p.Place = f.Place
	f.writeTrail(&p, moves, ft.Depth)
	f.explainWayOut(&p, ft, moves)
	if !known {
		r.Properties = append(r.Properties, p)
	}
	return nil
}

// AddNth is Add for a fault after which n-1 others were found before.
func (f *Findings) AddNth(ft *search.Fault, n int) error {
	f.n = n - 1
	return f.Add(ft)
}

// name sets a fault's message to the one for the claim's kind.
func (f *Findings) name(ft *search.Fault) {
	switch {
	case ft.Cycle && f.Part.Kind == "non-progress":
		ft.Msg = "non-progress cycle"
	case ft.ClaimEnd && f.Part.Kind == "ltl":
		ft.Msg = formulaViolated
	}
}

// formulaViolated is the message for a run whose beginning violates a formula, whatever follows.
const formulaViolated = "formula violated"

// say adds pan's line about a fault, unless it repeats the last one.
func (f *Findings) say(ft *search.Fault) {
	if ft.Msg == f.last {
		return
	}
	depth := ft.Depth
	if ft.Kind == vm.EventError && !ft.EndState && !ft.Cycle && !ft.ClaimEnd {
		depth++ // pan counts the step
	}
	f.Report.Messages = append(f.Report.Messages, fmt.Sprintf("pan:%d: %s (at depth %d)", f.n, ft.Msg, depth))
	f.last = ft.Msg
}

// EndStates is the name of the property that there are no invalid end states.
const EndStates = "invalid end states"

// property returns the property that a fault violates.
func (f *Findings) property(ft *search.Fault) report.Property {
	p := report.Property{Name: "assertions", Kind: "assertion", Verdict: report.Violated, Message: ft.Msg}
	if ft.EndState {
		p.Name, p.Kind = EndStates, "end-state"
	}
	if ft.Broken() && ft.Kind == vm.LimitReached {
		p.Name, p.Kind = "limits of Promela", "limit"
	}
	if ft.Kind == vm.EventError && f.Part.Trace != nil { // only the machine's faults have a kind
		p.Name, p.Kind = f.Part.Trace.Name, f.Report.Trace
	}
	if ft.Cycle || ft.ClaimEnd || ft.Stutter || ft.Kind == vm.ClaimAssertion || ft.Kind == vm.Truncated {
		p.Name, p.Kind = f.Part.Name, f.Part.Kind
	}
	return p
}

// Pathless adds a fault whose path is unknown.
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
