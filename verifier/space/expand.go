package space

import (
	"sync/atomic"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
	"gospin/vm"
)

// engine finds the successors of states for one worker, and remembers what they depend on. What a process
// does is found by its number first: it is always the same, or depends on a mask of the root. So a seat,
// which is a process in the states of a shape, has an info for every number. An info has parts: one for all
// transitions together, or one for each if that would make too many entries. A part has a list, or a mask by
// which the memo has lists.
type engine[R roots.Root] struct {
	knowledge[R]
	pool     *pool[R] // shared knowledge; nil: the engine has its own
	holds    int      // nesting depth of the pool's lock
	age      int      // age of the pool when it was last read
	told     uint64   // number of states that have been reported to the pool
	space    *Space
	pack     *packing
	in       Noted
	claimed  Observed // in, if there is a claim
	strides  int      // states within atomic sequences after the current state
	moves    uint64   // choices made, to find out whether a process is blocked
	heads    []uint32 // lists of the current states
	expanded uint64   // states
	forgotAt uint64   // value of expanded when everything was last forgotten, plus one
	count    Stats
	held     atomic.Int64
	taken    []byte
	full     vm.State // the state of the root fullOf
	fullOf   R        // 0: none
	inner    vm.State // the current state within an atomic sequence
	seen     vm.Seen
	course   course
	form     *form // of the current root
	isCoarse func(int) bool
	round    uint32     // for once
	rounds   []uint32   // by field: the last round in which once was called
	changed  int        // number of fields that the current state of the course shares with the root
	features [][]uint32 // by class and number of a channel's contents: the number of the ends, plus one
	moved    [][]uint32 // by shifter and number of a channel's contents: those after, plus one
	passing  []shift    // what the current choice does to channels
	found    []vm.Move
	faults   []vm.Fault
	only     uint32   // the only transition asked for; 0: all
	fresh    []uint64 // the list being made
	freshen  []note
	failed   vm.Effect // effects of the current states
	ample    ample[R]
	made     batch.Found[R] // scratch of Makes, with nowhere
	nowhere  way
	peersOf  R // the root whose peers are in peers; 0: none
	peers    []peer
	beside   claimRoots[R]
	canon    *canon[R] // nil: there are no symmetries
	fair     fairness
}

// seats are the places of processes in the roots of a shape.
type seats struct {
	form  *form
	of    []seat
	claim [2]seat // of the claim's control state; the second one is for a blocked system
}

type seat struct {
	word    int
	shift   uint8
	mask    uint64
	infos   []info   // by number
	classes []uint32 // by number, each plus one; 0: not known yet
	labels  []uint8  // by number: 2 with an acceptance label, 1 without; 0: not known yet
	class   int
	inner   inner
}

// claimPid stands for the claim among processes, and the next number for the claim if the system is blocked.
const claimPid = vm.ClaimPid

// at returns the seat of a process or the claim.
func (s *seats) at(pid int) *seat {
	if pid < claimPid {
		return &s.of[pid]
	}
	return &s.claim[pid-claimPid]
}

// number returns the number of a process in a root.
func (s *seat) number(root []uint64) uint64 { return root[s.word] >> (s.shift & 63) & s.mask }

// info says what a process does that has a number, or a value within an atomic sequence.
type info struct {
	id      uint32 // 0: nothing is known
	list    uint32 // its list, if it always does the same; 0: see its parts
	first   uint32 // its first part
	class   uint32 // class in the rule of a reduction, plus one; 0: not known yet
	n       uint16
	entries uint16 // entries of its only part in the memo; if they are too many, it is split
	takes   bool   // it may receive by rendezvous
	split   bool
	plain   uint64 // within a sequence: the number if the sequence is broken, plus one
	refuses uint64 // offers that it never receives (refusalOf)
}

