package space

import (
	"unsafe"

	"gospin/verifier/roots"
	"gospin/vm"
)

// mostLeaves is the greatest number of choices with the same first step that are remembered.
const mostLeaves = 1<<8 - 1

// splitFrom is the number of entries of an info at which it is split. stepFrom is that of a part at which its
// atomic sequences are remembered step by step; 0: at once. leastRoom is how many bytes may be remembered,
// however little memory the states take. They are variables for tests.
var (
	splitFrom uint16 = 512
	stepFrom  uint32 = 16
	leastRoom int64  = 2 << 20
	// number of entries of a part at which it depends on the ends of channels with few values, too
	fineFrom uint32 = 64
)

// slice returns the words of a root.
func slice[R roots.Root](r *R) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(r)), len(*r))
}

// component returns the index of the field of a shape's component other than the globals.
func (s *Space) component(comp int) int { return len(s.cells) + comp - 1 }

// learn finds the successors of a root by a part of a process, and remembers them. If within is not 0, the
// process is within an atomic sequence, with the value within-1.
func (e *engine[R]) learn(s *seats, pid int, in *info, k uint32, r *R, within uint32) (uint32, outcome) {
	l := lesson[R]{s, pid, in, k, r, within, part[R]{}}
	if list, what := e.consult(&l); list != 0 || what != done {
		return list, what
	}
	full := e.stateOf(&l)
	e.course.coarse = nil
	if !l.part.fine && within == 0 {
		e.form = s.form
		e.course.coarse = e.isCoarse
	}
	e.course.single, e.course.self = l.part.stepped || within > 0, pid
	e.course.within = -1
	if within > 0 {
		e.course.within = pid
	}
	if what := e.find(s, pid, &l.part, full); what == narrow {
		return 0, narrow
	}
	return e.keep(&l)
}

// lesson is what is to be learnt: what a part of a process does in a root. Its fields are the arguments of
// learn.
type lesson[R roots.Root] struct {
	seats  *seats
	pid    int
	info   *info
	k      uint32
	root   *R
	within uint32
	part   part[R] // the part when the lesson began
}

// infoOf returns the info of a lesson, in the pool if there is one.
func (e *engine[R]) infoOf(l *lesson[R]) *info {
	if e.pool == nil {
		return l.info
	}
	h := e.home()
	return h.infoAt(e.seatsIn(h, l.seats.form.id+1), l.pid, l.seats.at(l.pid).number(slice(l.root)), l.within)
}

// stateOf returns the machine's state of a lesson.
func (e *engine[R]) stateOf(l *lesson[R]) *vm.State {
	if l.within > 0 {
		return e.inside(l.seats, l.pid, l.within-1, l.root)
	}
	return e.unpacked(l.root)
}

// consult returns the list of a lesson if another engine has learnt it. Otherwise it returns 0, after
// deciding how it is to be learnt.
func (e *engine[R]) consult(l *lesson[R]) (uint32, outcome) {
	e.lock()
	defer e.unlock()
	if e.old() {
		e.renew()
		return 0, anew
	}
	if e.overfull() && e.forgotAt != e.expanded+1 { // otherwise, a single state takes too much
		e.forget()
		e.forgotAt = e.expanded + 1
		e.count.Forgot++
		return 0, anew
	}
	h, in := e.home(), e.infoOf(l)
	p := h.parts[l.k]
	whole := p.trans == 0 && p.offer == 0 // all that a process does, not its receiving of an offer
	if whole && in != l.info && (in.list != l.info.list || in.split != l.info.split) {
		if e.takeInfo(l.info, in); in.list != 0 {
			return in.list, done
		}
		return again, done
	}
	if e.pool != nil {
		if list := e.recallFrom(h, l, &p); list != 0 {
			return list, done
		}
	}
	if whole && l.pid < claimPid {
		if in.entries++; in.entries == splitFrom && e.split(in, e.stateOf(l), l.pid) {
			e.takeInfo(l.info, in)
			return again, done
		}
		in.entries = min(in.entries, 1<<15)
	}
	switch p.entries++; {
	case p.entries >= stepFrom && (p.long || stepFrom == 0) && !p.stepped:
		p = part[R]{
			id: h.newPart(), trans: p.trans, offer: p.offer, info: p.info, fine: true, stepped: true,
		}
	case p.entries >= fineFrom && !p.fine:
		if p.fine = true; e.wholeChannels(l.seats.form, &p) {
			p = part[R]{
				id: h.newPart(), trans: p.trans, offer: p.offer, info: p.info, fine: true, entries: p.entries,
			}
		}
	}
	h.parts[l.k], l.part = p, p
	return 0, done
}

