package component

import (
	"bytes"
	"encoding/binary"
	"slices"

	"gospin/compression"
	"gospin/verifier/atomic"
	"gospin/verifier/system"
	"gospin/vm"
	"gospin/vm/layout"
)

// Observed is a system that tells what its moves depend on, so that an engine can remember them.
type Observed interface {
	system.Classified
	// Alone appends the moves of one process in s as if no other had any, and tells which components they
	// depend on, the process's own apart (as State.Dirty): in every state of the same shape with the same
	// values there, they are the same. Effects: Attempted, Failed, Abort.
	Alone(s *vm.State, pid int, dst []vm.Move) ([]vm.Move, vm.Effect, uint64)
	// ClaimAlone does for the claim, which is part of the globals, what Alone does for a process. Effects:
	// Failed.
	ClaimAlone(s *vm.State, dst []vm.Move, alone bool) ([]vm.Move, vm.Effect, uint64)
	// Apart makes one step, of a process or the claim, and tells which components the effect depends on, as
	// Alone; written ones are in s.Dirty.
	Apart(s *vm.State, m vm.Move) (vm.Effect, uint64)
	// ProcessLabel tells whether a process is in a state with an acceptance label.
	ProcessLabel(s *vm.State, pid int) bool
}

// Engine is a system whose vectors are the roots of a store, 8 bytes a word, and 4 bytes with their
// generation. It serves one goroutine.
type Engine struct {
	in        Observed
	l         *layout.Layout
	store     *Store
	codec     *compression.Collapse
	words     int      // of a root
	gen       uint32   // the present generation
	packed    uint64   // the version of its packing
	shapes    []*shape // by number; nil: not met in this generation
	here      *shape   // the last one asked for
	hereID    uint64   // what its roots begin with
	shapeMask uint64
	memo      memo
	consts    []byte    // the part of all vectors that is not stored
	root      []uint64  // of the state under way
	labels    [][]uint8 // what is known of processes' components, by proctype and number
	full      vm.State  // the state whose root is fullOf
	fullOf    []uint64  // nil: none
	work      vm.State
	found     []vm.Move
	stepwise  bool // the search looks at all states within atomic sequences
	walk      walk
	class     func(*vm.State, int) uint32
	present   []system.Choice // what the present generation remembers of a process
	at        []int           // of the choices looked at: where the store has been touched
	behind    []uint64        // and the roots behind them
	foreseen  bool            // both are those of the choices that ExpandOf has found
}

var _ Observed = (*system.Machine)(nil)
var _ system.Classified = (*Engine)(nil)

// Takes tells whether an engine can run a program.
func Takes(p *vm.Program) bool {
	return !p.UsesPrio && !p.ClaimTimeout && !p.Phases && p.Events == nil && !p.Layout.Unstored
}

// New returns a system that does what in does, and the store of its states, which takes at most limit bytes;
// 0: no limit. The transitions of steps that are taken with others are marked in taken, unless it is nil.
func New(in Observed, limit int64, taken []byte) (*Engine, *Store) {
	s := newStore(in.Layout(), limit)
	e := &Engine{
		walk:     walk{in: in, taken: taken},
		in:       in,
		l:        in.Layout(),
		store:    s,
		codec:    s.codec,
		stepwise: in.Labelled(),
		labels:   make([][]uint8, len(in.Layout().Procs)),
	}
	e.renew()
	return e, s
}

// renew begins a generation: the packing has changed, or the memo is full.
func (e *Engine) renew() {
	e.packed = e.codec.Version()
	e.gen++
	e.words = e.codec.Words()
	e.root = make([]uint64, e.words)
	e.at, e.behind = nil, nil
	e.fullOf = nil
	e.shapes, e.here, e.hereID, e.shapeMask = nil, nil, 0, e.codec.ShapeMask()
	e.memo.reset(e.words)
}

// Layout returns that of the unpacked vectors.
func (e *Engine) Layout() *layout.Layout { return e.l }

// Faults implements system.System.
func (e *Engine) Faults() []vm.Fault { return e.in.Faults() }

// KeyLen is how many bytes of a state are stored, uncompressed.
func (e *Engine) KeyLen(s *vm.State) int {
	return e.shape(binary.LittleEndian.Uint64(s.Vec)).keyLen
}

