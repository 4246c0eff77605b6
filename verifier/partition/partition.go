package partition

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"gospin/compression/intern"
	"gospin/compression/mix"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/vm"
	"gospin/vm/layout"
)

// Most limits the number of partitions of a search.
const Most = 1<<10 - 2

// Plan is what all partitions of a search have in common. Whoever owns a partition must have the same Plan.
type Plan struct {
	Partitions int
	Limits     search.Limits // only which faults are ignored
	// A batch is sent when it has this many states, or bytes of them; and the largest one when all that are
	// collected have Collected bytes.
	BatchStates, BatchBytes, Collected int
	Lately                             int // bytes of states that a partition remembers as sent
}

// NewPlan returns a plan with good sizes.
func NewPlan(partitions int, limits search.Limits) *Plan {
	return &Plan{Partitions: partitions, Limits: limits, BatchStates: 4096, BatchBytes: 256 << 10,
		Collected: 4 << 20, Lately: 1 << 20}
}

// Tally is what a partition has counted after some entries of its log. Later tallies have more entries.
type Tally struct {
	Entries    uint64 `json:"entries"`              // handled
	Duplicates uint64 `json:"duplicates,omitempty"` // of them
	Stored     uint64 `json:"stored"`
	Expanded   uint64 `json:"expanded"`
	Found      uint64 `json:"found"` // successors of the partition's states, and the initial state
	Atomic     uint64 `json:"atomic,omitempty"`
	Errors     uint64 `json:"errors,omitempty"`
	Depth      int    `json:"depth"`
	KeyLen     int    `json:"key_len"`             // of the longest state
	Elsewhere  uint64 `json:"elsewhere,omitempty"` // successors that belong to other partitions
	Spared     uint64 `json:"spared,omitempty"`    // of them, not sent since they were sent lately
	Batches    uint64 `json:"batches,omitempty"`   // sent
	Sent       uint64 `json:"sent,omitempty"`      // bytes
	Collected  bool   `json:"collected,omitempty"` // there are states to be sent
	Incomplete string `json:"incomplete,omitempty"`
	Met        []Met  `json:"met,omitempty"`
}

// Met is an error, the first of its kind and message in a partition, with the number of the state in which or
// after which it occurs.
type Met struct {
	End    bool         `json:"end,omitempty"` // an invalid end state; else Kind, Msg, Pid, and Trans hold
	Kind   vm.FaultKind `json:"kind,omitempty"`
	Msg    string       `json:"msg,omitempty"`
	Pid    int          `json:"pid,omitempty"`
	Trans  uint32       `json:"trans,omitempty"`
	Number uint32       `json:"number"`
	Level  uint32       `json:"level"`
}

// Alike reports whether two errors are of the same kind and message.
func (m *Met) Alike(o *Met) bool { return m.End == o.End && m.Kind == o.Kind && m.Msg == o.Msg }

// Send appends an entry to the log of a partition.
type Send func(to int, entry []byte) error

// Partition is a part of the states. It must be used by one goroutine at a time.
type Partition struct {
	*Plan
	// Look is called now and then while an entry is handled, which may take long. The Tally is that of a part
	// of the entry then. It may be nil.
	Look func()

	own     int
	next    Successors
	shapes  shapes
	states  *intern.Table
	origins store.Words
	handled []handled // by sender; the last one is for the initial state
	out     []collected
	kept    int // bytes in out
	lately  *lately
	tally   Tally

	in      entry
	found   Found
	order   []successor
	key     []byte
	longest int // size of the longest key
	consts  []byte
}

// collected are states for another partition.
type collected struct {
	seq   uint64 // of the last batch
	items items
}

// handled are the numbers of a sender's batches that were handled: all up to one, and some others.
type handled struct {
	upTo  uint64
	ahead map[uint64]bool
}

// note notes a number, and reports whether it is new.
func (h *handled) note(seq uint64) bool {
	if seq <= h.upTo || h.ahead[seq] {
		return false
	}
	if h.ahead == nil {
		h.ahead = map[uint64]bool{}
	}
	for h.ahead[seq] = true; h.ahead[h.upTo+1]; h.upTo++ {
		delete(h.ahead, h.upTo+1)
	}
	return true
}

