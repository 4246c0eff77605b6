package search

import (
	"bytes"
	"time"

	"gospin/compression/mix"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// Nested depth-first search (Courcoubetis, Vardi, Wolper, Yannakakis 1992, as in Holzmann, Peled, Yannakakis, "On nested
// depth first search", 1996): the blue search starts a red one at every accepting state that it leaves; a red path
// back to the state it began at, or to one on the blue path (Schwoon and Esparza 2005), closes an accepting cycle.
//
// The steps are those of pan: the claim moves first, then the system, each one level deeper. A state is stored when the
// claim is to move. Inside an atomic sequence the claim waits. Where the system is blocked the claim moves alone.

// openFrame is a frame of a nested search: a state, and whose turn it is.
type openFrame struct {
	moves, vec  int
	hint        int
	taken       vm.Move
	next, n     uint32
	vecLen      uint32
	hintLen     uint32
	dirty       uint64 // written since the stored state that the hint is of
	hash        uint64
	chain       int32 // the frame before with this hash, if it is open; -1: none
	depth       int32
	excl        int16
	claim       bool // the claim is to move
	alone       bool // the system was blocked here: the claim has moved alone
	atomic      bool
	accepting   bool
	moved       bool // a move was made from here
	open        bool // it is in the table of open states
	red         bool
	root        bool // where a red search began; the frame below is the same state
	redSearched bool
}

type ndfs struct {
	*Task
	sys     system.Claimed
	res     Result
	cur     vm.State
	arrival store.Arrival
	frames  stack[openFrame]
	moves   stack[vm.Move]
	vecs    stack[byte]
	hints   stack[uint64]
	found   []vm.Move
	hint    []uint64
	opened  map[uint64]int32 // the youngest open frame with a hash
	red     bool
	seed    int // the frame where the red search began
	ticks   uint
	shown   uint64
	clock   time.Time
	stop    bool
	err     error
}

// NDFS searches for runs that the claim of a system accepts, finite and infinite ones.
func NDFS(t *Task, sys system.Claimed) (*Result, error) {
	d := &ndfs{Task: t, sys: sys, clock: time.Now(), opened: map[uint64]int32{}, seed: -1}
	eff := sys.Initial(&d.cur)
	if eff&vm.Failed != 0 {
		d.failed(0, vm.Move{})
	}
	if !d.stop && eff&(vm.Pruned|vm.Abort) == 0 {
		g := d.frames.next()
		*g = openFrame{claim: true, chain: -1}
		if d.visit(g, nil) {
			d.expand(g)
		}
	}
	for d.frames.top > 0 && !d.stop {
		f := d.frames.item(d.frames.top - 1)
		if f.next < f.n {
			d.step(f)
		} else {
			d.exhausted(f)
		}
	}
	return &d.res, d.err
}

// restore makes the state of a frame the one at hand.
func (d *ndfs) restore(f *openFrame) {
	d.cur.Vec = append(d.cur.Vec[:0], d.vecs.at(f.vec, int(f.vecLen))...)
	d.cur.Excl, d.cur.Dirty, d.cur.Before = f.excl, f.dirty, nil
}

func (d *ndfs) step(f *openFrame) {
	d.restore(f)
	m := *d.moves.item(f.moves + int(f.next))
	f.taken = m
	f.next++
	f.moved = true
	var eff vm.Effect
	if f.claim {
		eff = d.sys.ClaimDo(&d.cur, m)
	} else {
		eff = d.sys.Do(&d.cur, m)
	}
	if d.ticks++; d.ticks&(1<<13-1) == 0 {
		d.tick()
	}
	if eff&vm.AtomicStep != 0 {
		d.res.AtomicSteps++
	}
	if eff&vm.Failed != 0 {
		d.failed(int(f.depth), m)
	}
	if eff&vm.Abort != 0 {
		d.res.incomplete("aborted: " + d.why())
		d.halt()
	}
	if d.stop || eff&vm.Pruned != 0 {
		return
	}
	d.arrive(f, eff)
}

func (d *ndfs) why() string {
	if f := d.sys.Faults(); len(f) > 0 {
		return f[len(f)-1].Msg
	}
	return "the system gave up"
}

func (d *ndfs) arrive(f *openFrame, eff vm.Effect) {
	g := d.frames.next()
	*g = openFrame{depth: f.depth + 1, atomic: eff&vm.Transient != 0, hint: f.hint, hintLen: f.hintLen, chain: -1, red: d.red}
	if eff&vm.Handshake != 0 {
		g.depth++
	}
	if limit := d.Limits.Depth; limit > 0 && int(g.depth) >= limit {
		d.res.Matched++
		d.res.incomplete(DepthLimit)
		return
	}
	g.claim = f.claim == g.atomic // in turn, unless the sequence is atomic
	g.accepting = d.sys.Accepting(&d.cur)
	if (g.claim || f.alone) && !d.visit(g, f) {
		return
	}
	d.expand(g)
}

// expand finds the moves of the state at hand for the one whose turn it is, and pushes it.
func (d *ndfs) expand(g *openFrame) {
	d.res.Depth = max(d.res.Depth, int(g.depth))
	if d.sys.ClaimEnded(&d.cur) {
		d.fault(&Fault{ClaimEnd: true, Msg: "end state in claim reached", Depth: int(g.depth)})
		if d.stop {
			return
		}
	}
	d.look(g)
	g.vec, g.vecLen, g.excl, g.dirty = d.vecs.push(d.cur.Vec), uint32(len(d.cur.Vec)), d.cur.Excl, d.cur.Dirty
	if g.open {
		d.opened[g.hash] = int32(d.frames.top)
	}
	d.frames.top++
}

// look finds the moves of the state at hand.
func (d *ndfs) look(g *openFrame) {
	var eff vm.Effect
	d.cur.Before = nil
	if g.claim {
		d.found, eff = d.sys.ClaimMoves(&d.cur, d.found[:0])
	} else {
		d.found, eff = d.sys.Moves(&d.cur, d.found[:0])
		if limit := d.Limits.Depth; eff&vm.Attempted != 0 && (limit == 0 || int(g.depth)+1 < limit) {
			d.res.Depth = max(d.res.Depth, int(g.depth)+1)
		}
	}
	if eff&vm.Failed != 0 {
		d.failed(int(g.depth), vm.Move{})
	}
	g.moves, g.next, g.n = d.moves.push(d.found), 0, uint32(len(d.found))
}

// exhausted passes the turn on where the system is blocked, and leaves the frame otherwise.
func (d *ndfs) exhausted(f *openFrame) {
	if !f.moved && !f.claim {
		d.restore(f)
		d.moves.cut(f.moves)
		d.cur.Excl, f.excl = -1, -1
		f.claim = true
		if !f.atomic {
			f.alone = true
			d.look(f)
			return
		}
		f.atomic = false
		if d.visit(f, d.below()) {
			f.dirty = 0
			d.opened[f.hash] = int32(d.frames.top - 1)
			d.look(f)
			return
		}
	} else if !f.atomic && f.moved && f.claim && f.accepting && !d.red && !f.redSearched {
		f.redSearched = true
		d.restore(f)
		d.red, d.seed = true, d.frames.top-1
		g := d.frames.next()
		*g = openFrame{depth: f.depth, claim: true, alone: f.alone, accepting: f.accepting, hint: f.hint, hintLen: f.hintLen,
			chain: -1, red: true, root: true}
		if d.visit(g, d.below()) {
			d.expand(g)
		} else {
			d.red = false
		}
		return
	}
	d.leave(f)
}

// below is the frame that the topmost one was reached from.
func (d *ndfs) below() *openFrame {
	if d.frames.top < 2 {
		return nil
	}
	return d.frames.item(d.frames.top - 2)
}

func (d *ndfs) leave(f *openFrame) {
	if f.open {
		if f.chain >= 0 {
			d.opened[f.hash] = f.chain
		} else {
			delete(d.opened, f.hash)
		}
		d.hints.cut(f.hint)
	}
	d.moves.cut(f.moves)
	d.vecs.cut(f.vec)
	d.frames.top--
	if f.root {
		d.red = false
	}
}

// visit stores the state at hand for the present search. The result false says that nothing new is behind it.
func (d *ndfs) visit(g, f *openFrame) bool {
	phase := byte(0)
	if d.red {
		phase = 1
	}
	d.sys.SetPhase(&d.cur, phase)
	if d.red && !g.root {
		if seed := d.frames.item(d.seed); g.depth > seed.depth && d.cur.Excl < 0 && d.same(seed) {
			d.cycle(int(seed.depth))
			return false
		}
	}
	if g.atomic {
		return true
	}
	g.hash = d.hash()
	d.arrival.State, d.arrival.Parent = &d.cur, nil
	if g.hintLen > 0 {
		d.arrival.Parent = d.hints.at(g.hint, int(g.hintLen))
	}
	_, hint, status := d.Store.Visit(&d.arrival, d.hint[:0])
	d.hint = hint
	switch status {
	case store.Full:
		d.res.incomplete(MemoryLimit)
		d.halt()
		return false
	case store.Known:
		blue, red := d.find(g.hash)
		accepting := g.accepting || f != nil && f.accepting
		switch {
		case d.red && blue >= 0 && g.depth > d.frames.item(d.seed).depth:
			d.cycle(int(d.frames.item(int(blue)).depth))
		case d.red && red >= 0 && accepting && g.depth > d.frames.item(d.seed).depth:
			d.cycle(int(d.frames.item(int(red)).depth))
		case !d.red && blue >= 0 && accepting && g.depth > 0:
			d.cycle(int(d.frames.item(int(blue)).depth))
		default:
			d.res.Matched++
		}
		return false
	}
	if blue, _ := d.find(g.hash); d.red && blue >= 0 && g.depth > d.frames.item(d.seed).depth {
		d.cycle(int(d.frames.item(int(blue)).depth))
		return false
	}
	d.res.Visited++
	if !d.red {
		d.res.Stored++
	}
	d.res.MaxVector = max(d.res.MaxVector, len(d.cur.Vec)-d.sys.Layout().Hidden)
	g.hint, g.hintLen, g.open = d.hints.push(hint), uint32(len(hint)), true
	if at, ok := d.opened[g.hash]; ok {
		g.chain = at
	}
	d.cur.Dirty = 0
	return true
}

// hash is that of the state at hand, whatever the search's phase.
func (d *ndfs) hash() uint64 {
	phase := byte(0)
	if d.red {
		phase = 1
	}
	dirty := d.cur.Dirty
	d.sys.SetPhase(&d.cur, 0)
	h := mix.Bytes(d.cur.Vec)
	d.sys.SetPhase(&d.cur, phase)
	d.cur.Dirty = dirty
	return h
}

// find returns the open frames of the state at hand: that of the blue search and that of the red one, or -1.
func (d *ndfs) find(hash uint64) (blue, red int32) {
	blue, red = -1, -1
	at, ok := d.opened[hash]
	for ; ok && at >= 0; at = d.frames.item(int(at)).chain {
		f := d.frames.item(int(at))
		if !d.same(f) {
			continue
		}
		if f.red {
			red = at
		} else {
			blue = at
		}
	}
	return blue, red
}

// same compares the state at hand with that of a frame, whatever the phases.
func (d *ndfs) same(f *openFrame) bool {
	v := d.vecs.at(f.vec, int(f.vecLen))
	a := d.sys.PhaseAt()
	return len(v) == len(d.cur.Vec) && bytes.Equal(v[:a], d.cur.Vec[:a]) && bytes.Equal(v[a+1:], d.cur.Vec[a+1:])
}

func (d *ndfs) halt() { d.stop, d.res.Stopped = true, true }

func (d *ndfs) cycle(depth int) {
	d.fault(&Fault{Cycle: true, Msg: "acceptance cycle", Depth: depth})
}

func (d *ndfs) failed(depth int, m vm.Move) {
	for _, f := range d.sys.Faults() {
		if f.Kind == vm.AssertionViolated && d.Limits.NoAssert {
			continue
		}
		at := depth
		if m.Partner != 0 && f.Trans == m.Partner {
			at++
		}
		d.fault(&Fault{Kind: f.Kind, Msg: f.Msg, Pid: f.Pid, Trans: f.Trans, Depth: at})
		if d.stop {
			return
		}
	}
}

func (d *ndfs) fault(f *Fault) {
	d.res.Errors++
	if d.OnFault != nil {
		f.Moves = d.path
		if d.err = d.OnFault(f); d.err != nil {
			d.halt()
		}
	}
	if d.Limits.Errors > 0 && d.res.Errors >= d.Limits.Errors {
		d.halt()
	}
}

// path lists the moves made, the claim's included.
func (d *ndfs) path() []vm.Move {
	var out []vm.Move
	for i := range d.frames.top {
		if i+1 < d.frames.top && d.frames.item(i+1).root {
			continue
		}
		if f := d.frames.item(i); f.moved {
			out = append(out, f.taken)
		}
	}
	return out
}

func (d *ndfs) tick() {
	now := time.Now()
	if !d.Limits.Deadline.IsZero() && now.After(d.Limits.Deadline) {
		d.res.incomplete(TimeLimit)
		d.halt()
	}
	if d.Progress != nil && (d.res.Stored-d.shown >= 100000 || now.Sub(d.clock) >= time.Second) {
		d.shown, d.clock = d.res.Stored, now
		d.Progress(&d.res)
	}
}