// recallFrom copies a part and its list for a root from the pool. It returns 0 if the pool has no list.
func (e *engine[R]) recallFrom(h *knowledge[R], l *lesson[R], p *part[R]) uint32 {
	e.take()
	e.parts[l.k] = *p
	if p.list != 0 {
		return p.list
	}
	key := e.key(l.root, p)
	list := h.memo.find(&key, &key, p.id)
	if list != 0 {
		e.put(&e.memo, &key, p.id, list)
	}
	return list
}

// put adds an entry to a memo.
func (e *engine[R]) put(m *memo[R], key *R, part, list uint32) {
	if m.crowded() {
		m.grow()
	}
	m.put(key, part, list)
	e.held.Store(e.size())
}

// keep remembers what has been learnt.
func (e *engine[R]) keep(l *lesson[R]) (uint32, outcome) {
	e.lock()
	defer e.unlock()
	if e.old() {
		e.renew()
		return 0, anew
	}
	h := e.home()
	p := h.parts[l.k]
	if p.id != l.part.id { // another engine has changed how it is learnt
		return 0, anew
	}
	e.count.Learnt++
	list := uint32(len(h.lists))
	e.fresh[1] = uint64(len(h.noted))
	for i := range e.freshen {
		p.long = p.long || e.freshen[i].step.Before > 0
	}
	h.number(e.freshen)
	if e.fresh[0]&failing != 0 {
		h.fail(e.course.faults)
	}
	h.lists = append(h.lists, e.fresh...)
	if e.course.coarse != nil {
		e.course.coarsen()
	}
	reads := e.depend(l.seats.form, &p)
	always := !reads || e.fresh[0]&slow != 0 && e.seen.All
	if always {
		if p.list = list; p.trans == 0 && p.offer == 0 {
			e.infoOf(l).list, l.info.list = list, list
		}
	}
	h.parts[l.k] = p
	if e.pool != nil {
		e.take()
		e.parts[l.k] = p
	}
	if always {
		return list, done
	}
	key := e.key(l.root, &p)
	e.put(&h.memo, &key, p.id, list)
	if e.pool != nil {
		e.put(&e.memo, &key, p.id, list)
	}
	return list, done
}

// number adds the notes of the choices of a new list.
func (h *knowledge[R]) number(choices []note) {
	for _, n := range choices {
		number, met := h.numbers[n]
		if !met {
			number = uint32(len(h.notes))
			h.notes, h.numbers[n] = append(h.notes, n), number
		}
		h.noted = append(h.noted, noted{number, n.beyond})
	}
}

// fail notes the faults of a new list, after its choices.
func (h *knowledge[R]) fail(faults []vm.Fault) {
	h.noted = append(h.noted, noted{note: uint32(len(faults))})
	for _, f := range faults {
		number, met := h.metAt[f]
		if !met {
			number = uint32(len(h.met))
			h.met, h.metAt[f] = append(h.met, f), number
		}
		h.noted = append(h.noted, noted{note: number})
	}
}

// note returns the note of a choice in a list.
func (h *knowledge[R]) note(i uint64) *note { return &h.notes[h.noted[i].note] }

// split makes the transitions of a process be remembered one by one, if that is possible.
func (e *engine[R]) split(in *info, full *vm.State, pid int) bool {
	first, n, ok := e.in.Separable(full, pid)
	if !ok || n < 2 {
		return false
	}
	h := e.home()
	in.first, in.n, in.split = uint32(len(h.parts)), uint16(n), true
	for t := first; t < first+n; t++ {
		h.addPart(in.id, t, 0)
	}
	e.count.Split++
	return true
}