type successor struct {
	h   uint64
	key []byte
}

// New returns a partition whose log is empty.
func New(plan *Plan, own int, next Successors) *Partition {
	l := next.Layout()
	p := &Partition{
		Plan: plan, own: own, next: next, shapes: shapes{l: l}, states: intern.New(1 << 20),
		handled: make([]handled, plan.Partitions+1), out: make([]collected, plan.Partitions),
		lately: newLately(plan.Lately),
	}
	initial, _ := next.Initial() // its hidden part is that of all states
	p.consts = append(p.consts, initial[:l.Hidden]...)
	return p
}

// Initial returns the first entry of a search, and the partition to which it belongs.
func Initial(plan *Plan, next Successors) (to int, text []byte, err error) {
	vec, effect := next.Initial()
	if effect&(vm.Failed|vm.Pruned|vm.Abort) != 0 {
		return 0, nil, errors.New("the initial state has an error; without partitions, it is shown")
	}
	s := &shapes{l: next.Layout()}
	key := s.l.Key(vec)
	e := &entry{kind: Batch, from: plan.Partitions, seq: 1}
	e.items.add(0, 0, key)
	return plan.owner(s.hash(key)), e.encode(s), nil
}

// owner returns the partition of a state.
func (p *Plan) owner(hash uint64) int { return mix.Slot(hash, p.Partitions) }

// Tally returns what has been counted.
func (p *Partition) Tally() Tally {
	t := p.tally
	t.Collected = p.kept > 0
	t.Met = slices.Clone(t.Met)
	return t
}

// Bytes returns the memory of the states, and of what is collected.
func (p *Partition) Bytes() int64 {
	return p.states.Bytes() + int64(8*p.origins.Len()) + int64(2*p.Lately+2*p.kept)
}

// Free releases the memory.
func (p *Partition) Free() {
	p.states.Free()
	p.origins.Free()
}

// Handle handles the next entry of the log. After an error, the partition has to be made again from its log:
// some of the entry's batches may be sent.
func (p *Partition) Handle(ctx context.Context, text []byte, send Send) error {
	if err := p.in.decode(text, &p.shapes); err != nil {
		return err
	}
	p.tally.Entries++
	if p.in.kind != Batch {
		if p.in.kind == Rest {
			p.lately.clear()
		}
		return p.sendAll(send)
	}
	if p.in.from > p.Partitions {
		return errDamaged
	}
	if !p.handled[p.in.from].note(p.in.seq) {
		p.tally.Duplicates++
		return nil
	}
	if p.in.from == p.Partitions {
		p.tally.Found++
	}
	x := &p.in.items
	for i := range x.len() {
		if err := p.add(x.key(i), p.in.from, x.numbers[i], x.levels[i]); err != nil {
			return err
		}
	}
	for p.tally.Expanded < p.tally.Stored {
		if p.tally.Expanded%64 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if p.Look != nil && p.tally.Expanded%1024 == 0 {
			p.Look()
		}
		if err := p.expand(uint32(p.tally.Expanded), send); err != nil {
			return err
		}
		p.tally.Expanded++
	}
	return nil
}

// An origin has the number of the state from which another one was found, above that its partition, and above
// that the level of the found one.
const (
	numberBits    = 32
	partitionBits = 10
	maxLevel      = 1<<(64-numberBits-partitionBits) - 1
)

// add stores a state, if it is new.
func (p *Partition) add(key []byte, from int, number, level uint32) error {
	if p.states.Len() == 1<<numberBits-1 {
		return fmt.Errorf("partition %d has %d states: more partitions are needed", p.own, p.states.Len())
	}
	if n := p.states.Index(key); int(n) < p.origins.Len() {
		return nil
	}
	level = min(level, maxLevel)
	p.origins.Append(uint64(level)<<(numberBits+partitionBits) | uint64(from)<<numberBits | uint64(number))
	p.tally.Stored++
	p.tally.Depth, p.longest = max(p.tally.Depth, int(level)), max(p.longest, len(key))
	p.tally.KeyLen = p.longest
	return nil
}

