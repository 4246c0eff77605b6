package space

import (
	"encoding/binary"

	"gospin/verifier/roots"
	"gospin/verifier/system"
	"gospin/vm"
)

// facade is an engine over roots that serves a system.
type facade[R roots.Root] struct {
	*engine[R]
	store *Store
	used  int       // words of a root
	looks []look[R] // ahead, by choice
	// the leaves of the atomic sequence under way, up to so many, and how many steps to the next one led to
	// the one before, too
	leaves []leaf[R]
	most   int
	shared int
}

// look is what lies behind a choice.
type look[R roots.Root] struct {
	root R
	at   int // where the store has been touched; -1: it is not known what lies behind
	step vm.Step
}

var _ front = (*facade[[1]uint64])(nil)

func newFacade[R roots.Root](s *Space, y *System) *facade[R] {
	return &facade[R]{engine: newEngine[R](s).serve(y), store: y.store, used: (s.pack.bytes + 7) / 8}
}

// root is that of a state of the present generation.
func (f *facade[R]) root(s *vm.State) (r R) {
	vec := s.Vec[:8*len(r)]
	for i := 0; i < len(r); i++ {
		r[i] = binary.LittleEndian.Uint64(vec[8*i:])
	}
	return r
}

// set makes r the root of a state of the present generation.
func (f *facade[R]) set(s *vm.State, r *R) {
	vec := s.Vec[:8*len(*r)]
	for i := 0; i < len(*r); i++ {
		binary.LittleEndian.PutUint64(vec[8*i:], (*r)[i])
	}
}

// seats are those of the shape of a root; nil: roots are too narrow.
func (f *facade[R]) seats(r *R) *seats {
	id := (*r)[0] & f.pack.shapeMask
	if int(id) >= len(f.known) || f.known[id] == nil {
		if !f.meet(uint32(id)) {
			return nil
		}
	}
	return f.known[id]
}

func (f *facade[R]) state(s *vm.State) *vm.State {
	r := f.root(s)
	f.seats(&r)
	return f.unpacked(&r)
}

func (f *facade[R]) keyLen(s *vm.State) int {
	r := f.root(s)
	form := f.seats(&r).form
	return form.size - form.hidden
}

func (f *facade[R]) expand(s *vm.State, x *system.Expansion) outcome {
	r := f.root(s)
	at := f.seats(&r)
	if at == nil {
		return narrow
	}
	for pid := len(at.of) - 1; pid >= 0; pid-- {
		if what := f.choices(&r, at, pid, x); what != done {
			return what
		}
	}
	f.expanded++
	if len(x.Choices) == 0 {
		return asked
	}
	if x.Ahead {
		f.leaveOut(x)
	}
	return done
}

func (f *facade[R]) expandOf(s *vm.State, pid int, x *system.Expansion) outcome {
	r := f.root(s)
	at := f.seats(&r)
	if at == nil {
		return narrow
	}
	what := f.choices(&r, at, pid, x)
	if what == done {
		f.expanded++
	}
	return what
}

func (f *facade[R]) expandClaim(s *vm.State, x *system.Expansion, alone bool) outcome {
	r := f.root(s)
	at := f.seats(&r)
	if at == nil {
		return narrow
	}
	pid := claimPid
	if alone {
		pid++
	}
	what := f.choices(&r, at, pid, x)
	if what == done {
		f.expanded++
	}
	return what
}

// choices appends those of a process, or the claim.
func (f *facade[R]) choices(r *R, at *seats, pid int, x *system.Expansion) outcome {
	s := at.at(pid)
	n := (*r)[s.word] >> (s.shift & 63) & s.mask
	if n >= uint64(len(s.infos)) || s.infos[n].id == 0 {
		f.introduce(at, pid, n, r)
	}
	in := &s.infos[n]
	if in.list != 0 {
		f.count.Direct++
		return f.list(r, in.list, pid, x)
	}
	f.heads = f.heads[:0]
	if what := f.doings(r, at, pid, in); what != done {
		return what
	}
	for i := 0; i < len(f.heads); i++ {
		if what := f.list(r, f.heads[i], pid, x); what != done {
			return what
		}
	}
	return done
}

