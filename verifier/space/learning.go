package space

import (
	"slices"
	"unsafe"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
	"gospin/verifier/system"
	"gospin/vm"
)

// mostLeaves is how many choices one step may begin that are remembered.
const mostLeaves = 1<<8 - 1

// How many entries an info may have before its transitions are looked at one by one, and a part before its
// atomic sequences are remembered step by step; 0: from the first on. What is remembered may take so many
// bytes whatever the states take. Tests change them.
var (
	splitFrom uint16 = 512
	stepFrom  uint32 = 128
	leastRoom int64  = 2 << 20
	// before the ends of channels are looked at apart
	fineFrom uint32 = 64
)

// splitSoon is splitFrom where memory is scarce.
const splitSoon = 32

// offers numbers what is on offer: a channel and a message.
type offers struct {
	all     []offer
	numbers map[string]uint32
	key     []byte
}

type offer struct {
	channel int32
	msg     []int32
}

func (o *offers) number(channel int32, msg []int32) uint32 {
	o.key = o.key[:0]
	for _, v := range append(msg[:len(msg):len(msg)], channel) {
		o.key = append(o.key, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	n, met := o.numbers[string(o.key)]
	if !met {
		if o.numbers == nil {
			o.numbers = map[string]uint32{}
		}
		n = uint32(len(o.all))
		o.all = append(o.all, offer{channel, slices.Clone(msg)})
		o.numbers[string(o.key)] = n
	}
	return n
}

// offerNumber and offerOf are for learning.
func (e *engine[R]) offerNumber(channel int32, msg []int32) uint32 {
	e.lock()
	defer e.unlock()
	return e.home().offers.number(channel, msg)
}

// offerOf is the offer of a number, plus one.
func (e *engine[R]) offerOf(number uint32) *offer {
	e.lock()
	defer e.unlock()
	return &e.home().offers.all[number-1]
}

// slice is a root's words.
func slice[R roots.Root](r *R) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(r)), len(*r))
}

// component is the field of a component of a shape, the globals apart.
func (s *Space) component(comp int) int { return len(s.cells) + comp - 1 }

// learn finds out what lies behind a root by a part of a process, and remembers it. If within is not 0, the
// process is within an atomic sequence, with that value less one.
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

// lesson is what is to be learnt: what a part of a process does in a root, as learn has it.
type lesson[R roots.Root] struct {
	seats  *seats
	pid    int
	info   *info
	k      uint32
	root   *R
	within uint32
	part   part[R] // as it was when it was consulted
}

// infoOf is the info of a lesson where it belongs.
func (e *engine[R]) infoOf(l *lesson[R]) *info {
	if e.pool == nil {
		return l.info
	}
	h := e.home()
	return h.infoAt(e.seatsIn(h, l.seats.form.id+1), l.pid, l.seats.at(l.pid).number(slice(l.root)), l.within)
}

// stateOf is the state of a lesson.
func (e *engine[R]) stateOf(l *lesson[R]) *vm.State {
	if l.within > 0 {
		return e.inside(l.seats, l.pid, l.within-1, l.root)
	}
	return e.unpacked(l.root)
}

