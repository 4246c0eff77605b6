package trail

import (
	"fmt"
	"iter"
	"slices"

	"gospin/vm"
)

// Taken is a move of a replay, and the step of the trail that it stands for.
type Taken struct {
	Move   vm.Move
	Step   int // depth in the trail; of the sender, for a rendezvous
	Cycle  bool
	Unfit  bool // the claim cannot take this step; its later steps are ignored
	After  *vm.State
	Effect vm.Effect
}

// Limits of Replay's search for statements that a trail leaves out: depth, and number of moves tried.
const (
	maxLeftOut = 64
	maxTried   = 100000
)

// replay follows a trail, move by move.
type replay struct {
	m     *vm.Machine // makes the moves
	ahead *vm.Machine // prints nothing; used to look ahead
	t     *Trail
	s     vm.State
	at    int // index of the next step
	tried int
	claim bool // follow the claim's steps
}

// Replay makes the steps of a trail on a machine, from the initial state, and yields each move after making
// it. It ends at a guard that fails. It follows the claim only if the machine has one and no statements are
// merged, since merging might evaluate the claim's guards too early. If the trail does not fit the model, the
// last thing yielded is an error.
func Replay(m *vm.Machine, t *Trail) iter.Seq2[*Taken, error] {
	return func(yield func(*Taken, error) bool) {
		r := &replay{
			m:     m,
			ahead: vm.NewMachine(m.Program()),
			t:     t,
			claim: m.Program().Claim != nil && !t.Merged,
		}
		m.Initial(&r.s)
		r.run(yield)
	}
}

func (r *replay) run(yield func(*Taken, error) bool) {
	failed, cycle := false, false
	for r.at < len(r.t.Steps) {
		r.tried = 0
		cycle = cycle || r.at == r.t.Cycle
		if r.t.Steps[r.at].Pid == Claim {
			if k := r.claimStep(); k != nil {
				k.Cycle, cycle = cycle, false
				failed = k.Effect&vm.Failed != 0
				if !yield(k, nil) {
					return
				}
			}
			r.at++
			continue
		}
		path := r.findStep(&r.s, 0)
		if path == nil {
			if !r.endsInGuard(&r.s) {
				yield(nil, r.misfit(&r.s))
			}
			return
		}
		for i, mv := range path {
			k := r.take(mv, r.t.Steps[r.at].Depth)
			k.Cycle = cycle && i == len(path)-1 // the cycle begins before the step with this number
			failed = k.Effect&vm.Failed != 0
			if !yield(k, nil) {
				return
			}
		}
		cycle = false
		r.at++
		if path[len(path)-1].Partner != 0 && r.at < len(r.t.Steps) {
			r.at++
		}
	}
	if !r.t.Merged || failed || len(r.t.Steps) == 0 {
		return
	}
	for _, mv := range r.findFailure(&r.s, r.t.Steps[len(r.t.Steps)-1].Pid) {
		k := r.take(mv, r.t.Last)
		if !yield(k, nil) {
			return
		}
	}
}

// take makes a move of the model.
func (r *replay) take(mv vm.Move, step int) *Taken {
	// Asking for moves takes control from a process that is blocked in an atomic sequence.
	Moves(r.m, &r.s, nil)
	eff := r.m.Do(&r.s, mv)
	return &Taken{Move: mv, Step: step, After: &r.s, Effect: eff}
}

// claimStep makes the next step, which is the claim's. It returns nil if the claim is not followed.
func (r *replay) claimStep() *Taken {
	if !r.claim {
		return nil
	}
	k := &Taken{Step: r.t.Steps[r.at].Depth, After: &r.s, Move: vm.Move{Pid: vm.ClaimPid}}
	moves, _ := r.ahead.ClaimMoves(&r.s, nil, false)
	moves, _ = r.ahead.ClaimMoves(&r.s, moves, true)
	i := slices.IndexFunc(moves, func(mv vm.Move) bool {
		return int(r.m.Program().Trans[mv.Trans].ID) == r.t.Steps[r.at].ID
	})
	if r.claim = i >= 0; !r.claim {
		k.Unfit = true
		return k
	}
	k.Move = moves[i]
	k.Effect = r.m.ClaimDo(&r.s, k.Move)
	return k
}

