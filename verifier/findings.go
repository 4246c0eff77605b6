package verifier

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/trail"
	"gospin/vm"
	"gospin/vm/compile"
)

// findings turns the faults of a search into messages, properties and trails.
type findings struct {
	ctx     context.Context
	until   time.Time // the deadline, if there is one
	o       *Options
	part    part
	prog    *vm.Program
	report  *report.Report
	n       int    // errors so far
	last    string // the last message
	fresh   *vm.Program
	aim     source.Aim                  // what the program was compiled for
	compile func() (*vm.Program, error) // the program anew, with none
	at      *report.Place               // of what the last replay has shown to be wrong
	seen    map[[sha256.Size]byte]int   // errors by hash, and which of several runs has found them first
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
	if f.n++; f.part.quiet {
		return nil
	}
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
	moves, seen, err := f.confirm(ft)
	if err != nil {
		return err
	}
	if f.o.Shortest {
		moves, p.Found = f.exact(&p, ft, moves)
	} else {
		moves, p.Found = f.shorten(ft, moves)
	}
	if p.Found > 0 {
		p.Steps = steps(moves) - ofClaim(moves)
	}
	f.say(ft)
	if p.Cycle = ft.Cycle; ft.Cycle {
		p.Idle = seen.idle()
		if p.Unfair = report.Unfair(p.Idle); p.Unfair && f.o.Fair {
			return disagreement("the cycle is not fair", ft)
		}
	}
	p.Place = f.at
	f.writeTrail(&p, moves, ft.Depth)
	if !known {
		r.Properties = append(r.Properties, p)
	}
	return nil
}