// part is all that a process does, one of its transitions, or its receiving of an offer.
type part[R roots.Root] struct {
	mask    R
	ends    []end  // channels of which it depends only on the ends
	id      uint32 // in the memo
	list    uint32 // its list, if it is always the same; 0: the memo has lists
	trans   uint32 // 0: all
	offer   uint32 // the offer that is received, plus one
	info    uint32
	entries uint32 // made in the memo
	long    bool   // some atomic sequence was remembered as a whole
	fine    bool   // it depends only on the ends of channels with few values, too
	stepped bool   // atomic sequences are remembered step by step, since they depend on too much as a whole
}

func newEngine[R roots.Root](s *Space) *engine[R] {
	e := &engine[R]{space: s, pack: s.pack, in: s.machine(), taken: make([]byte, len(s.taken))}
	e.course.in, e.course.seen, e.course.taken = e.in, &e.seen, e.taken
	e.course.joint = s.shared
	e.ample.in, e.ample.rule = e, s.rule
	e.claimed, _ = e.in.(Observed)
	e.isCoarse = e.coarse
	e.canon = newCanon[R](s)
	e.reset(leastLog)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.engines) > 0 {
		e.join(s.engines[0].(*engine[R]))
	}
	s.engines = append(s.engines, e)
	return e
}

var _ batch.Engine[[1]uint64] = (*engine[[1]uint64])(nil)

func (e *engine[R]) stats() *Stats        { e.count.Entries = e.memo.n; return &e.count }
func (e *engine[R]) bytes() *atomic.Int64 { return &e.held }
func (e *engine[R]) marks() []byte        { return e.taken }

// Faults implements batch.Engine.
func (e *engine[R]) Faults() []vm.Fault { return e.faults }

// outcome is the result of looking for successors.
type outcome uint8

const (
	done   outcome = iota
	narrow         // a number does not fit: the space must be packed again
	anew           // the memo was dropped: begin again
)

// Expand implements batch.Engine.
func (e *engine[R]) Expand(r *R, out *batch.Found[R]) (vm.Effect, bool) {
	start, levels, steps := len(out.Roots), len(out.Levels), out.Atomic
	for {
		out.Reach, e.failed, e.faults, e.heads = 0, 0, e.faults[:0], e.heads[:0]
		if e.fair.on = out.Fair; out.Fair {
			e.fair.moved, out.Able, out.Strong, out.Moved = 0, 0, 0, out.Moved[:start]
		}
		e.strides = 0
		what := e.successors(r, out, start)
		if what == done && e.canon.works() && !e.canon.all(r, out.Roots[start:]) {
			what = narrow
		}
		if what == done {
			if e.expanded++; e.canon.works() && e.expanded%sampleEvery == 0 {
				e.canon.weigh(r)
			}
			return e.failed, true
		}
		out.Roots, out.Levels, out.Atomic = out.Roots[:start], out.Levels[:levels], steps
		if what == narrow {
			return 0, false
		}
	}
}

func (e *engine[R]) expand(r *R, out *batch.Found[R], start int) outcome {
	id := (*r)[0] & e.pack.shapeMask
	if int(id) >= len(e.known) || e.known[id] == nil {
		if !e.meet(uint32(id)) {
			return narrow
		}
	}
	at := e.known[id]
	if e.fair.on {
		return e.expandFair(r, at, out, start)
	}
	steps, faults := out.Atomic, len(e.faults)
	var here way
	for pid := len(at.of) - 1; pid >= 0; pid-- {
		s := &at.of[pid]
		n := (*r)[s.word] >> (s.shift & 63) & s.mask
		if n >= uint64(len(s.infos)) || s.infos[n].id == 0 {
			e.introduce(at, pid, n, r)
		}
		in := &s.infos[n]
		if in.list != 0 {
			e.count.Direct++
			if what := e.emit(r, in.list, pid, &here, out); what != done {
				return what
			}
			continue
		}
		if !in.split { // usually it is known: this is listsOf for the most frequent case
			list, what := e.listOf(r, at, pid, in, in.first, 0)
			if what == done && list != again {
				e.count.Hashed++
				what = e.emit(r, list, pid, &here, out)
			}
			if what != done {
				return what
			}
			if list != again {
				continue
			}
		}
		from := len(e.heads)
		if what := e.doings(r, at, pid, in); what != done {
			return what
		}
		for i := from; i < len(e.heads); i++ {
			if what := e.emit(r, e.heads[i], pid, &here, out); what != done {
				return what
			}
		}
		e.heads = e.heads[:from]
	}
	if len(out.Roots) == start && e.failed&vm.Abort == 0 {
		// some faults still allow the state to be an end: the machine knows
		out.Atomic, e.failed, e.faults = steps, 0, e.faults[:faults]
		return e.stuck(r, out)
	}
	return done
}