// Initial makes s the initial state.
func (e *Engine) Initial(s *vm.State) vm.Effect {
	eff := e.in.Initial(&e.work)
	e.consts = append(e.consts[:0], e.work.Vec[:e.l.Hidden]...)
	e.pack(s, e.store.Encode(e.work.Vec, 0, nil))
	s.Excl, s.Turn, s.Copy = e.work.Excl, 0, 0
	return eff
}

// pack makes a root the vector of s.
func (e *Engine) pack(s *vm.State, root []uint64) {
	if e.codec.Version() != e.packed {
		e.renew()
	}
	s.Vec = e.store.vector(s.Vec, root, e.gen)
}

// generation is that of a vector.
func generation(vec []byte) uint32 { return binary.LittleEndian.Uint32(vec[len(vec)-8:]) }

// load makes s, which is packed, the state under way.
func (e *Engine) load(s *vm.State) {
	if generation(s.Vec) != e.gen {
		e.pack(s, e.store.load(s.Vec))
	}
	for i := range e.root {
		e.root[i] = binary.LittleEndian.Uint64(s.Vec[8*i:])
	}
}

// unpacked returns the state under way as the machine has it.
func (e *Engine) unpacked() *vm.State {
	if same := e.fullOf != nil; same {
		for i, w := range e.root {
			same = same && e.fullOf[i] == w
		}
		if same {
			return &e.full
		}
	}
	e.fullOf = append(e.fullOf[:0], e.root...)
	e.full.Vec = e.codec.Decode(append(e.full.Vec[:0], e.consts...), e.root)
	e.full.Dirty, e.full.Excl = 0, -1
	return &e.full
}

// Expand implements system.System.
func (e *Engine) Expand(s *vm.State, x *system.Expansion) {
	x.Clear()
	if generation(s.Vec) == unpacked {
		e.expandWithin(s, x)
		return
	}
	e.load(s)
	if x.Room < atomic.Room {
		e.ask(s, x)
		return
	}
	sh := e.shape(e.root[0])
	first, last := len(sh.procs)-1, 0
	if s.Excl >= 0 {
		first, last = int(s.Excl), int(s.Excl)
	}
	choices := x.Choices // a local one: writing slices to the heap costs more than the rest of the loop
	for pid := first; pid >= last; pid-- {
		p := &sh.procs[pid]
		word := e.find(p, pid)
		if word == 0 {
			var what outcome
			word, what = e.learn(sh, p, pid)
			switch what {
			case renewed:
				e.Expand(s, x)
				return
			case fails:
				e.ask(s, x)
				return
			}
		}
		if word&attempted != 0 {
			x.Effect |= vm.Attempted
		}
		if x.Ahead {
			choices = e.foresee(choices, word)
		} else {
			choices = e.memo.list(choices, word)
		}
	}
	if len(choices) > cap(x.Choices) {
		x.Choices = choices
	}
	x.Choices = x.Choices[:len(choices)]
	switch {
	case len(x.Choices) > 0:
		if x.Ahead {
			e.leaveOut(x)
		}
	case s.Excl >= 0:
		s.Excl = -1
		x.Effect |= vm.Released
	default:
		e.ask(s, x)
	}
}

// foresee is memo.list, and touches the store where the roots behind the choices may be: they are looked up
// once all choices are found. A second pass over the list for it costs two percent.
func (e *Engine) foresee(dst []system.Choice, word uint64) []system.Choice {
	k, at := e.words, uint32(word)
	for n := word >> 32 & mostMoves; n > 0; n-- {
		d := e.memo.moves[at : int(at)+k+1]
		kind := &e.memo.kinds[uint32(d[0])]
		i := len(dst)
		dst = append(dst, kind.choice)
		dst[i].Note = at & kind.note
		at += uint32(k + 1)
		if i >= len(e.at) {
			e.at, e.behind = append(e.at, make([]int, i+1)...), append(e.behind, make([]uint64, (i+1)*k)...)
		}
		if kind.note == 0 {
			e.at[i] = -1
			continue
		}
		b := e.behind[i*k : i*k+k]
		for j, w := range e.root {
			b[j] = w + d[j+1]
		}
		e.at[i] = e.store.Touch(b)
	}
	return dst
}

