package space

import (
	"gospin/vm"
)

// add adds a choice to the list, which leads to the current state of the course.
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

// change computes which bits of a root of this form are kept, and which are set, in the current state of the
// course. It returns false if a number does not fit.
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

// once reports whether it is called for a field for the first time in a round, since long sequences write the
// same fields many times.
func (e *engine[R]) once(field int) bool {
	for field >= len(e.rounds) {
		e.rounds = append(e.rounds, 0)
	}
	first := e.rounds[field] != e.round
	e.rounds[field] = e.round
	return first
}

// depend adds the fields that were read to those on which a part depends. It returns false if there are none,
// and never were any.
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
			if x.channel.Slots > 0 { // otherwise it is always empty
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
