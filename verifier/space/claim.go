package space

import (
	"gospin/verifier/system"
	"gospin/vm"
)

// findClaim makes the list of the moves of the claim.
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
	// what it does is remembered by its control state anyway
	at := e.space.cells[e.space.cellAt[e.space.claimAt]]
	for i := at.off; i < at.off+at.len; i++ {
		e.seen.Globals[i] &^= vm.SeenRead
	}
	return ok, what
}

// ExpandClaim implements system.Claimed.
func (y *System) ExpandClaim(s *vm.State, x *system.Expansion, alone bool) {
	x.Clear()
	y.faults, y.ahead = y.faults[:0], false
	ahead := x.Ahead
	x.Ahead = false // the claim's choices are few
	known := y.expandClaim(s, x, alone)
	if x.Ahead = ahead; !known {
		full, _ := y.unpack(s)
		y.in.ExpandClaim(full, x, alone)
	}
}

// expandClaim finds the choices of the claim that are remembered. The result false says that the system below
// is to be asked.
func (y *System) expandClaim(s *vm.State, x *system.Expansion, alone bool) bool {
	for generation(s.Vec) != unpacked {
		y.current(s)
		what := y.front.expandClaim(s, x, alone)
		if what == done {
			return true
		}
		if !y.goOn(what, x) {
			return x.Effect != 0
		}
	}
	return false
}

// DoClaim implements system.Claimed.
func (y *System) DoClaim(s *vm.State, c *system.Choice) vm.Effect {
	if c.Note != 0 && generation(s.Vec) == y.gen {
		if step, ok := y.front.do(s, c); ok {
			return step.Effect
		}
	}
	full, root := y.unpack(s)
	y.faults = y.faults[:0]
	y.work.CopyFrom(full)
	eff := y.in.DoClaim(&y.work, c)
	return eff | y.pack(s, &y.work, root)
}

// What is known of a process, by its number.
const (
	isMet = 1 << iota
	isLabelled
)

// Labels implements system.Claimed.
func (y *System) Labels(s *vm.State) bool {
	for generation(s.Vec) != unpacked {
		y.current(s)
		if is, ok := y.front.labelled(s, y); ok {
			return is
		}
		if !y.repack() {
			break
		}
	}
	full, _ := y.unpack(s)
	return y.in.Labels(full)
}

// Labelled implements system.Claimed.
func (y *System) Labelled() bool { return y.stepwise }

// Weak implements system.Claimed.
func (y *System) Weak() bool { return y.in.Weak() }

// PhaseAt is nowhere: searches for fair runs go without.
func (y *System) PhaseAt() int { return -1 }