// doings is listsOf for a process that is not within a sequence.
func (e *engine[R]) doings(r *R, at *seats, pid int, in *info) outcome {
	if in.split {
		e.count.Apart++
	} else {
		e.count.Hashed++
	}
	return e.listsOf(r, at, pid, in, 0)
}

// again is returned in place of a list if the part has just been split.
const again = 1

// emit appends the successors of a root by a list.
func (e *engine[R]) emit(r *R, list uint32, pid int, w *way, out *batch.Found[R]) outcome {
	head := e.lists[list]
	if head&(slow|halves|stepped|shifting|failing) != 0 || e.fair.on {
		if head&slow != 0 {
			return e.ask(r, pid, 0, uint32(head>>stepsShift), w, out)
		}
		return e.emitEach(r, list, pid, w, out)
	}
	if head&attempted != 0 {
		out.Reach = 1
	}
	n := int(head & countMask)
	if n == 0 {
		return done
	}
	e.moves += uint64(n)
	out.Atomic += head >> stepsShift
	at := len(out.Roots)
	if at+n > cap(out.Roots) {
		out.Roots = append(out.Roots, make([]R, n)...)
	}
	out.Roots = out.Roots[:at+n]
	replace(out.Roots[at:], r, e.items(list, n))
	if out.Ordered {
		for i := range n {
			out.Levels = append(out.Levels, w.levels(climbOf(e.note(e.lists[list+1]+uint64(i)).step)))
		}
	}
	return done
}

// emitEach is emit for a list with offers, for which it finds the receivers, or with states within atomic
// sequences, from which it continues.
func (e *engine[R]) emitEach(r *R, list uint32, pid int, w *way, out *batch.Found[R]) outcome {
	head := e.lists[list]
	n, base := int(head&countMask), e.lists[list+1]
	if head&attempted != 0 && w.before == 0 {
		out.Reach = 1
	}
	out.Atomic += head >> stepsShift
	if head&failing != 0 {
		e.fail(base + uint64(n))
	}
	items, noted := e.items(list, n), e.noted[base:base+uint64(n)]
	var ( // declared outside the loop; inside, recursion would put them on the heap
		d  R
		on way
	)
	for i := range n {
		items[i].in(&d, r)
		if e.failed&vm.Abort != 0 {
			return done
		}
		note := &noted[i]
		what := done
		if note.nshifts > 0 && !e.shifted(&d, r, e.shifts[note.shifts:][:note.nshifts]) {
			return narrow
		}
		switch {
		case note.offer != 0:
			// read the note first: takers may forget everything
			before, moved, trans := len(out.Roots), e.fair.moves(pid, 0, 0), e.notes[note.note].choice.Trans
			if what = e.takers(r, &d, note.offer, pid, w, out); len(out.Roots) > before && len(e.taken) > 0 {
				e.taken[trans] = 1
			}
			e.fair.moved = moved
		case note.next != 0:
			e.moves++
			on = w.after(&e.notes[note.note].step)
			moved := e.movesBy(pid, note)
			what = e.goOn(&d, note.next-1, int(note.excl), &on, out)
			e.fair.moved = moved
		default:
			e.moves++
			out.Roots = append(out.Roots, d)
			if e.fair.on {
				moved := e.movesBy(pid, note)
				e.tellMoved(out, e.fair.moved)
				e.fair.moved = moved
			}
			if out.Ordered {
				out.Levels = append(out.Levels, w.levels(climbOf(e.notes[note.note].step)))
			}
		}
		if what != done {
			return what
		}
	}
	return done
}

