package store

import (
	"encoding/binary"

	"gospin/compression/mix"
	"gospin/compression/probe"
	"gospin/vm"
	"gospin/vm/layout"
)

// Sweep stores the states of a sweep-line search by the values of its progress measure, which are vectors of
// numbers in lexical order. Each value has a table whose memory is released as a whole when the sweep-line
// has passed it (T. Mailund, M. Westergaard, "Obtaining memory-efficient reachability graph representations
// using the sweep-line method", 2004, figure 3). States that are reached against the order are persistent:
// they are in a separate table, which only grows. States with the same value are first in, first out.
//
// It stores vectors without their constant parts, each with a number and a depth.
type Sweep struct {
	l          *layout.Layout
	limit      int64
	prefix     int    // bytes of a vector's hidden part that are stored with it
	hidden     []byte // the hidden part of all vectors, if it is not stored
	records    pool[byte]
	slots      pool[uint64]
	chunks     allChunks
	persistent keySet
	waiting    []uint64 // places of the persistent states for the next sweep
	roots      []uint64 // places of those of this sweep
	classes    classTable
	queue      classHeap   // classes with open states
	now        *valueClass // class of the states being selected
	recent     *valueClass // class used last
	spare      []*valueClass
	n          int // number of states in classes
	buf        []byte
	packing    packing
	recalls    []recall
	counts     SweepCounts
	most       int64
}

// SweepCounts has the counts of a Sweep. All but Sweeps and Values are states, or nodes of an unfolding.
type SweepCounts struct {
	Sweeps     int
	Nodes      uint64 // number of nodes
	Peak       uint64 // most states at a time
	Persistent uint64
	Values     uint64 // most different values in one sweep
	values     uint64 // in this one
}

// Met is a state of a Sweep.
type Met struct {
	Number uint32
	Depth  uint32
}

// NewSweep returns a store with a limit in bytes, or 0 for no limit.
func NewSweep(l *layout.Layout, limit int64) *Sweep {
	s := &Sweep{
		l:          l,
		limit:      OrNone(limit),
		recalls:    make([]recall, recalls),
		persistent: newKeySet(limit),
	}
	if l.Unstored {
		s.prefix = l.Hidden
	}
	s.persistent.tail = recordHead + s.prefix
	return s
}

// Known looks up a state among those found recently. It needs no value, but may not find the state.
func (s *Sweep) Known(st *vm.State) (m Met, ok bool) {
	key := s.l.Key(st.Vec)
	if r := s.recalled(key, mix.Bytes(key)); r != nil {
		return metIn(r), true
	}
	return m, false
}

// Arrive looks up a state, reached at a depth below the one selected last, and stores it if it is new.
// Regress means that its value is smaller than that state's: a new state is then persistent, and waits for
// the next sweep.
func (s *Sweep) Arrive(st *vm.State, value []int32, depth uint32) (m Met, status Status, regress bool) {
	head := s.pack(value)
	regress = s.now != nil && s.now.compare(head, s.buf) < 0
	key := s.l.Key(st.Vec)
	hash := mix.Bytes(key)
	h := hash & probe.Tag
	if regress {
		m, status = s.goBack(st, key, depth)
		return m, status, true
	}
	c := s.classOf(head)
	var r []byte
	slot := 0
	if c != nil {
		var where spot
		if r, where, slot = s.find(c, key, h); r != nil {
			s.recall(hash, where)
			return metIn(r), Closed, false
		}
	}
	if s.persistent.n > 0 {
		if off, ok := s.persistent.find(key); ok {
			return metIn(s.persistent.colour(off, len(key))), Closed, false
		}
	}
	if c == nil {
		c = s.newClass(head)
	}
	if s.hidden == nil {
		s.hidden = append(make([]byte, 0, s.l.Hidden+1), st.Vec[:s.l.Hidden]...)
	}
	r, where := s.add(c, recordHead+s.prefix+len(key), slot, h)
	if r == nil {
		return m, Full, false
	}
	s.recall(hash, where)
	m = s.number(depth)
	m.write(r)
	copy(r[recordHead:], st.Vec[s.l.Hidden-s.prefix:])
	return m, New, false
}

// goBack looks up a state that is reached against the order.
func (s *Sweep) goBack(st *vm.State, key []byte, depth uint32) (m Met, status Status) {
	off, status := s.persistent.visit(key, s.Bytes()-s.persistent.bytes())
	switch status {
	case Closed:
		return metIn(s.persistent.colour(off, len(key))), status
	case New:
		m = s.number(depth)
		tail := s.persistent.colour(off, len(key))
		m.write(tail)
		copy(tail[recordHead:], st.Vec[:s.prefix])
		s.waiting = append(s.waiting, uint64(off))
		s.counts.Persistent++
	}
	return m, status
}

func (s *Sweep) number(depth uint32) Met {
	m := Met{uint32(s.counts.Nodes), depth}
	s.counts.Nodes++
	s.counts.Peak = max(s.counts.Peak, uint64(s.n+s.persistent.n))
	return m
}

func metIn(r []byte) Met {
	return Met{binary.LittleEndian.Uint32(r), binary.LittleEndian.Uint32(r[4:])}
}

func (m Met) write(r []byte) {
	binary.LittleEndian.PutUint32(r, m.Number)
	binary.LittleEndian.PutUint32(r[4:], m.Depth)
}

