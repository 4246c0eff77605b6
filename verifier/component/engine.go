package component

import (
	"encoding/binary"

	"gospin/compression"
	"gospin/verifier/atomic"
	"gospin/verifier/store"
	"gospin/vm"
	"gospin/vm/layout"
)

// Engine is a system whose vectors are the roots of a store, 8 bytes a word, and 4 bytes with their generation. It
// serves one goroutine.
type Engine struct {
	m         *vm.Machine
	l         *layout.Layout
	store     *store.Packed
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
	marked    []bool    // by proctype: it has accepting states
	accepting [][]uint8 // what is known of processes' components, by proctype and number
	claims    []uint8   // what is known of the claim, by the number of the globals
	claimed   bool      // a claim moves after the system: nothing is stored before
	full      vm.State  // the state whose root is fullOf
	fullOf    []uint64  // nil: none
	work      vm.State
	found     []vm.Move
	stepwise  bool // the search looks at all states within atomic sequences
	ends      bool // it does where the claim is at its end
	walk      atomic.Walk
	present   []vm.Move // what the present generation remembers of a process
	at        []int     // of the moves looked at: where the store has been touched
	behind    []uint64  // and the roots behind them
}

// Takes tells whether the engine can run a program.
func Takes(p *vm.Program) bool {
	return !p.UsesPrio && !p.ClaimTimeout && !p.Phases && p.Events == nil && !p.Layout.Unstored
}

