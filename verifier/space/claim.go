package space

import "gospin/vm"

// findClaim makes the list of the claim's moves.
func (e *engine[R]) findClaim(s *seats, pid int, full *vm.State) (bool, outcome) {
	var eff vm.Effect
	e.begin()
	in := e.claimed
	e.found, eff, _ = in.ClaimAlone(full, e.found[:0], pid != claimPid)
	if eff&failure != 0 || e.seen.All {
		return false, done
	}
	bare := e.course.bare
	e.course.bare = true
	ok, what := e.follow(s, full, func(st *vm.State, m vm.Move) vm.Effect {
		eff, _ := in.Apart(st, m)
		return eff
	})
	e.course.bare = bare
	// the list belongs to the claim's control state anyway
	at := e.space.cells[e.space.cellAt[e.space.claimAt]]
	for i := at.off; i < at.off+at.len; i++ {
		e.seen.Globals[i] &^= vm.SeenRead
	}
	return ok, what
}
