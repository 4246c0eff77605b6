package trail

import (
	"fmt"

	"gospin/vm"
)

// Unfold translates a path of a program with merged statements to the same model without merging: each merged
// move becomes the moves of its statements, in order, as far as they are steps there. After the last move of
// the path it stops at the fault, which failed reports.
func Unfold(
	m *vm.Machine,
	merged *vm.Program,
	path []vm.Move,
	failed func(vm.Effect) bool,
) ([]vm.Move, error) {
	u := &unfolding{m: m, merged: merged, failed: failed}
	m.Initial(&u.s)
	for i, mv := range path {
		u.last = i == len(path)-1
		if err := u.unfold(mv); err != nil {
			return nil, fmt.Errorf("move %d of %d: %w", i+1, len(path), err)
		}
	}
	return u.out, nil
}

type unfolding struct {
	m      *vm.Machine
	merged *vm.Program
	failed func(vm.Effect) bool
	last   bool
	s      vm.State
	moves  []vm.Move
	out    []vm.Move
}

func (u *unfolding) unfold(mv vm.Move) error {
	first := &u.merged.Trans[mv.Trans]
	partner := int32(-1)
	who, ends := mv.Pid, first
	if mv.Partner != 0 {
		who, ends = mv.Peer, &u.merged.Trans[mv.Partner]
		partner = ends.ID
	}
	ok, met := u.take(mv, first.ID, partner)
	if !ok && !jumps(mv, first) {
		return fmt.Errorf("statement %d of process %d cannot be taken", first.ID, mv.Pid)
	}
	if met {
		return nil
	}
	for _, part := range u.merged.Stmts[ends.Stmt].Then {
		ok, met := u.take(vm.Move{Pid: who}, part.ID, -1)
		if met {
			return nil
		}
		if !ok && !part.Jump {
			return fmt.Errorf("statement %d of process %d cannot be taken behind the one before", part.ID,
				who)
		}
	}
	return nil
}

// jumps reports whether a transition only moves control. After statements merged in an atomic sequence, a
// break or goto may be such a transition, while without merging it is none.
func jumps(mv vm.Move, t *vm.Trans) bool {
	return mv.Partner == 0 && t.Guard == vm.GuardTrue && t.Effect == vm.EffectNone
}

// take makes the move of a process by a statement, with a partner if the move has one. It reports whether
// there was such a move, and whether it met the fault.
func (u *unfolding) take(like vm.Move, id, partner int32) (ok, met bool) {
	trans := u.m.Program().Trans
	u.moves, _ = Moves(u.m, &u.s, u.moves[:0])
	for _, mv := range u.moves {
		if mv.Pid != like.Pid || mv.Peer != like.Peer || trans[mv.Trans].ID != id ||
			(mv.Partner != 0) != (partner >= 0) || mv.Partner != 0 && trans[mv.Partner].ID != partner {
			continue
		}
		eff := u.m.Do(&u.s, mv)
		u.out = append(u.out, mv)
		return true, u.last && u.failed(eff)
	}
	return false, false
}
