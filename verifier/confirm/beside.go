package confirm

import (
	"fmt"
	"slices"

	"gospin/verifier/search"
	"gospin/verifier/system"
	"gospin/vm"
)

// LiftBeside is Lift for a system with a claim. Between two states there is one move of each, or an atomic
// sequence.
func LiftBeside(sys system.System, path [][]byte, ft *search.Fault) ([]vm.Move, error) {
	a := newAlong(sys, nil)
	for i, vec := range path[1:] {
		if !a.next(vec, 0) {
			return nil, fmt.Errorf("state %d of %d: %w", i+1, len(path), errLost)
		}
	}
	a.seen = map[string]bool{}
	if !a.meets(a.at, ft, maxClaimMoves) {
		return nil, errLost
	}
	return a.moves, nil
}

// maxClaimMoves is the number of moves that a claim makes before the next state: its own, and one alone if
// the system is blocked.
const maxClaimMoves = 2

// meets adds moves that lead to a fault: at most some of the claim, and one of the system, or an atomic
// sequence. It sets the fault's depth.
func (a *along) meets(s *vm.State, ft *search.Fault, most int) bool {
	key := fmt.Sprint(s.Vec, s.Excl, s.Turn)
	if a.seen[key] {
		return false
	}
	a.seen[key] = true
	var at vm.State
	at.CopyFrom(s)
	x := &system.Expansion{Room: system.Unlimited, After: system.AllChoices}
	a.sys.Expand(&at, x)
	if ft.ClaimEnd && x.Effect&vm.ClaimEnd != 0 || a.fails(x.Effect, ft) {
		ft.Depth = Steps(a.moves)
		return true
	}
	n := len(a.moves)
	for i := range x.Choices {
		c := x.Choices[i]
		left := most
		if c.Pid == vm.ClaimPid {
			left--
		}
		if left < 0 {
			continue
		}
		var to vm.State
		to.CopyFrom(&at)
		eff := a.sys.Do(&to, &c, 0).Effect
		a.moves = append(a.moves[:n], c.Move())
		if a.fails(eff, ft) {
			ft.Depth = Steps(a.moves) - 1
			return true
		}
		continues := c.Pid == vm.ClaimPid || eff&vm.Transient != 0
		if continues && eff&(vm.Pruned|vm.Abort) == 0 && a.meets(&to, ft, left) {
			return true
		}
	}
	a.moves = a.moves[:n]
	return false
}

// fails reports whether an effect of the system is the fault.
func (a *along) fails(eff vm.Effect, ft *search.Fault) bool {
	return !ft.ClaimEnd && eff&vm.Failed != 0 && slices.ContainsFunc(a.sys.Faults(), func(f vm.Fault) bool {
		return f.Kind == ft.Kind && f.Msg == ft.Msg
	})
}