// fail reports the faults of a list, which are noted from an index on.
func (e *engine[R]) fail(from uint64) {
	e.moves++
	e.failed |= vm.Failed
	n := uint64(e.noted[from].note)
	for _, x := range e.noted[from+1 : from+1+n] {
		e.faults = append(e.faults, e.met[x.note])
	}
}

// takers appends the successors by those processes that receive an offer, the first half of which has been
// made in d, by process pid in r.
func (e *engine[R]) takers(r, d *R, offer uint32, pid int, w *way, out *batch.Found[R]) outcome {
	at := e.known[(*r)[0]&e.pack.shapeMask] // a half does not change the shape
	refusal := refusalOf(offer)
	for i := 0; ; i++ {
		if e.peersOf != *r { // it may also have changed since the last process was looked at
			e.findPeers(r, at)
		}
		if i == len(e.peers) {
			return done
		}
		peer, in := e.peers[i].pid, e.peers[i].info
		if peer == pid || in.refuses&refusal != 0 {
			continue
		}
		k := e.halves.find(in.id, offer)
		if k == 0 {
			k = e.half(in.id, offer)
		}
		list, what := e.listOf(d, at, peer, in, k, 0)
		if what != done {
			return what
		}
		switch head := e.lists[list]; {
		case head == 0:
			if list == e.parts[k].list {
				in.refuses |= refusal
			}
		case head&slow != 0:
			what = e.askHalf(d, peer, offer, w, out)
		default:
			what = e.emit(d, list, peer, w, out)
		}
		if what != done {
			return what
		}
	}
}

// peer is a process that may receive by rendezvous.
type peer struct {
	pid  int
	info *info
}

// findPeers finds the processes that may receive by rendezvous in r, the youngest first.
func (e *engine[R]) findPeers(r *R, at *seats) {
	e.peersOf, e.peers = *r, e.peers[:0]
	for pid := len(at.of) - 1; pid >= 0; pid-- {
		s := &at.of[pid]
		n := (*r)[s.word] >> (s.shift & 63) & s.mask
		if n >= uint64(len(s.infos)) || s.infos[n].id == 0 {
			e.introduce(at, pid, n, r)
		}
		if in := &s.infos[n]; in.takes {
			e.peers = append(e.peers, peer{pid, in})
		}
	}
}

// refusalOf returns the bit of an offer in info.refuses; 0: it has none.
func refusalOf(offer uint32) uint64 { return uint64(1) << (offer - 1) }

// meet makes the seats of the shape with number id-1. It returns false if roots are too narrow.
func (e *engine[R]) meet(id uint32) bool { return e.seatsIn(&e.knowledge, id) != nil }

// seatsIn returns the seats of the shape with number id-1, or nil if roots are too narrow for it.
func (e *engine[R]) seatsIn(l *knowledge[R], id uint32) *seats {
	if int(id) < len(l.known) && l.known[id] != nil {
		return l.known[id]
	}
	f := e.space.form(id - 1)
	if f == nil {
		return nil
	}
	for int(id) >= len(l.known) {
		l.known = append(l.known, nil)
	}
	s := &seats{form: f, of: make([]seat, len(f.procs))}
	for i, p := range f.procs {
		x := &f.fields[e.space.component(p.Comp)]
		s.of[i] = seat{word: x.word, shift: x.shift, mask: x.mask, class: x.class}
	}
	if at := e.space.claimAt; at > 0 {
		x := &f.fields[e.space.cellAt[at]]
		for i := range s.claim {
			s.claim[i] = seat{word: x.word, shift: x.shift, mask: x.mask}
		}
	}
	l.known[id] = s
	return s
}

// unpacked returns the machine's state of a root.
func (e *engine[R]) unpacked(r *R) *vm.State {
	if *r == e.fullOf {
		return &e.full
	}
	e.full.Vec = e.space.decode(e.full.Vec, e.known[(*r)[0]&e.pack.shapeMask].form, slice(r))
	e.full.Dirty, e.full.Excl, e.full.Turn, e.full.Copy = 0, -1, 0, 0
	e.fullOf = *r
	return &e.full
}