// leaveOut takes the choices that lead to stored states from those foreseen.
func (e *Engine) leaveOut(x *system.Expansion) {
	k, choices, left, gap := e.words, x.Choices, 0, system.Gap{}
	for i := range choices {
		c := &choices[i]
		if at := e.at[i]; at < 0 || !e.store.Knows(e.behind[i*k:i*k+k], at) {
			x.Gaps = append(x.Gaps, gap)
			gap = system.Gap{}
			choices[left] = *c
			left++
			continue
		}
		if e.walk.taken != nil {
			e.walk.taken[c.Trans], e.walk.taken[c.Partner] = 1, 1
		}
		gap.Closed++
		if raw := uint32(e.memo.moves[c.Note] >> 32); raw&^uint32(vm.Handshake) != 0 {
			step := unpackStep(raw)
			if step.Effect&vm.AtomicStep != 0 {
				gap.Atomic++
			}
			gap.Atomic += uint32(step.Before - step.Shared)
			gap.Reach = max(gap.Reach, int32(step.Reach()))
		}
	}
	x.Gaps = append(x.Gaps, gap)
	x.Choices = x.Choices[:left]
}

// ask lets the system below find all choices of the state under way.
func (e *Engine) ask(s *vm.State, x *system.Expansion) {
	full, base := e.unpacked(), x.Base
	full.Excl, x.Base = s.Excl, nil // what an engine has found is no base for others
	e.in.Expand(full, x)
	s.Excl, x.Base = full.Excl, base
}

// Do implements system.System.
func (e *Engine) Do(s *vm.State, c *system.Choice, room int) vm.Step {
	if c.Note == 0 {
		return e.do(s, c, room)
	}
	note := c.Note
	if generation(s.Vec) != e.gen {
		if note = e.recall(s, c); note == 0 {
			return e.do(s, c, room)
		}
	}
	d := e.memo.moves[note : int(note)+e.words+1]
	vec := s.Vec
	for _, x := range d[1:] {
		binary.LittleEndian.PutUint64(vec, binary.LittleEndian.Uint64(vec)+x)
		vec = vec[8:]
	}
	s.Excl = e.memo.kinds[uint32(d[0])].excl
	return unpackStep(uint32(d[0] >> 32))
}

// recall returns what the present generation remembers of a choice of s that an earlier one found; 0:
// nothing.
func (e *Engine) recall(s *vm.State, c *system.Choice) uint32 {
	e.load(s)
	p, pid := &e.shape(e.root[0]).procs[c.Pid], int(c.Pid)
	e.present = e.memo.list(e.present[:0], e.find(p, pid))
	for _, x := range e.present {
		if x.Trans == c.Trans && x.Partner == c.Partner && x.Peer == c.Peer && x.Leaf == c.Leaf {
			return x.Note
		}
	}
	return 0
}

// do lets the system below take the step, and those behind it.
func (e *Engine) do(s *vm.State, c *system.Choice, room int) vm.Step {
	if !e.unpack(s) {
		e.load(s)
		e.unpacked()
	}
	w := &e.walk
	all := c.Note != 0 // it has been walked before
	w.begin(&e.full, c.Move(), room >= atomic.Room && !e.stepwise, all)
	for range c.Leaf {
		w.next()
	}
	step, ok := w.result()
	if !ok {
		step = w.first()
	}
	s.Excl = w.state.Excl
	if step.Effect&vm.Transient != 0 {
		e.leaveUnpacked(s)
	} else {
		e.pack(s, e.store.Encode(w.state.Vec, w.state.Dirty, e.root))
	}
	return step
}

// Same implements system.System.
func (e *Engine) Same(s *vm.State, vec []byte) bool {
	if generation(s.Vec) == generation(vec) {
		return bytes.Equal(s.Vec, vec)
	}
	return slices.Equal(slices.Clone(e.store.load(s.Vec)), e.store.load(vec))
}

// Path implements system.System. Of a choice that is one of several, it finds again where the steps behind
// the first lead.
func (e *Engine) Path(path []system.Taken) []vm.Move {
	var s vm.State
	w := &walk{in: e.in}
	e.in.Initial(&s)
	out := make([]system.Taken, 0, len(path))
	take := func(m vm.Move) {
		c := system.ChoiceOf(m)
		out = append(out, system.Taken{Choice: c})
		e.in.Do(&s, &c, 0)
	}
	for _, k := range path {
		if k.Pid == vm.ClaimPid {
			out = append(out, system.Taken{Choice: system.ChoiceOf(k.Move())})
			e.in.DoClaim(&s, &k.Choice)
			continue
		}
		if k.Before > 0 {
			w.begin(&s, k.Move(), true, true)
			for range k.Leaf {
				w.next()
			}
		}
		take(k.Move())
		for i := range int(k.Before) {
			l := &w.levels[i]
			take(l.moves[l.next])
		}
	}
	return e.in.Path(out)
}
