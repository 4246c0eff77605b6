package space

import (
	"gospin/verifier/batch"
	"gospin/verifier/por"
	"gospin/verifier/roots"
	"gospin/verifier/system"
	"gospin/vm"
)

// Reduce sets a rule for reduced searches, before any engine is made. With a claim, and only then, it must be
// static. Only one engine may be in use at a time then, since a rule remembers what it has seen.
func (s *Space) Reduce(rule por.Rule) { s.rule = rule }

// ample finds sufficient sets of the choices of a state: here always those of one process. The class of a
// process is remembered with its number. The choices are those of its lists. If one of them has a fault, or a
// list is slow, all choices are made. The same holds if a rendezvous is offered, since no rule lets a process
// that offers one continue alone.
//
// It is sparing, as por.System can be: if sets have saved nothing for long, it skips most states.
type ample[R roots.Root] struct {
	in      *engine[R]
	rule    por.Rule
	at      R // the state that the rule is asked about
	classes []uint32
	hash    uint64 // of the classes
	first   []candidate
	infos   []*info
	lists   []uint32
	choices []system.Choice
	all     batch.Found[R]
	spare   por.Sparing
}

// candidate is the first process whose choices may suffice for certain classes, which have this hash. If
// other classes have the same hash, the rule still decides.
type candidate struct {
	hash uint64
	pid  int32
}

// candidates is the number of candidates that are remembered.
const candidates = 1 << 12

var (
	_ batch.Reduced[[1]uint64] = (*engine[[1]uint64])(nil)
	_ por.State                = (*ample[[1]uint64])(nil)
)

// Unpacked implements por.State.
func (a *ample[R]) Unpacked() *vm.State { return a.in.unpacked(&a.at) }

// ExpandAmple implements batch.Reduced.
func (e *engine[R]) ExpandAmple(r *R, after uint8, out *batch.Found[R]) (uint8, vm.Effect, bool) {
	a := &e.ample
	if a.rule == nil || after >= system.AllChoices || a.spare.Passes() {
		effect, ok := e.Expand(r, out)
		return 0, effect, ok
	}
	was, levels, atomic := len(out.Roots), len(out.Levels), out.Atomic
	for {
		set, what := a.expand(r, after, out)
		if set != 0 && what == done && e.canon.works() && !e.canon.all(r, out.Roots[was:]) {
			what = narrow
		}
		if set != 0 && what == done {
			return set, 0, true
		}
		out.Roots, out.Levels, out.Atomic = out.Roots[:was], out.Levels[:levels], atomic
		if what == narrow {
			return 0, 0, false
		}
		if what == done {
			break
		}
	}
	a.spare.Missed()
	effect, ok := e.Expand(r, out)
	return 0, effect, ok
}

// expand appends the successors of a state by the next set after number after. It returns 0 if there is none.
func (a *ample[R]) expand(r *R, after uint8, out *batch.Found[R]) (uint8, outcome) {
	e := a.in
	id := (*r)[0] & e.pack.shapeMask
	if int(id) >= len(e.known) || e.known[id] == nil {
		if !e.meet(uint32(id)) {
			return 0, narrow
		}
	}
	s := e.known[id]
	n := len(s.of)
	if n < 2 {
		return 0, done
	}
	a.classify(s, r)
	for pid := a.next(n, int(after)); pid >= 0; pid = a.rule.Next(a.classes, pid) {
		suffice, what := a.suffice(s, pid, r)
		if what != done {
			return 0, what
		}
		if !suffice {
			continue
		}
		from := len(out.Roots)
		out.Reach, e.failed, e.faults, e.heads = 0, 0, e.faults[:0], e.heads[:0]
		for _, list := range a.lists {
			if what := e.emit(r, list, pid, &way{}, out); what != done {
				return 0, what
			}
		}
		if e.failed != 0 || len(out.Roots) == from {
			return 0, done
		}
		e.expanded++
		if e.space.decided == nil && a.spare.Tries() { // static rules are not sparing
			a.all.Roots = a.all.Roots[:0]
			effect, ok := e.Expand(r, &a.all)
			a.spare.Tried(!ok || effect != 0 || len(a.all.Roots) > len(out.Roots)-from)
		}
		return uint8(n - pid), done
	}
	return 0, done
}

// next returns the first process after the sets up to number after whose choices may suffice.
func (a *ample[R]) next(n, after int) int {
	if after > 0 {
		return a.rule.Next(a.classes, n-after)
	}
	if a.first == nil {
		a.first = make([]candidate, candidates)
	}
	c := &a.first[a.hash%candidates]
	if c.hash != a.hash {
		*c = candidate{a.hash, int32(a.rule.Next(a.classes, n))}
	}
	return int(c.pid)
}

// classify finds the classes of the processes of a state.
func (a *ample[R]) classify(s *seats, r *R) {
	a.classes, a.infos, a.hash = a.classes[:0], a.infos[:0], 1
	for pid := range s.of {
		x := &s.of[pid]
		n := (*r)[x.word] >> (x.shift & 63) & x.mask
		if n >= uint64(len(x.infos)) || x.infos[n].id == 0 {
			a.in.introduce(s, pid, n, r)
		}
		in := &x.infos[n]
		if in.class == 0 {
			in.class = a.rule.Class(a.in.unpacked(r), pid) + 1
		}
		a.classes, a.infos = append(a.classes, in.class-1), append(a.infos, in)
		a.hash = stir(a.hash, uint64(in.class))
	}
}

// suffice reports whether the choices of a process suffice, and finds their lists.
func (a *ample[R]) suffice(s *seats, pid int, r *R) (bool, outcome) {
	if what := a.findLists(s, pid, r); what != done {
		return false, what
	}
	e := a.in
	a.choices = a.choices[:0]
	for _, list := range a.lists {
		head := e.lists[list]
		if head&(slow|halves|failing) != 0 {
			return false, done
		}
		first := e.lists[list+1]
		for i := range head & countMask {
			a.choices = append(a.choices, e.note(first+i).choice)
		}
	}
	if len(a.choices) == 0 {
		return false, done
	}
	a.at = *r
	return a.rule.Suffice(a, a.classes, pid, a.choices), done
}

// findLists finds the lists of what a process does in a state.
func (a *ample[R]) findLists(s *seats, pid int, r *R) outcome {
	e, in := a.in, a.infos[pid]
	a.lists = a.lists[:0]
	if in.list != 0 {
		e.count.Direct++
		a.lists = append(a.lists, in.list)
		return done
	}
	from := len(e.heads)
	what := e.doings(r, s, pid, in)
	a.lists = append(a.lists, e.heads[from:]...)
	e.heads = e.heads[:from]
	return what
}
