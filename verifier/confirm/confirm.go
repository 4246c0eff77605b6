package confirm

import (
	"bytes"
	"fmt"
	"slices"

	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/trail"
	"gospin/vm"
)

// Replayer repeats the moves to faults on machines of its own.
type Replayer struct {
	Prog    *vm.Program                 // the searched program
	Aim     source.Aim                  // what Prog was compiled for
	Compile func() (*vm.Program, error) // compiles the program without merging or leaving anything out
	Claims  bool                        // a claim moves as well
	At      *report.Place               // place of the claim; nil if it has none
	// Nearest means that the moves are of the recompiled model, and that no shorter path leads to such a
	// fault.
	Nearest bool

	Fresh *vm.Program   // result of Compile; nil before the first replay
	Place *report.Place // the place of the error in the last replay
}

// Confirm finds the moves that lead to a fault in the recompiled model, and makes them. SPIN merges
// statements wrongly where gotos lead into and out of atomic sequences within others.
func (r *Replayer) Confirm(ft *search.Fault) ([]vm.Move, *Seen, error) {
	moves, err := r.unfold(ft)
	if err == nil {
		var seen *Seen
		if seen, err = r.Replay(ft, moves); err != nil && ft.Cycle && r.Aim.Dataflow {
			moves = roundAgain(ft, moves)
			seen, err = r.Replay(ft, moves)
		}
		if err == nil {
			return moves, seen, nil
		}
	}
	if r.Aim.Merge && !r.Aim.Own {
		err = fmt.Errorf(
			"SPIN's rules of merging find an error that the model does not have; use -o3 (%w)",
			err,
		)
	}
	return nil, nil, err
}

// roundAgain adds the first round of a cycle to the path before it. Variables that are dead at the start of
// the cycle may change in the first round, but not in later ones.
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

// Anew returns the recompiled model.
func (r *Replayer) Anew() (*vm.Program, error) {
	if r.Fresh == nil {
		p, err := r.Compile()
		if err != nil {
			return nil, err
		}
		r.Fresh = p
	}
	return r.Fresh, nil
}

// unfold translates the moves to a fault to the recompiled model without merging.
func (r *Replayer) unfold(ft *search.Fault) ([]vm.Move, error) {
	if _, err := r.Anew(); err != nil {
		return nil, err
	}
	if !r.Aim.Merge || r.Nearest {
		return ft.Moves(), nil
	}
	m := vm.NewMachine(r.Fresh)
	moves, err := trail.Unfold(
		m,
		r.Prog,
		ft.Moves(),
		func(eff vm.Effect) bool { return Failed(m, eff, ft) },
	)
	if err != nil {
		return nil, Disagreement(err.Error(), ft)
	}
	if ft.EndState && r.Prog.Lingers {
		moves = trail.Bury(m, moves)
	}
	return moves, nil
}

// Replay makes the moves on a machine of its own, for the recompiled model. The error must occur again. The
// result has the processes that moved in the cycle.
func (r *Replayer) Replay(ft *search.Fault, path []vm.Move) (*Seen, error) {
	m := vm.NewMachine(r.Fresh)
	var s, start, before vm.State
	var last vm.Move
	eff := m.Initial(&s)
	seen := &Seen{}
	level, accepted, waits := 0, false, false // waits: the claim moved last
	for i, mv := range path {
		if ft.Cycle && level == ft.Depth {
			start.CopyFrom(&s)
		}
		claims := mv.Pid == vm.ClaimPid
		if claims && s.Excl >= 0 {
			if _, eff := m.Moves(&s, nil); eff&vm.Released != 0 { // an atomic sequence is interrupted
				waits = false
			}
		}
		if r.Claims && s.Excl < 0 && claims == waits &&
			(!claims || !blocked(m, &s)) {
			return nil, Disagreement(fmt.Sprintf("move %d of %d is out of turn", i+1, len(path)), ft)
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
			return nil, Disagreement(fmt.Sprintf("move %d of %d is not enabled", i+1, len(path)), ft)
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
		if ft.Cycle && level > ft.Depth {
			accepted = accepted || m.Accepting(&s)
			seen.accept(m, &s)
		}
	}
	switch {
	// What the search has left out may be a counter that goes on: nothing reads it.
	case ft.Cycle && (!accepted || !bytes.Equal(
		m.Layout().KeyWithout(s.Vec, r.Prog.Unread), m.Layout().KeyWithout(start.Vec, r.Prog.Unread))):
		return nil, Disagreement("the cycle does not close, or does not accept", ft)
	case ft.Cycle, ft.ClaimEnd && m.ClaimEnded(&s), ft.Stutter && m.Accepting(&s) && blocked(m, &s):
		r.Place = r.place(m, &s, ft, nil, last)
		return seen, nil
	case !ft.EndState && Failed(m, eff, ft):
		r.Place = r.place(m, &s, ft, &before, last)
		return seen, nil
	}
	// A guard fails when the moves are listed: with or without the control of an atomic sequence.
	for range 2 {
		_, eff = m.Moves(&s, nil)
		if ft.EndState && eff&vm.InvalidEnd != 0 || !ft.EndState && Failed(m, eff, ft) {
			r.Place = r.place(m, &s, ft, nil, last)
			return seen, nil
		}
		if eff&vm.Released == 0 {
			break
		}
	}
	if !ft.EndState && r.Fresh.Claim != nil {
		for _, alone := range []bool{false, true} {
			if _, eff = m.ClaimMoves(&s, nil, alone); Failed(m, eff, ft) {
				r.Place = r.place(m, &s, ft, nil, last)
				return seen, nil
			}
		}
	}
	return nil, Disagreement("it does not end in the error", ft)
}

func blocked(m *vm.Machine, s *vm.State) bool {
	moves, _ := trail.Moves(m, s, nil)
	return len(moves) == 0
}

// Failed reports whether the machine's last step caused a fault of the same kind with the same message.
func Failed(m *vm.Machine, eff vm.Effect, ft *search.Fault) bool {
	return eff&vm.Failed != 0 && slices.ContainsFunc(m.Faults(), func(f vm.Fault) bool {
		return f.Kind == ft.Kind && f.Msg == ft.Msg
	})
}

// Disagreement returns the error for a counterexample that can't be replayed.
func Disagreement(what string, ft *search.Fault) error {
	return fmt.Errorf(
		"internal error: the counterexample of %q at depth %d does not replay: %s",
		ft.Msg,
		ft.Depth,
		what,
	)
}

// LastFails reports whether the last move of a path causes the fault, rather than a guard after it.
func (r *Replayer) LastFails(ft *search.Fault, path []vm.Move) (last bool) {
	m := vm.NewMachine(r.Fresh)
	var s vm.State
	m.Initial(&s)
	for _, mv := range path {
		trail.Moves(m, &s, nil) // a process blocked in an atomic sequence loses control
		if mv.Pid == vm.ClaimPid {
			last = Failed(m, m.ClaimDo(&s, mv), ft)
		} else {
			last = Failed(m, m.Do(&s, mv), ft)
		}
	}
	return last
}