// findFailure returns the moves up to one whose guard fails, provided that only omitted statements of one
// process come before it.
func (r *replay) findFailure(s *vm.State, pid int) []vm.Move {
	var path []vm.Move
	var at vm.State
	at.CopyFrom(s)
	for range maxLeftOut {
		moves, _ := Moves(r.ahead, &at, nil)
		moves = slices.DeleteFunc(moves,
			func(mv vm.Move) bool { return int(mv.Pid) != pid || mv.Partner != 0 })
		if len(moves) != 1 {
			return nil
		}
		path = append(path, moves[0])
		if eff := r.ahead.Do(&at, moves[0]); eff&vm.Failed != 0 {
			return path
		}
	}
	return nil
}

// Moves returns the moves of a state. If a process loses the control of an atomic sequence, they are the
// moves after that.
func Moves(m *vm.Machine, s *vm.State, dst []vm.Move) ([]vm.Move, vm.Effect) {
	moves, eff := m.Moves(s, dst)
	if eff&vm.Released != 0 {
		moves, eff = m.Moves(s, dst)
	}
	return moves, eff
}

// findStep returns the moves that the trail omits before the next step, followed by that step's move, or nil
// if there is no such sequence.
func (r *replay) findStep(s *vm.State, deep int) []vm.Move {
	moves, _ := Moves(r.ahead, s, nil)
	for _, mv := range moves {
		if r.fits(mv) {
			return []vm.Move{mv}
		}
	}
	if !r.t.Merged || deep == maxLeftOut {
		return nil
	}
	for _, mv := range moves {
		if r.tried++; r.tried > maxTried {
			return nil
		}
		if mv.Partner != 0 || !r.needed(s, int(mv.Pid)) {
			continue
		}
		var next vm.State
		next.CopyFrom(s)
		if r.ahead.Do(&next, mv)&(vm.Failed|vm.Pruned|vm.Abort) != 0 {
			continue
		}
		if path := r.findStep(&next, deep+1); path != nil {
			return append([]vm.Move{mv}, path...)
		}
	}
	return nil
}

// fits reports whether a move is the one named by the next step, or, for a rendezvous, by the next two.
func (r *replay) fits(mv vm.Move) bool {
	p := r.m.Program()
	same := func(i int, pid uint8, trans uint32) bool {
		return i >= len(r.t.Steps) ||
			r.t.Steps[i].Pid == int(pid) && r.t.Steps[i].ID == int(p.Trans[trans].ID)
	}
	return same(r.at, mv.Pid, mv.Trans) && (mv.Partner == 0 || same(r.at+1, mv.Peer, mv.Partner))
}

// needed reports whether a process can hold up the next step: because it makes the step, receives in it, or
// is inside an atomic sequence.
func (r *replay) needed(s *vm.State, pid int) bool {
	return s.Excl >= 0 || r.t.Steps[r.at].Pid == pid ||
		r.at+1 < len(r.t.Steps) && r.t.Steps[r.at+1].Pid == pid
}

// endsInGuard reports whether the trail ends at a failing guard. Pan names the guard's statement, but does
// not execute it.
func (r *replay) endsInGuard(s *vm.State) bool {
	if r.at < len(r.t.Steps)-2 {
		return false
	}
	_, eff := Moves(r.ahead, s, nil)
	return eff&vm.Failed != 0
}

func (r *replay) misfit(s *vm.State) error {
	st := r.t.Steps[r.at]
	if n := len(r.m.Layout().ShapeOf(s.Vec).Procs); st.Pid < 0 || st.Pid >= n {
		return fmt.Errorf("the trail does not fit the model: "+
			"step %d is of process %d, but there are only %d processes", st.Depth, st.Pid, n)
	}
	return fmt.Errorf("the trail does not fit the model: "+
		"process %d cannot take statement %d at step %d", st.Pid, st.ID, st.Depth)
}
