package space

import (
	"slices"
	"sync"
	"unsafe"

	"gospin/verifier/roots"
	"gospin/vm"
)

// knowledge is what has been learnt. A single engine has its own; several engines share one, in a pool.
type knowledge[R roots.Root] struct {
	known  []*seats // by shape, its number plus one
	parts  []part[R]
	lists  []uint64
	noted  []noted // choices, in the order of their lists
	notes  []note
	shifts []shift
	met    []vm.Fault // faults of choices, each once
	offers offers
	halves pairs // from infos and offers to the parts for receiving the offer
	memo   memo[R]

	// The following is only used for learning.
	numbers   map[note]uint32 // of the notes
	metAt     map[vm.Fault]uint32
	sequences map[string]uint32 // of shifts: their index
	shifters  shifters
	ends      []map[string]uint32 // by class of channels: the features
	infos     uint32
	partID    uint32
	aside     int // bytes of infos, and of values within sequences
	tables    int // bytes of what stays when the rest is forgotten
}

// reset drops everything that has no numbers which engines remember.
func (l *knowledge[R]) reset(log uint) {
	*l = knowledge[R]{
		parts: append(l.parts[:0], part[R]{}), lists: append(l.lists[:0], 0, 0), noted: l.noted[:0],
		notes: l.notes[:0], shifts: l.shifts[:0], met: l.met[:0],
		offers: l.offers, shifters: l.shifters, ends: l.ends, tables: l.tables,
		numbers: map[note]uint32{}, metAt: map[vm.Fault]uint32{}, sequences: map[string]uint32{},
	}
	l.memo.reset(log)
}

func (l *knowledge[R]) newPart() uint32 {
	l.partID++
	return l.partID
}

func (l *knowledge[R]) addPart(info, trans, offer uint32) uint32 {
	l.parts = append(l.parts, part[R]{id: l.newPart(), trans: trans, offer: offer, info: info})
	return uint32(len(l.parts) - 1)
}

// endOf returns the number of the ends of a channel of a class.
func (l *knowledge[R]) endOf(class int, what []byte) uint32 {
	for class >= len(l.ends) {
		l.ends = append(l.ends, nil)
	}
	number, met := l.ends[class][string(what)]
	if !met {
		if l.ends[class] == nil {
			l.ends[class] = map[string]uint32{}
		}
		number = uint32(len(l.ends[class])) + 1
		l.ends[class][string(what)] = number
		l.tables += len(what) + innerBytes
	}
	return number
}

// sequence returns the index of shifts, adding them if they are new.
func (l *knowledge[R]) sequence(of []shift) uint32 {
	key := unsafe.Slice((*byte)(unsafe.Pointer(&of[0])), len(of)*int(unsafe.Sizeof(shift{})))
	at, met := l.sequences[string(key)]
	if !met {
		at = uint32(len(l.shifts))
		l.shifts, l.sequences[string(key)] = append(l.shifts, of...), at
	}
	return at
}

// infoAt returns the info of a number or, if within is not 0, of the value within-1 within sequences.
func (l *knowledge[R]) infoAt(s *seats, pid int, n uint64, within uint32) *info {
	infos := &s.at(pid).infos
	if within > 0 {
		infos, n = &s.of[pid].inner.infos, uint64(within-1)
	}
	if more := int(n) + 1 - len(*infos); more > 0 {
		more += len(*infos) / 2
		*infos = append(*infos, make([]info, more)...)
		l.aside += more * int(unsafe.Sizeof(info{}))
	}
	return &(*infos)[n]
}

// pool is the knowledge of several engines. Each engine has copies of the parts of it that it has used,
// which it reads without a lock: seats, infos, parts, and entries of the memo. Everything else is only
// appended to, so it can be read up to the length at which it was copied.
type pool[R roots.Root] struct {
	mu sync.Mutex
	knowledge[R]
	age      int    // how many times everything has been forgotten
	expanded uint64 // states expanded by all engines
	first    *engine[R]
}

// join makes an engine learn together with another one, which must not be in use.
func (e *engine[R]) join(other *engine[R]) {
	if other.pool == nil {
		other.pool = &pool[R]{knowledge: other.knowledge, first: other}
		other.pool.memo.slots = slices.Clone(other.memo.slots)
		other.view()
	}
	e.pool, e.age = other.pool, other.pool.age
	e.memo = e.pool.memo
	e.memo.slots = slices.Clone(e.memo.slots)
	e.view()
}