// keyOf returns the key of a state of the partition. It is valid until the next call.
func (p *Partition) keyOf(n uint32) []byte {
	if len(p.key) < p.longest {
		p.key = make([]byte, p.longest)
	}
	clear(p.key)
	p.states.Copy(p.key, n)
	return p.key[:p.shapes.size(p.shapes.of(p.key))]
}

// expand finds the successors of a state, and stores or collects them.
func (p *Partition) expand(n uint32, send Send) error {
	f := &p.found
	f.clear()
	p.next.Expand(append(p.consts[:p.shapes.l.Hidden], p.keyOf(n)...), f)
	level := uint32(p.origins.At(int(n)) >> (numberBits + partitionBits))
	p.count(f, n, level)
	p.order = p.order[:0]
	for i := range f.Len() {
		key := p.shapes.l.Key(f.At(i))
		p.order = append(p.order, successor{p.shapes.hash(key), key})
	}
	// the same order on all machines, but for states with the same hash
	slices.SortFunc(p.order, func(a, b successor) int {
		const body = layout.ShapeBytes
		return cmp.Or(cmp.Compare(a.h, b.h), bytes.Compare(a.key[body:], b.key[body:]))
	})
	for _, x := range p.order {
		if to := p.owner(x.h); to != p.own {
			p.tally.Elsewhere++
			if p.lately.had(x.h, x.key) {
				p.tally.Spared++
			} else if err := p.collect(to, n, level+1, x.key, send); err != nil {
				return err
			}
		} else if err := p.add(x.key, p.own, n, level+1); err != nil {
			return err
		}
	}
	return nil
}

// count adds what was found to the tally.
func (p *Partition) count(f *Found, n, level uint32) {
	t := &p.tally
	t.Found += uint64(f.Len())
	t.Atomic += f.Atomic
	if t.Incomplete == "" {
		t.Incomplete = f.Incomplete
	}
	if f.InvalidEnd && !p.Limits.NoEnd {
		p.meet(Met{End: true, Msg: "invalid end state", Number: n, Level: level})
	}
	if len(f.Faults) > 1 {
		slices.SortStableFunc(f.Faults, func(a, b vm.Fault) int {
			return cmp.Or(cmp.Compare(a.Msg, b.Msg), cmp.Compare(a.Trans, b.Trans), cmp.Compare(a.Pid, b.Pid))
		})
	}
	for i := range f.Faults {
		if x := &f.Faults[i]; !p.Limits.Excuses(x.Kind) {
			p.meet(Met{Kind: x.Kind, Msg: x.Msg, Pid: x.Pid, Trans: x.Trans, Number: n, Level: level})
		}
	}
}

// maxMet limits the errors that a partition keeps; it counts all.
const maxMet = 256

func (p *Partition) meet(m Met) {
	t := &p.tally
	t.Errors++
	if len(t.Met) < maxMet && !slices.ContainsFunc(t.Met, func(o Met) bool { return o.Alike(&m) }) {
		t.Met = append(t.Met, m)
	}
}

// collect collects a state for another partition, and sends a batch if one is large enough.
func (p *Partition) collect(to int, n, level uint32, key []byte, send Send) error {
	c := &p.out[to]
	c.items.add(n, level, key)
	if p.kept += len(key); c.items.len() >= p.BatchStates || len(c.items.keys) >= p.BatchBytes {
		return p.sendTo(to, send)
	}
	if p.kept < p.Plan.Collected {
		return nil
	}
	largest := 0
	for i := range p.out {
		if len(p.out[i].items.keys) > len(p.out[largest].items.keys) {
			largest = i
		}
	}
	return p.sendTo(largest, send)
}

func (p *Partition) sendAll(send Send) error {
	for to := range p.out {
		if p.out[to].items.len() > 0 {
			if err := p.sendTo(to, send); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *Partition) sendTo(to int, send Send) error {
	c := &p.out[to]
	c.seq++
	e := &entry{kind: Batch, from: p.own, seq: c.seq, items: c.items}
	text := e.encode(&p.shapes)
	p.tally.Batches++
	p.tally.Sent += uint64(len(text))
	p.kept -= len(c.items.keys)
	c.items.clear()
	return send(to, text)
}