// length returns the length of a record.
func (s *Sweep) length(r []byte) int {
	before := recordHead + s.prefix
	return before + KeyLen(s.l, r[before:])
}

// classOf returns the class of the value packed last, or nil.
func (s *Sweep) classOf(head uint64) *valueClass {
	if c := s.recent; c != nil && c.head == head && c.rest == string(s.buf) {
		return c
	}
	c := s.classes.find(head, s.buf)
	if c != nil {
		s.recent = c
	}
	return c
}

func (s *Sweep) newClass(head uint64) *valueClass {
	if len(s.spare) == 0 {
		more := make([]valueClass, 32)
		for i := range more {
			more[i].chunks = more[i].one[:0]
			s.spare = append(s.spare, &more[i])
		}
	}
	n := len(s.spare) - 1
	c := s.spare[n]
	s.spare = s.spare[:n]
	c.progress = progress{head, string(s.buf)}
	s.classes.put(c)
	s.recent = c
	s.queue.push(c)
	s.counts.values++
	s.counts.Values = max(s.counts.Values, s.counts.values)
	return c
}

// Next selects a state such that no open state has a smaller value, and forgets the states that the
// sweep-line has passed. It returns false at the end of the sweep.
func (s *Sweep) Next(st *vm.State) (Met, bool) {
	for {
		c := s.now
		switch {
		case c == nil:
		case len(c.roots) > 0:
			off := c.roots[0]
			c.roots = c.roots[1:]
			return s.restoreRoot(st, int(off)), true
		case !c.ended(&c.at):
			r := c.chunks[c.at.chunk].Data[c.at.off:]
			n := s.length(r)
			c.at.off += units(n)
			s.restore(st, r[recordHead:recordHead+s.prefix], r[recordHead+s.prefix:n])
			return metIn(r), true
		default:
			s.most = max(s.most, s.Bytes())
			s.drop(c)
			s.now, s.recent = nil, nil
		}
		if len(s.queue) == 0 {
			return Met{}, false
		}
		s.now = s.queue.pop()
	}
}

// restore sets st to a stored state.
func (s *Sweep) restore(st *vm.State, hidden, key []byte) {
	if s.prefix == 0 {
		hidden = s.hidden
	}
	st.Vec = append(append(st.Vec[:0], hidden...), key...)
	st.Dirty, st.Excl, st.Turn, st.Copy = 0, -1, 0, 0
}

func (s *Sweep) restoreRoot(st *vm.State, off int) Met {
	k := s.persistent.keys.From(off)
	key := k[:KeyLen(s.l, k)]
	tail := s.persistent.colour(off, len(key))
	s.restore(st, tail[recordHead:], key)
	return metIn(tail)
}

// Sweep begins a sweep. The function value returns the value of each of its first states. Sweep returns false
// if there are none.
func (s *Sweep) Sweep(value func(st *vm.State, m Met) ([]int32, error)) (bool, error) {
	s.roots, s.waiting = s.waiting, s.roots[:0]
	if s.counts.Sweeps > 0 {
		s.counts.values = 0
	}
	var st vm.State
	for _, off := range s.roots {
		v, err := value(&st, s.restoreRoot(&st, int(off)))
		if err != nil {
			return false, err
		}
		head := s.pack(v)
		c := s.classOf(head)
		if c == nil {
			c = s.newClass(head)
		}
		c.roots = append(c.roots, off)
	}
	if len(s.queue) == 0 {
		return false, nil
	}
	s.counts.Sweeps++
	return true, nil
}

// Counts returns the counts so far.
func (s *Sweep) Counts() SweepCounts { return s.counts }

// Bytes returns the store's present memory.
func (s *Sweep) Bytes() int64 {
	return s.records.bytes + s.slots.bytes + s.persistent.bytes() + 8*int64(cap(s.waiting)+cap(s.roots))
}

// Stats returns the store's figures at its largest.
func (s *Sweep) Stats() Stats {
	return Stats{Stored: s.counts.Nodes, Bytes: max(s.most, s.Bytes()), Parts: []Part{
		{InKeys, s.records.bytes}, {InSlots, s.slots.bytes}, {"persistent states", s.persistent.bytes()},
	}}
}

// Visit implements Store. Without a measure, all states are in one class.
func (s *Sweep) Visit(a *Arrival) (Ref, Status) {
	m, status, _ := s.Arrive(a.State, nil, 0)
	return Ref(m.Number), status
}

// Caps implements Store.
func (s *Sweep) Caps() Caps { return Caps{Exact: true} }

// KeepColours implements Store. There are no colours.
func (s *Sweep) KeepColours(uint) {}

// Close implements Store.
func (s *Sweep) Close(*Arrival, Ref, Colour) {}

// Err implements Store.
func (s *Sweep) Err() error { return nil }

// Free implements Store.
func (s *Sweep) Free() {
	for _, q := range s.classes.slots {
		c := q.c
		if c == nil {
			continue
		}
		for i := range c.chunks {
			s.records.put(c.chunks[i].Block)
		}
		s.slots.put(c.slots)
	}
	s.records.release()
	s.slots.release()
	s.persistent.release()
	s.classes, s.queue, s.now, s.recent = classTable{}, nil, nil, nil
}