// list appends the choices of a list, and looks ahead if it is wanted.
func (f *facade[R]) list(r *R, list uint32, pid int, x *system.Expansion) outcome {
	head := f.lists[list]
	if head&(slow|halves|stepped|shifting|attempted) != 0 {
		if head&slow != 0 {
			return asked
		}
		if head&attempted != 0 {
			x.Effect |= vm.Attempted
		}
		if head&(halves|stepped|shifting) != 0 {
			return f.listEach(r, list, pid, x)
		}
	}
	base := f.lists[list+1]
	notes := f.noted[base:][:head&countMask]
	from := len(x.Choices)
	if from+len(notes) > cap(x.Choices) {
		x.Choices = append(x.Choices, make([]system.Choice, len(notes))...)
	}
	x.Choices = x.Choices[:from+len(notes)]
	to := x.Choices[from:]
	for i := range notes {
		to[i] = f.notes[notes[i].note].choice
		to[i].Note *= uint32(base) + uint32(i) + 1 // else 0
	}
	if x.Ahead {
		items := f.lists[int(list)+headerLen:]
		looks := f.room(from, len(notes))
		for i := range notes {
			f.foresee(&looks[i], r, &f.notes[notes[i].note], items[2*i*len(*r):])
		}
	}
	return done
}

// room returns looks at so many choices from one on.
func (f *facade[R]) room(from, n int) []look[R] {
	if from+n > len(f.looks) {
		f.looks = append(f.looks, make([]look[R], from+n)...)
	}
	return f.looks[from : from+n]
}

// foresee looks at what lies behind a choice, and touches the store where its root may be: roots are looked
// up once all choices are found.
func (f *facade[R]) foresee(l *look[R], r *R, n *note, item []uint64) {
	if n.choice.Note == 0 {
		l.at = -1
		return
	}
	w := len(*r)
	item = item[:2*w]
	for j := 0; j < len(*r); j++ {
		l.root[j] = (*r)[j]&item[j] | item[w+j]
	}
	l.step = n.step
	l.at = f.store.Touch(slice(&l.root)[:f.used])
}

// changed is the root that a choice leads to. The result false says that a number does not fit.
func (f *facade[R]) changed(r *R, i uint64) (d R, fits bool) {
	at := int(f.noted[i].at)
	item := f.lists[at : at+2*len(d)]
	for j := 0; j < len(d); j++ {
		d[j] = (*r)[j]&item[j] | item[len(d)+j]
	}
	n := f.note(i)
	return d, n.nshifts == 0 || f.shifted(&d, r, f.shifts[n.shifts:][:n.nshifts])
}

// listEach is list for one with offers, of each of which it finds who takes it, with states within atomic
// sequences, behind which it goes on, or with messages that are moved.
func (f *facade[R]) listEach(r *R, list uint32, pid int, x *system.Expansion) outcome {
	n, base := f.lists[list]&countMask, f.lists[list+1]
	within := f.lists[list]&stepped != 0
	for i := uint64(0); i < n; i++ {
		note := f.note(base + i)
		c := note.choice
		c.Note *= uint32(base+i) + 1
		if note.offer == 0 {
			used, what := f.add(r, base+i, n-i, within, c, x)
			if what != done {
				return what
			}
			i += used - 1
			continue
		}
		d, fits := f.changed(r, base+i)
		if !fits {
			return narrow
		}
		if what := f.takers(&d, c, note.offer, pid, x); what != done {
			return what
		}
	}
	return done
}

// add appends the choice of a note, one of so many, and those that begin with the same step if some in the
// list lead into atomic sequences. It returns how many notes it has used.
func (f *facade[R]) add(
	r *R, at, n uint64, within bool, c system.Choice, x *system.Expansion,
) (uint64, outcome) {
	if within {
		return f.addLeaves(r, at, n, c, x)
	}
	if x.Choices = append(x.Choices, c); !x.Ahead {
		return 1, done
	}
	l := &f.room(len(x.Choices)-1, 1)[0]
	if c.Note == 0 {
		l.at = -1
		return 1, done
	}
	fits := false
	if l.root, fits = f.changed(r, at); !fits {
		return 1, narrow
	}
	l.step = f.note(at).step
	l.at = f.store.Touch(slice(&l.root)[:f.used])
	return 1, done
}