// view copies everything but the memo from the pool again.
func (e *engine[R]) view() {
	e.knowledge = knowledge[R]{memo: e.memo, parts: make([]part[R], 1)}
	e.take()
}

// take copies what has been added to the pool.
func (e *engine[R]) take() {
	p := e.pool
	e.lists, e.noted, e.notes, e.shifts, e.met = p.lists, p.noted, p.notes, p.shifts, p.met
	e.offers.all = p.offers.all
	if more := len(p.parts) - len(e.parts); more > 0 {
		e.parts = append(e.parts, make([]part[R], more)...)
	}
}

// home returns the knowledge to which new knowledge is added. It must be locked.
func (e *engine[R]) home() *knowledge[R] {
	if e.pool != nil {
		return &e.pool.knowledge
	}
	return &e.knowledge
}

// lock locks the pool. Calls may be nested.
func (e *engine[R]) lock() {
	if e.pool == nil {
		return
	}
	if e.holds++; e.holds == 1 {
		e.pool.mu.Lock()
	}
}

func (e *engine[R]) unlock() {
	if e.pool == nil {
		return
	}
	if e.holds--; e.holds == 0 {
		e.pool.mu.Unlock()
	}
}

// old reports whether everything has been forgotten since the engine last read the pool. Then it must begin
// again; learn does that, which is called for everything that is not known.
func (e *engine[R]) old() bool { return e.pool != nil && e.age != e.pool.age }

// unknown is the info that an old engine uses, so that it calls learn.
var unknown = info{id: 1<<32 - 1, n: 1, takes: true}

// introduce makes the info of a process with a number.
func (e *engine[R]) introduce(s *seats, pid int, n uint64, r *R) {
	to := e.infoAt(s, pid, n, 0)
	e.lock()
	defer e.unlock()
	if e.old() {
		*to = unknown
		return
	}
	of := to
	if h := e.home(); e.pool != nil {
		of = h.infoAt(e.seatsIn(h, s.form.id+1), pid, n, 0)
	}
	if of.id == 0 {
		e.newInfo(of)
		of.takes = pid < claimPid && e.in.Receives(e.unpacked(r), pid)
	}
	e.takeInfo(to, of)
}

// within returns the info of a process with a value within atomic sequences.
func (e *engine[R]) within(s *seats, pid int, value uint32) *info {
	to := e.infoAt(s, pid, 0, value+1)
	if to.id != 0 {
		return to
	}
	e.lock()
	defer e.unlock()
	if e.old() {
		*to = unknown
		return to
	}
	of := to
	if h := e.home(); e.pool != nil {
		there := e.seatsIn(h, s.form.id+1)
		of = h.infoAt(there, pid, 0, value+1)
		s.of[pid].inner.values = there.of[pid].inner.values
	}
	if of.id == 0 {
		e.newInfo(of)
	}
	e.takeInfo(to, of)
	return to
}

func (e *engine[R]) newInfo(in *info) {
	h := e.home()
	h.infos++
	*in = info{id: h.infos, n: 1}
	in.first = h.addPart(in.id, 0, 0)
}

// takeInfo copies an info from the pool.
func (e *engine[R]) takeInfo(to, of *info) {
	if to == of {
		return
	}
	class, plain, refuses := to.class, to.plain, to.refuses
	*to = *of
	to.class, to.plain, to.refuses = class, plain, refuses
	e.take()
}

// half returns the part of an info for receiving an offer.
func (e *engine[R]) half(info, offer uint32) uint32 {
	e.lock()
	defer e.unlock()
	if e.old() {
		return 0
	}
	h := e.home()
	k := h.halves.find(info, offer)
	if k == 0 {
		k = h.addPart(info, 0, offer)
		h.halves.put(info, offer, k)
	}
	if e.pool != nil {
		e.halves.put(info, offer, k)
		e.take()
	}
	return k
}

// forget drops everything that is remembered, also for other engines, which notice it by the pool's age.
func (e *engine[R]) forget() {
	clear(slice(&e.peersOf))
	p := e.pool
	if p == nil {
		e.reset(leastLog)
		return
	}
	e.lock()
	defer e.unlock()
	p.knowledge = knowledge[R]{offers: p.offers, shifters: p.shifters, ends: p.ends, tables: p.tables}
	p.reset(leastLog)
	p.age++
	e.renew()
}

// renew forgets what has been forgotten in the pool.
func (e *engine[R]) renew() {
	e.age = e.pool.age
	clear(slice(&e.peersOf))
	e.memo.reset(leastLog)
	e.view()
}