// New returns a system that does what m does, for states in s. The transitions of steps that are taken with others are
// marked in taken, unless it is nil.
func New(m *vm.Machine, s *store.Packed, taken []byte) *Engine {
	p := m.Program()
	e := &Engine{walk: atomic.NewWalk(m, taken), m: m, l: m.Layout(), store: s, codec: s.Codec(), claimed: p.Claim != nil, marked: marked(p),
		accepting: make([][]uint8, len(p.Procs))}
	e.stepwise, e.ends = atomic.Stepwise(p), atomic.Ends(p)
	e.renew()
	return e
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

// Faults are those of the last Moves or Do that returned Failed.
func (e *Engine) Faults() []vm.Fault { return e.m.Faults() }

// KeyLen is how many bytes of a state are stored, uncompressed.
func (e *Engine) KeyLen(s *vm.State) int {
	return e.shape(binary.LittleEndian.Uint64(s.Vec)).keyLen
}

// Initial makes s the initial state.
func (e *Engine) Initial(s *vm.State) vm.Effect {
	eff := e.m.Initial(&e.work)
	e.consts = append(e.consts[:0], e.work.Vec[:e.l.Hidden]...)
	e.pack(s, e.store.Root(e.work.Vec, 0, nil))
	s.Excl = e.work.Excl
	return eff
}

// pack makes a root the vector of s.
func (e *Engine) pack(s *vm.State, root []uint64) {
	if e.codec.Version() != e.packed {
		e.renew()
	}
	s.Vec = e.store.Store(s.Vec, root, e.gen)
}

// generation is that of a vector.
func generation(vec []byte) uint32 { return binary.LittleEndian.Uint32(vec[len(vec)-8:]) }

// load makes s, which is packed, the state under way.
func (e *Engine) load(s *vm.State) {
	if generation(s.Vec) != e.gen {
		e.pack(s, e.store.Load(s.Vec))
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
	e.full.Dirty, e.full.Excl, e.full.Before = 0, -1, nil
	return &e.full
}

// Unpack makes dst the state s as the machine has it.
func (e *Engine) Unpack(dst, s *vm.State) {
	if !e.unpack(s) {
		e.load(s)
		e.unpacked()
	}
	dst.CopyFrom(&e.full)
	dst.Excl = s.Excl
}

// Moves appends the moves enabled in s, in SPIN's order. The vector of s may be brought up to date.
func (e *Engine) Moves(s *vm.State, dst []vm.Move) ([]vm.Move, vm.Effect) {
	if generation(s.Vec) == unpacked {
		return e.movesWithin(s, dst)
	}
	start, eff := len(dst), vm.Effect(0)
	e.load(s)
	sh := e.shape(e.root[0])
	if s.Singly || e.ends && e.claimHere(sh)&endsClaim != 0 {
		return e.ask(s, dst)
	}
	first, last := len(sh.procs)-1, 0
	if s.Excl >= 0 {
		first, last = int(s.Excl), int(s.Excl)
	}
	for pid := first; pid >= last; pid-- {
		p := &sh.procs[pid]
		word := e.find(p, pid)
		if word == 0 {
			var what outcome
			word, what = e.learn(sh, p, pid)
			switch what {
			case renewed:
				return e.Moves(s, dst[:start])
			case fails:
				return e.ask(s, dst[:start])
			}
		}
		if word&attempted != 0 {
			eff |= vm.Attempted
		}
		if e.claimed {
			dst = e.memo.list(dst, word)
		} else {
			dst = e.foresee(dst, start, word)
		}
	}
	if len(dst) > start {
		if !e.claimed {
			e.look(dst[start:])
		}
		return dst, eff
	}
	if s.Excl >= 0 {
		s.Excl = -1
		return dst, eff | vm.Released
	}
	return e.ask(s, dst)
}

// foresee is memo.list, and touches the store where the roots behind the moves may be: they are looked up once all moves
// are found. The moves of the state under way begin at start. A second pass over the list for it costs two percent.
func (e *Engine) foresee(dst []vm.Move, start int, word uint64) []vm.Move {
	k, at := e.words, uint32(word)
	for n := word >> 32 & mostMoves; n > 0; n-- {
		d := e.memo.moves[at : int(at)+k+1]
		kind := &e.memo.kinds[uint32(d[0])]
		i := len(dst) - start
		dst = append(dst, kind.move)
		m := &dst[start+i]
		m.Memo = at & kind.memo
		at += uint32(k + 1)
		if m.Memo == 0 || vm.Effect(d[0]>>32)&vm.Transient != 0 {
			continue
		}
		if i >= len(e.at) {
			e.at, e.behind = append(e.at, make([]int, i+1)...), append(e.behind, make([]uint64, (i+1)*k)...)
		}
		b := e.behind[i*k : i*k+k]
		for j, w := range e.root {
			b[j] = w + d[j+1]
		}
		e.at[i] = e.store.Touch(b)
		m.Known = true
	}
	return dst
}

// look marks moves that lead to stored states, of those foreseen.
func (e *Engine) look(moves []vm.Move) {
	k := e.words
	for i := range moves {
		if m := &moves[i]; m.Known {
			if m.Known = e.store.Knows(e.behind[i*k:i*k+k], e.at[i]); m.Known {
				m.Memo = uint32(e.memo.moves[m.Memo] >> 32)
			}
		}
	}
}

// ask lets the machine find all moves of the state under way.
func (e *Engine) ask(s *vm.State, dst []vm.Move) ([]vm.Move, vm.Effect) {
	full := e.unpacked()
	full.Excl = s.Excl
	dst, eff := e.m.Moves(full, dst)
	s.Excl = full.Excl
	return dst, eff
}

// Do takes the move m of s.
func (e *Engine) Do(s *vm.State, m vm.Move) vm.Effect {
	if m.Memo == 0 {
		return e.do(s, m)
	}
	if generation(s.Vec) != e.gen {
		if m.Memo = e.again(s, m); m.Memo == 0 {
			m.Memo = walked
			return e.do(s, m)
		}
	}
	d := e.memo.moves[m.Memo : int(m.Memo)+e.words+1]
	vec := s.Vec
	for _, x := range d[1:] {
		binary.LittleEndian.PutUint64(vec, binary.LittleEndian.Uint64(vec)+x)
		vec = vec[8:]
	}
	s.Excl = e.memo.kinds[uint32(d[0])].excl
	return vm.Effect(d[0] >> 32)
}

// walked stands for what an earlier generation remembered of a move.
const walked = 1

// again returns what the present generation remembers of a move of s that an earlier one found; 0: nothing.
func (e *Engine) again(s *vm.State, m vm.Move) uint32 {
	e.load(s)
	p, pid := &e.shape(e.root[0]).procs[m.Pid], int(m.Pid)
	e.present = e.memo.list(e.present[:0], e.find(p, pid))
	for _, x := range e.present {
		if x.Trans == m.Trans && x.Partner == m.Partner && x.Peer == m.Peer && x.Leaf == m.Leaf {
			return x.Memo
		}
	}
	return 0
}

// Single lists the steps of the moves on a path from the initial state one by one.
func (e *Engine) Single(path []vm.Move) []vm.Move { return atomic.Single(e.m.Program(), path) }

// do lets the machine take the move.
func (e *Engine) do(s *vm.State, m vm.Move) vm.Effect {
	together := !s.Singly && !e.stepwise && !(e.ends && e.ClaimEnded(s))
	if !e.unpack(s) {
		e.load(s)
		e.unpacked()
	}
	w := &e.walk
	all := m.Memo != 0 // it has been walked before
	w.Begin(&e.full, m, together, all)
	for range m.Leaf {
		w.Next()
	}
	eff, ok := w.Effect()
	if !ok {
		eff = w.First()
	}
	s.Excl = w.State.Excl
	if eff&vm.Transient != 0 {
		e.leaveUnpacked(s)
	} else {
		e.pack(s, e.store.Root(w.State.Vec, w.State.Dirty, e.root))
	}
	return eff
}