// takers appends the choices that an offer, which has been made in d, makes with those who take it.
func (f *facade[R]) takers(d *R, given system.Choice, offer uint32, pid int, x *system.Expansion) outcome {
	at := f.seats(d)
	if at == nil {
		return narrow
	}
	for peer := len(at.of) - 1; peer >= 0; peer-- {
		if peer == pid {
			continue
		}
		list, what := f.taking(d, at, peer, offer)
		if what != done {
			return what
		}
		if list == 0 {
			continue
		}
		head, base := f.lists[list], f.lists[list+1]
		if head&slow != 0 {
			return asked
		}
		n := head & countMask
		for i := uint64(0); i < n; {
			take := &f.note(base + i).choice
			c := given
			if c.Partner, c.Peer, c.Leaf = take.Partner, take.Peer, take.Leaf; take.Note == 0 {
				c.Note = 0
			}
			used, what := f.add(d, base+i, n-i, head&stepped != 0, c, x)
			if what != done {
				return what
			}
			i += used
		}
	}
	return done
}

// leaveOut takes the choices that lead to stored states from those just found.
func (f *facade[R]) leaveOut(x *system.Expansion) {
	choices, left, gap := x.Choices, 0, system.Gap{}
	looks := f.looks[:len(choices)]
	for i := range looks {
		l := &looks[i]
		if !f.isStored(l) {
			x.Gaps = append(x.Gaps, gap)
			gap = system.Gap{}
			choices[left] = choices[i]
			left++
			continue
		}
		if f.taken != nil {
			f.taken[choices[i].Trans], f.taken[choices[i].Partner] = 1, 1
		}
		gap.Closed++
		if l.step.Effect&vm.AtomicStep != 0 {
			gap.Atomic++
		}
		if l.step.Before|l.step.Beyond != 0 {
			gap.Atomic += uint32(l.step.Before - l.step.Shared)
			gap.Reach = max(gap.Reach, int32(l.step.Reach()))
		}
	}
	x.Gaps = append(x.Gaps, gap)
	x.Choices = choices[:left]
}

func (f *facade[R]) isStored(l *look[R]) bool {
	return l.at >= 0 && f.store.Knows(slice(&l.root)[:f.used], l.at)
}

func (f *facade[R]) shorten(x *system.Expansion) {
	for i := range x.Choices {
		if !f.isStored(&f.looks[i]) {
			f.leaveOut(x)
			return
		}
	}
}

// classes appends those of the processes of a state. The result false says that roots are too narrow.
func (f *facade[R]) classes(s *vm.State, class func(*vm.State, int) uint32, dst []uint32) ([]uint32, bool) {
	r := f.root(s)
	at := f.seats(&r)
	if at == nil {
		return dst, false
	}
	for pid := range at.of {
		p := &at.of[pid]
		n := int(r[p.word] >> (p.shift & 63) & p.mask)
		if n >= len(p.classes) || p.classes[n] == 0 {
			if more := n + 1 - len(p.classes); more > 0 {
				p.classes = append(p.classes, make([]uint32, more+n/2)...)
			}
			p.classes[n] = class(f.unpacked(&r), pid) + 1
		}
		dst = append(dst, p.classes[n]-1)
	}
	return dst, true
}

// labelled tells whether a process of a state is at an acceptance label. Not ok: roots are too narrow.
func (f *facade[R]) labelled(s *vm.State, y *System) (is, ok bool) {
	r := f.root(s)
	at := f.seats(&r)
	if at == nil {
		return false, false
	}
	for pid := range at.of {
		p := &at.of[pid]
		n := int(r[p.word] >> (p.shift & 63) & p.mask)
		for p.class >= len(y.labels) {
			y.labels = append(y.labels, nil)
		}
		known := &y.labels[p.class]
		if n >= len(*known) {
			*known = append(*known, make([]uint8, n+1-len(*known)+n/2)...)
		}
		if (*known)[n] == 0 {
			(*known)[n] = isMet
			if y.in.ProcessLabel(f.unpacked(&r), pid) {
				(*known)[n] |= isLabelled
			}
		}
		if (*known)[n]&isLabelled != 0 {
			return true, true
		}
	}
	return false, true
}

// fingerprint leaves out numbers that are 0, for which an earlier packing may have had no bits.
func (f *facade[R]) fingerprint(s *vm.State) uint64 {
	r := f.root(s)
	h := stir(1, r[0]&f.pack.shapeMask)
	fields := f.seats(&r).form.fields
	for i := range fields {
		x := &fields[i]
		if n := r[x.word] >> (x.shift & 63) & x.mask; n != 0 {
			h += stir(uint64(i)<<32|n, h0)
		}
	}
	return h
}

const h0 = 0xd1b54a32d192ed03