// name gives a fault the message that is due to the claim.
func (f *findings) name(ft *search.Fault) {
	switch {
	case ft.Cycle && f.part.kind == "non-progress":
		ft.Msg = "non-progress cycle"
	case ft.ClaimEnd && f.part.kind == "ltl":
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
	if ft.Kind == vm.EventError && f.part.trace != nil { // no other fault has a kind but of the machine's
		p.Name, p.Kind = f.part.trace.Name, f.report.Trace
	}
	if ft.Cycle || ft.ClaimEnd || ft.Stutter {
		p.Name, p.Kind = f.part.name, f.part.kind
	}
	return p
}

// confirm finds the moves that lead to a fault in the model compiled anew, and takes them. SPIN merges
// statements wrongly where gotos lead into and out of atomic sequences within others.
func (f *findings) confirm(ft *search.Fault) ([]vm.Move, *onlookers, error) {
	moves, err := f.unfold(ft)
	if err == nil {
		var seen *onlookers
		if seen, err = f.replay(ft, moves); err != nil && ft.Cycle && f.aim.Dataflow {
			moves = roundAgain(ft, moves)
			seen, err = f.replay(ft, moves)
		}
		if err == nil {
			return moves, seen, nil
		}
	}
	if f.aim.Merge && !f.aim.Own {
		err = fmt.Errorf(
			"SPIN's rules of merging find an error that the model does not have; use -o3 (%w)",
			err,
		)
	}
	return nil, nil, err
}

// roundAgain takes the first round of a cycle for a way to it: what is dead where the cycle begins may have
// another value then than after a round, but after each round it is the same.
func roundAgain(ft *search.Fault, moves []vm.Move) []vm.Move {
	level, first := 0, 0
	for i, mv := range moves {
		if level == ft.Depth {
			first = i
		}
		if level++; mv.Partner != 0 {
			level++
		}
	}
	ft.Depth = level
	return append(slices.Clone(moves), moves[first:]...)
}

// unfold finds the moves that lead to a fault, in the model compiled anew, where nothing is merged.
func (f *findings) unfold(ft *search.Fault) ([]vm.Move, error) {
	if f.fresh == nil {
		p, err := f.compile()
		if err != nil {
			return nil, err
		}
		f.fresh = p
	}
	if !f.aim.Merge {
		return ft.Moves(), nil
	}
	m := vm.NewMachine(f.fresh)
	moves, err := trail.Unfold(
		m,
		f.prog,
		ft.Moves(),
		func(eff vm.Effect) bool { return failed(m, eff, ft.Msg) },
	)
	if err != nil {
		return nil, disagreement(err.Error(), ft)
	}
	return moves, nil
}

// replay takes the moves on a machine of its own, for the model compiled anew: the error must come back. It
// tells who has moved in the cycle.
func (f *findings) replay(ft *search.Fault, path []vm.Move) (*onlookers, error) {
	m := vm.NewMachine(f.fresh)
	var s, start, before vm.State
	var last vm.Move
	eff := m.Initial(&s)
	seen := &onlookers{}
	level, accepted, waits := 0, false, false // waits: the claim has moved last
	for i, mv := range path {
		if ft.Cycle && level == ft.Depth {
			start.CopyFrom(&s)
		}
		claims := mv.Pid == vm.ClaimPid
		if claims && s.Excl >= 0 {
			if _, eff := m.Moves(&s, nil); eff&vm.Released != 0 { // the atomic sequence is broken off
				waits = false
			}
		}
		if f.part.claim != "" && f.part.claim != compile.AcceptanceClaim && s.Excl < 0 && claims == waits &&
			(!claims || !blocked(m, &s)) {
			return nil, disagreement(fmt.Sprintf("move %d of %d is out of turn", i+1, len(path)), ft)
		}
		var moves []vm.Move
		cycle := ft.Cycle && level >= ft.Depth
		if claims {
			if cycle && waits {
				seen.see(m, &s, nil, true)
			}
			moves, _ = m.ClaimMoves(&s, nil, waits)
		} else {
			moves, _ = trail.Moves(m, &s, nil)
			if cycle {
				seen.see(m, &s, moves, s.Excl < 0)
				seen.take(mv)
			}
		}
		if !slices.Contains(moves, mv) {
			return nil, disagreement(fmt.Sprintf("move %d of %d is not enabled", i+1, len(path)), ft)
		}
		if i == len(path)-1 {
			before.CopyFrom(&s)
			last = mv
		}
		if claims {
			eff = m.ClaimDo(&s, mv)
		} else {
			eff = m.Do(&s, mv)
		}
		waits = claims == (eff&vm.Transient == 0)
		if level++; mv.Partner != 0 {
			level++
		}
		accepted = accepted || ft.Cycle && level > ft.Depth && m.Accepting(&s)
	}
	switch {
	case ft.Cycle && (!accepted || !bytes.Equal(m.Layout().Key(s.Vec), m.Layout().Key(start.Vec))):
		return nil, disagreement("the cycle does not close, or does not accept", ft)
	case ft.Cycle, ft.ClaimEnd && m.ClaimEnded(&s), ft.Stutter && m.Accepting(&s) && blocked(m, &s):
		f.at = f.place(m, &s, ft, nil, last)
		return seen, nil
	case !ft.EndState && failed(m, eff, ft.Msg):
		f.at = f.place(m, &s, ft, &before, last)
		return seen, nil
	}
	// What fails in a guard, fails when the moves are asked for: with or without the control of an atomic
	// sequence.
	for range 2 {
		_, eff = m.Moves(&s, nil)
		if ft.EndState && eff&vm.InvalidEnd != 0 || !ft.EndState && failed(m, eff, ft.Msg) {
			f.at = f.place(m, &s, ft, nil, last)
			return seen, nil
		}
		if eff&vm.Released == 0 {
			break
		}
	}
	if !ft.EndState && f.fresh.Claim != nil {
		for _, alone := range []bool{false, true} {
			if _, eff = m.ClaimMoves(&s, nil, alone); failed(m, eff, ft.Msg) {
				f.at = f.place(m, &s, ft, nil, last)
				return seen, nil
			}
		}
	}
	return nil, disagreement("it does not end in the error", ft)
}

func blocked(m *vm.Machine, s *vm.State) bool {
	moves, _ := trail.Moves(m, s, nil)
	return len(moves) == 0
}

// failed says whether a machine has just met a fault with this message.
func failed(m *vm.Machine, eff vm.Effect, msg string) bool {
	return eff&vm.Failed != 0 &&
		slices.ContainsFunc(m.Faults(), func(f vm.Fault) bool { return f.Msg == msg })
}

func disagreement(what string, ft *search.Fault) error {
	return fmt.Errorf(
		"internal error: the counterexample of %q at depth %d does not replay: %s",
		ft.Msg,
		ft.Depth,
		what,
	)
}
