package space

import (
	"slices"

	"gospin/verifier/system"
	"gospin/vm"
)

// find makes the list of a part in fresh.
func (e *engine[R]) find(s *seats, pid int, p *part[R], full *vm.State) outcome {
	e.seen.Clear()
	e.in.Observe(&e.seen)
	defer e.in.Observe(nil)
	c := &e.course
	c.bounded = false
	ok, what := e.findIn(s, pid, p, full)
	if what == done && !ok && pid < claimPid { // perhaps only since choices have faults
		c.bounded = true
		ok, what = e.findIn(s, pid, p, full)
		c.bounded = false
		if ok = ok && c.failed&vm.Abort == 0 && !e.seen.All; ok && c.failed != 0 {
			e.fresh[0] |= failing
		}
	}
	if what == done && !ok {
		e.begin()
		e.fresh[0] = slow | uint64(p.trans)<<stepsShift
	}
	return what
}

func (e *engine[R]) findIn(s *seats, pid int, p *part[R], full *vm.State) (ok bool, what outcome) {
	switch {
	case pid >= claimPid:
		return e.findClaim(s, pid, full)
	case p.offer == 0:
		return e.findMoves(s, pid, p, full)
	}
	o := e.offerOf(p.offer)
	var eff vm.Effect
	e.begin()
	if e.found, eff = e.in.Takers(full, pid, o.channel, o.msg, e.found[:0]); eff&failure != 0 {
		return false, done
	}
	return e.follow(s, full, func(st *vm.State, m vm.Move) vm.Effect {
		return e.in.Take(st, m, o.channel, o.msg)
	})
}

// begin begins a list.
func (e *engine[R]) begin() {
	e.fresh, e.freshen = append(e.fresh[:0], 0, 0), e.freshen[:0]
	c := &e.course
	c.steps, c.failed, c.faults = 0, 0, c.faults[:0]
}

// findMoves makes the list of the moves of a process, or of one transition of it.
func (e *engine[R]) findMoves(s *seats, pid int, p *part[R], full *vm.State) (ok bool, what outcome) {
	var eff vm.Effect
	byHalves := false
	if p.trans != 0 {
		e.found, eff, byHalves = e.in.One(full, pid, p.trans, e.found[:0])
	} else {
		e.found, eff, byHalves = e.in.Halves(full, pid, e.found[:0])
	}
	apart := func(st *vm.State, m vm.Move) vm.Effect {
		eff, _ := e.in.Apart(st, m)
		return eff
	}
	if byHalves {
		e.begin()
		if eff&failure != 0 {
			return false, done
		}
		if eff&vm.Attempted != 0 {
			e.fresh[0] |= attempted
		}
		given := true
		if ok, what = e.followHalves(s, full, &given, apart); given {
			return ok, what
		}
	}
	e.begin()
	e.found, eff, _ = e.in.Alone(full, pid, e.found[:0])
	if p.trans != 0 {
		e.found = slices.DeleteFunc(e.found, func(m vm.Move) bool { return m.Trans != p.trans })
	}
	if eff&failure != 0 {
		return false, done
	}
	if eff&vm.Attempted != 0 {
		e.fresh[0] |= attempted
	}
	return e.follow(s, full, apart)
}

// followHalves adds the successors by the moves found to the list, and offers as halves. given is set to
// false if an offer can't be made in halves.
func (e *engine[R]) followHalves(
	s *seats, full *vm.State, given *bool, apart func(*vm.State, vm.Move) vm.Effect,
) (bool, outcome) {
	c := &e.course
	what := done
	for _, m := range e.found {
		if m.Partner != vm.AnyPartner {
			c.mark(m)
			if ok, what := e.followOne(s, full, m, apart); !ok || what != done {
				return ok, what
			}
			continue
		}
		if len(c.stops) == 0 {
			c.stops = make([]stop, 4)
		}
		c.collect(0, 0)
		st := &c.stops[0].s
		st.CopyFrom(full)
		id, msg, _, ok := e.in.Give(st, m)
		if !ok {
			*given = false
			return false, done
		}
		c.collect(0, 0)
		n := note{choice: system.ChoiceOf(m), beyond: beyond{offer: e.offerNumber(id, msg) + 1}}
		if what = e.add(s.form, &stop{s: *st, fewest: 1 << 30}, n); what != done {
			return false, what
		}
		e.fresh[0] |= halves
	}
	e.fresh[0] |= uint64(len(e.freshen)) | c.steps<<stepsShift
	return true, done
}

// follow adds the successors by the moves found to the list.
func (e *engine[R]) follow(
	s *seats, full *vm.State, step func(*vm.State, vm.Move) vm.Effect,
) (bool, outcome) {
	for _, m := range e.found {
		e.course.mark(m)
		if ok, what := e.followOne(s, full, m, step); !ok || what != done {
			return ok, what
		}
	}
	e.fresh[0] |= uint64(len(e.freshen)) | e.course.steps<<stepsShift
	return true, done
}

func (e *engine[R]) followOne(
	s *seats, full *vm.State, m vm.Move, step func(*vm.State, vm.Move) vm.Effect,
) (bool, outcome) {
	c := &e.course
	what := done
	c.patient = c.bounded
	n := note{choice: system.ChoiceOf(m)}
	notes := len(e.freshen)
	c.leaf = func(st *stop, came climb) bool {
		n.step, n.next = came.step(), 0
		if len(e.freshen)-notes == mostLeaves || e.apart(m, c.way[:came.before]) {
			return false
		}
		what = e.add(s.form, st, n)
		return what == done
	}
	return c.run(full, func(st *vm.State) vm.Effect { return step(st, m) }), what
}