// consult looks whether another engine has learnt a lesson; else it decides how it is to be learnt.
func (e *engine[R]) consult(l *lesson[R]) (uint32, outcome) {
	e.lock()
	defer e.unlock()
	if e.old() {
		e.renew()
		return 0, anew
	}
	if e.overfull() && e.forgotAt != e.expanded+1 { // else one state takes more
		e.forget()
		e.forgotAt = e.expanded + 1
		e.count.Forgot++
		return 0, anew
	}
	h, in := e.home(), e.infoOf(l)
	if in != l.info && (in.list != l.info.list || in.split != l.info.split) {
		if e.takeInfo(l.info, in); in.list != 0 {
			return in.list, done
		}
		return again, done
	}
	p := h.parts[l.k]
	if e.pool != nil {
		if list := e.recallFrom(h, l, &p); list != 0 {
			return list, done
		}
	}
	if p.trans == 0 && p.offer == 0 && l.pid < claimPid {
		if in.entries++; in.entries == e.splitAt() && e.split(in, e.stateOf(l), l.pid) {
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

// recallFrom takes a part and its list for a root from the pool; 0: it has none.
func (e *engine[R]) recallFrom(h *lore[R], l *lesson[R], p *part[R]) uint32 {
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

// put makes an entry in a memo.
func (e *engine[R]) put(m *memo[R], key *R, part, list uint32) {
	if m.crowded() && e.mayGrow() {
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
	if p.id != l.part.id { // others have changed how it is learnt
		return 0, anew
	}
	e.count.Learnt++
	list := uint32(len(h.lists))
	e.fresh[1] = uint64(len(h.noted))
	for i := range e.freshen {
		p.long = p.long || e.freshen[i].step.Before > 0
	}
	h.number(list, e.freshen)
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

// number takes note of the choices of a new list.
func (h *lore[R]) number(list uint32, choices []note) {
	var r R
	for i, n := range choices {
		number, met := h.numbers[n]
		if !met {
			number = uint32(len(h.notes))
			h.notes, h.numbers[n] = append(h.notes, n), number
		}
		h.noted = append(h.noted, noted{number, list + headerLen + uint32(i*2*len(r))})
	}
}

// note is that of a choice in a list.
func (h *lore[R]) note(i uint64) *note { return &h.notes[h.noted[i].note] }

func (e *engine[R]) splitAt() uint16 {
	if e.system != nil {
		return min(splitSoon, splitFrom)
	}
	return splitFrom
}

// split has the transitions of a process looked at one by one, if that can be.
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

// find makes the list of a part in fresh.
func (e *engine[R]) find(s *seats, pid int, p *part[R], full *vm.State) outcome {
	e.seen.Clear()
	e.in.Observe(&e.seen)
	defer e.in.Observe(nil)
	ok, what := true, done
	if pid >= claimPid {
		ok, what = e.findClaim(s, pid, full)
	} else if p.offer != 0 {
		o := e.offerOf(p.offer)
		var eff vm.Effect
		e.begin()
		e.found, eff = e.in.Takers(full, pid, o.channel, o.msg, e.found[:0])
		if ok = eff&failure == 0; ok {
			ok, what = e.follow(s, full, func(st *vm.State, m vm.Move) vm.Effect {
				return e.in.Take(st, m, o.channel, o.msg)
			})
		}
	} else {
		ok, what = e.findMoves(s, pid, p, full)
	}
	if what == done && !ok {
		e.begin()
		e.fresh[0] = slow | uint64(p.trans)<<stepsShift
	}
	return what
}

// begin begins a list.
func (e *engine[R]) begin() {
	e.fresh, e.freshen = append(e.fresh[:0], 0, 0), e.freshen[:0]
	e.course.steps = 0
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

// followHalves adds what lies behind the moves found to the list, and offers as halves. Given is false
// afterwards if an offer can't be made so.
func (e *engine[R]) followHalves(
	s *seats, full *vm.State, given *bool, apart func(*vm.State, vm.Move) vm.Effect,
) (bool, outcome) {
	c := &e.course
	what := done
	for _, m := range e.found {
		if m.Partner != vm.AnyPartner {
			e.mark1(m)
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
		n := note{choice: system.ChoiceOf(m), offer: e.offerNumber(id, msg) + 1}
		n.choice.Note = 1
		if what = e.add(s.form, &stop{s: *st, fewest: 1 << 30}, n); what != done {
			return false, what
		}
		e.fresh[0] |= halves
	}
	e.fresh[0] |= uint64(len(e.freshen)) | c.steps<<stepsShift
	return true, done
}

// mark1 takes note of the first transition of a choice: systems are told by those who make the choice.
func (e *engine[R]) mark1(m vm.Move) {
	if e.system == nil {
		e.course.mark(m)
	}
}

// follow adds what lies behind the moves found to the list.
func (e *engine[R]) follow(
	s *seats, full *vm.State, step func(*vm.State, vm.Move) vm.Effect,
) (bool, outcome) {
	for _, m := range e.found {
		e.mark1(m)
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
	c.patient = false
	n := note{choice: system.ChoiceOf(m)}
	from, notes := len(e.fresh), len(e.freshen)
	c.leaf = func(st *stop, came climb) bool {
		n.step, n.next, n.choice.Note = came.step(c.shared), 0, 1
		if n.choice.Leaf == mostLeaves {
			return false
		}
		what = e.add(s.form, st, n)
		n.choice.Leaf++
		return what == done
	}
	ok := c.run(full, func(st *vm.State) vm.Effect { return step(st, m) })
	if !ok && what == done && e.system != nil { // what it leads to is left to the machine
		e.fresh, e.freshen = e.fresh[:from], append(e.freshen[:notes], note{choice: system.ChoiceOf(m)})
		var keep, set R
		e.fresh = append(append(e.fresh, slice(&keep)...), slice(&set)...)
		ok = true
	}
	return ok, what
}

// add adds a choice to the list: to the state at hand of the course.
func (e *engine[R]) add(from *form, st *stop, n note) outcome {
	var keep, set R
	if !e.change(from, st, &keep, &set) {
		return narrow
	}
	e.shift(from, &keep, &set)
	if n.nshifts = uint16(len(e.passing)); n.nshifts > 0 {
		e.lock()
		n.shifts = e.home().sequence(e.passing)
		e.unlock()
		e.fresh[0] |= shifting
	}
	if n.step.Effect&vm.Transient != 0 {
		n.excl = st.s.Excl
		n.next = e.enter(&st.s, &keep, &set) + 1
		e.fresh[0] |= stepped
	}
	e.fresh = append(append(e.fresh, slice(&keep)...), slice(&set)...)
	e.freshen = append(e.freshen, n)
	return done
}

// change finds out what of the roots of a form is kept, and what is set, in the state at hand of the course.
// The result false says that a number does not fit.
func (e *engine[R]) change(from *form, st *stop, keep, set *R) bool {
	to, vec, fewest := from, st.s.Vec, st.fewest
	if id := e.space.l.ShapeID(vec); id != from.id {
		if to = e.space.form(id); to == nil {
			return false
		}
	}
	all := true
	put := func(i int) {
		f := &to.fields[i]
		n, ok := e.space.number(f, vec)
		all = all && ok
		(*keep)[f.word] &^= f.bits()
		(*set)[f.word] |= n & f.mask << (f.shift & 63)
	}
	common := len(from.fields)
	defer func() { e.changed = common }()
	if to != from {
		common = min(common, len(to.fields), e.space.component(fewest))
		for i := range common {
			f := &to.fields[i]
			(*keep)[f.word] |= f.bits()
		}
		for i := common; i < len(to.fields); i++ {
			put(i)
		}
	} else {
		for i := 0; i < len(*keep); i++ {
			(*keep)[i] = 1<<64 - 1
		}
		if fewest < len(from.fields) {
			for i := e.space.component(fewest); i < len(from.fields); i++ {
				put(i)
			}
		}
	}
	(*keep)[0] &^= e.pack.shapeMask
	(*set)[0] |= uint64(to.id) + 1
	if w := e.course.within; w >= 0 && w < len(from.procs) { // it has no number in the root
		if i := e.space.component(from.procs[w].Comp); i < common {
			put(i)
		}
	}
	e.round++
	for _, w := range e.course.written {
		i := 0
		if w >= 0 {
			i = int(e.space.cellAt[w])
		} else {
			i = e.space.component(int(-w))
		}
		if i < common && e.once(i) {
			f := &to.fields[i]
			(*set)[f.word] &^= f.bits()
			put(i)
		}
	}
	return all
}

// once tells whether a field is asked for the first time in a round: long sequences write the same again and
// again.
func (e *engine[R]) once(field int) bool {
	for field >= len(e.rounds) {
		e.rounds = append(e.rounds, 0)
	}
	first := e.rounds[field] != e.round
	e.rounds[field] = e.round
	return first
}

// depend adds the fields that were looked at to what a part depends on. The result false says that there are
// none, and never were any.
func (e *engine[R]) depend(f *form, p *part[R]) (reads bool) {
	reads = len(p.ends) > 0
	for i := 0; i < len(p.mask); i++ {
		reads = reads || p.mask[i] != 0
	}
	look := func(i int) {
		if i < len(f.fields) {
			x := &f.fields[i]
			p.mask[x.word] |= x.bits()
			reads = true
			if len(p.ends) > 0 {
				e.noEnd(p, x)
			}
		}
	}
	for i, x := range e.seen.Globals {
		if x&vm.SeenRead != 0 && i >= e.space.first { // what lies before is constant
			look(int(e.space.cellAt[i]))
		}
	}
	for i, x := range e.seen.Comps {
		switch {
		case i > 0 && x&vm.SeenRead != 0:
			look(e.space.component(i))
		case i > 0 && x&vm.SeenEnds != 0 && e.space.component(i) < len(f.fields):
			x := &f.fields[e.space.component(i)]
			if x.channel.Slots > 0 { // else there is never anything in it
				reads = true
				e.addEnd(p, x)
			}
		}
	}
	if e.seen.All {
		for i := range f.fields {
			look(i)
		}
	}
	return reads
}

// ask lets the machine make the moves of a process, or of a transition of it, which can't be remembered.
// Within is as for learn.
func (e *engine[R]) ask(r *R, pid int, within, trans uint32, w *way, out *batch.Found[R]) outcome {
	full := e.unpacked(r)
	e.course.within = -1
	if within > 0 {
		full = e.inside(e.known[(*r)[0]&e.pack.shapeMask], pid, within-1, r)
		e.course.within = pid
	}
	moves, eff, _ := e.in.Alone(full, pid, e.found[:0])
	if e.found = moves; trans != 0 {
		moves = slices.DeleteFunc(moves, func(m vm.Move) bool { return m.Trans != trans })
	}
	return e.try(r, full, moves, eff, w, out, func(st *vm.State, m vm.Move) vm.Effect {
		eff, _ := e.in.Apart(st, m)
		return eff
	})
}

// askHalf does so where a process receives by rendezvous.
func (e *engine[R]) askHalf(d *R, peer int, number uint32, w *way, out *batch.Found[R]) outcome {
	full := e.unpacked(d)
	e.course.within = -1
	o := e.offerOf(number)
	moves, eff := e.in.Takers(full, peer, o.channel, o.msg, e.found[:0])
	e.found = moves
	return e.try(d, full, moves, eff, w, out, func(st *vm.State, m vm.Move) vm.Effect {
		return e.in.Take(st, m, o.channel, o.msg)
	})
}

// stuck looks at a state in which no process has a move: at its end, or in a timeout.
func (e *engine[R]) stuck(r *R, out *batch.Found[R]) outcome {
	full := e.unpacked(r)
	e.count.Ends++
	x := &system.Expansion{Room: system.Unlimited}
	e.in.Expand(full, x)
	e.found = e.found[:0]
	for i := range x.Choices {
		e.found = append(e.found, x.Choices[i].Move())
	}
	e.failed |= x.Effect & vm.InvalidEnd
	e.course.within = -1
	what := e.try(r, full, e.found, x.Effect, &way{}, out, func(st *vm.State, m vm.Move) vm.Effect {
		eff, _ := e.in.Apart(st, m)
		return eff
	})
	full.Excl = -1
	return what
}

// try makes moves, and appends what lies behind them. Faults are collected.
func (e *engine[R]) try(
	r *R, full *vm.State, moves []vm.Move, eff vm.Effect, w *way, out *batch.Found[R],
	step func(*vm.State, vm.Move) vm.Effect,
) outcome {
	e.count.Fallback++
	c := &e.course
	c.single, c.self, c.coarse = false, -1, nil
	e.moves += uint64(len(moves)) + uint64(eff&failure)
	c.patient, c.failed, c.faults, c.steps = true, 0, c.faults[:0], 0
	if eff&failure != 0 {
		c.fail(eff)
	}
	switch {
	case eff&vm.Attempted == 0:
	case w.before > 0:
		w.beyond = 1
	default:
		out.Reach = 1
	}
	from := e.known[(*r)[0]&e.pack.shapeMask].form
	root, to := *r, *w // so that what is found most of the time needs no memory for them
	what := done
	c.leaf = func(st *stop, came climb) bool {
		var keep, set R
		if !e.change(from, st, &keep, &set) {
			what = narrow
			return false
		}
		e.shift(from, &keep, &set)
		for i := 0; i < len(keep); i++ {
			keep[i] = root[i]&keep[i] | set[i]
		}
		if !e.shifted(&keep, &root, e.passing) {
			what = narrow
			return false
		}
		out.Roots = append(out.Roots, keep)
		if out.Ordered {
			out.Levels = append(out.Levels, to.levels(came))
		}
		return true
	}
	e.seen.Clear()
	e.in.Observe(&e.seen)
	for _, m := range slices.Clone(moves) {
		c.mark(m)
		if !c.run(full, func(st *vm.State) vm.Effect { return step(st, m) }) && what != done {
			break
		}
	}
	e.in.Observe(nil)
	out.Atomic += c.steps
	e.failed |= c.failed
	e.faults = append(e.faults, c.faults...)
	return what
}
