package search

import (
	"fmt"

	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// Nested depth-first search (Holzmann, Peled, Yannakakis, "On nested depth first search", 1996): a first search, the
// blue one, starts a second, red one at every accepting state that it leaves, the seed. A red path back to the seed, or
// to a state on the blue path, closes an accepting cycle; so does a blue path through an accepting state that comes back
// to itself.
//
// The steps are those of pan: the claim moves first, then the system, each one level deeper. A state is stored when the
// claim is to move. Inside an atomic sequence the claim waits. Where the system is blocked, the claim moves alone, and
// the state behind is stored although it is the system's turn.

// Colours of a state.
const (
	blueSeen store.Colour = 1 << iota
	redSeen
	blueOpen // it is on the path of the search
	redOpen
	colourBits = 4
)

// claimFrame is a state on the path, and whose turn it is.
type claimFrame struct {
	moves, vec int // where its moves and its vector are kept
	base       int // where all moves of the nearest state are kept in which the system was asked for them, this one included
	hint       int // where the hint of the nearest stored state is, this one included
	ref        store.Ref
	dirty      uint64  // written since that stored state
	since      uint64  // written since the state of base, the claim's control state apart
	taken      vm.Move // the move on the path
	next, n    uint32  // moves made, moves in all
	copy       uint16  // of the system, for weak fairness
	vecLen     uint32
	hintLen    uint32
	baseLen    uint32 // 0: they are not known
	depth      int32
	chain      int32 // transient states in a row up to this one
	excl       int16
	claim      bool // the claim is to move
	alone      bool // the system was blocked here, and the claim moves alone
	follows    bool // the claim has moved alone to get here
	atomic     bool // inside an atomic sequence
	accepting  bool
	stored     bool // the hint is its own, and its colour says that it is open
	root       bool // a red search begins here; the frame below is the same state
	searched   bool // a red search has begun here
	fresh      bool // the state at hand is this one's
}

type ndfs struct {
	course
	sys     system.Claimed
	set     store.Coloured
	cur     vm.State
	arrival store.Arrival
	frames  stack[claimFrame]
	moves   stack[vm.Move]
	vecs    stack[byte]
	hints   stack[uint64]
	guest   claimFrame // the state at hand, before it is pushed: what the states that arrive have in common stays as it is
	found   []vm.Move
	hint    []uint64
	loops   loops
	bare    bool // there is no claim: the system alone moves
	single  bool // the blue search finds all cycles
	fair    bool // only cycles that are fair to every process count
	seed    int  // the frame that the red search began at; -1: the search is blue
}

// NDFS searches for runs that the claim of a system accepts: infinite ones, through accepting states again and again,
// and finite ones, at whose end the claim is at its own.
func NDFS(t *Task, sys system.Claimed) (*Result, error) { return nested(t, sys, false) }

// AcceptanceCycles is NDFS without the claim, which never moves: it finds the runs that are infinite and pass through
// accepting states of processes again and again, and those that end in such a state.
func AcceptanceCycles(t *Task, sys system.Claimed) (*Result, error) { return nested(t, sys, true) }

func nested(t *Task, sys system.Claimed, bare bool) (*Result, error) {
	set, ok := t.Store.(store.Coloured)
	if !ok {
		return nil, fmt.Errorf("the store keeps no colours, which nested searches need")
	}
	if t.Fair {
		set.KeepColours(fairBits)
	} else {
		set.KeepColours(colourBits)
	}
	d := &ndfs{sys: sys, set: set, bare: bare, fair: t.Fair, single: sys.Weak() && !t.Fair, seed: -1}
	d.loops.at = -1
	d.begin(t, sys, d.way)
	d.frames.weight, d.moves.weight, d.vecs.weight, d.hints.weight = &d.weight, &d.weight, &d.weight, &d.weight
	eff := sys.Initial(&d.cur)
	if eff&vm.Failed != 0 {
		d.failed(0, vm.Move{})
	}
	if eff&vm.Abort != 0 {
		d.abort()
	}
	if !d.stop && eff&vm.Pruned == 0 {
		g := d.frames.next()
		*g = claimFrame{claim: !bare}
		if d.visit(g) {
			d.enter(g)
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
func (d *ndfs) restore(f *claimFrame) {
	d.cur.Vec = append(d.cur.Vec[:0], d.vecs.at(f.vec, int(f.vecLen))...)
	d.cur.Excl, d.cur.Dirty, d.cur.Before = f.excl, f.dirty, nil
}

// step makes the next move of the topmost frame.
func (d *ndfs) step(f *claimFrame) {
	if f.fresh {
		f.fresh = false
	} else {
		d.restore(f)
	}
	m := *d.moves.item(f.moves + int(f.next))
	f.taken = m
	f.next++
	var eff vm.Effect
	d.cur.Dirty = 0
	if f.claim || f.alone {
		eff = d.sys.ClaimDo(&d.cur, m)
	} else {
		d.cur.Singly = d.singly(int(f.depth))
		eff = d.sys.Do(&d.cur, m)
	}
	if f.taken.Memo = uint32(eff.Before()); eff.Reach() > 0 {
		d.res.AtomicSteps += uint64(eff.Uncounted())
		d.res.Depth = max(d.res.Depth, int(f.depth)+eff.Reach())
	}
	if d.Taken != nil {
		d.Taken[m.Trans], d.Taken[m.Partner] = 1, 1
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
		d.abort()
	}
	if d.stop || eff&vm.Pruned != 0 {
		return
	}
	d.arrive(f, m, eff)
}

// arrive takes the state at hand, reached from f, into account, and pushes it unless nothing new is behind it.
func (d *ndfs) arrive(f *claimFrame, m vm.Move, eff vm.Effect) {
	g := &d.guest // most states that are to be stored are known: a frame is made of the others only
	g.atomic = eff&vm.Transient != 0
	g.since = f.since
	if eff&vm.Silent == 0 {
		g.since |= d.cur.Dirty
	}
	d.cur.Dirty |= f.dirty
	if g.depth = f.depth + int32(eff.Deeper()) + 1; eff&vm.Handshake != 0 {
		g.depth++
	}
	if d.fair {
		g.copy = d.follow(f, m)
	}
	moved := f.claim || f.alone
	g.claim = moved == g.atomic && !d.bare // in turn, unless the sequence is atomic
	g.follows = f.alone && !g.claim || f.follows && g.atomic && moved
	if limit := d.Limits.Depth; limit > 0 && int(g.depth) >= limit {
		d.res.Matched++
		d.res.incomplete(DepthLimit)
		return
	}
	g.chain = 0
	if g.atomic {
		g.chain = f.chain + 1
		if (g.chain > longChain || d.loops.met != nil) && d.loops.closed(&d.cur, int(g.chain), d.frames.top) {
			d.res.incomplete(EndlessAtomic)
			return
		}
	}
	g.hint, g.hintLen, g.base, g.baseLen, g.stored = f.hint, f.hintLen, f.base, f.baseLen, false
	if (g.claim || g.follows || d.bare) && !d.visit(g) {
		return
	}
	top := d.frames.next()
	*top = *g
	d.enter(top)
}

// enter pushes the state at hand.
func (d *ndfs) enter(g *claimFrame) {
	g.accepting = d.sys.Accepting(&d.cur)
	d.res.Depth = max(d.res.Depth, int(g.depth))
	d.ended(g)
	if d.stop {
		return
	}
	d.look(g)
	if g.vec = d.vecs.top; g.n != 1 || g.stored || d.fair { // else its only move is made at once
		g.vec, g.vecLen = d.vecs.push(d.cur.Vec), uint32(len(d.cur.Vec))
	}
	d.frames.top++
}

// ended tells of the claim's end.
func (d *ndfs) ended(g *claimFrame) {
	if !d.bare && d.sys.ClaimEnded(&d.cur) {
		d.fault(&Fault{ClaimEnd: true, Msg: "end state in claim reached", Depth: int(g.depth)})
	}
}

// look finds the moves of the state at hand.
func (d *ndfs) look(g *claimFrame) {
	var eff vm.Effect
	d.cur.Before = nil
	if g.claim || g.alone {
		d.found, eff = d.sys.ClaimMoves(&d.cur, d.found[:0], g.alone)
	} else {
		if g.baseLen > 0 && d.cur.Excl < 0 {
			d.cur.Before, d.cur.Since = d.moves.at(g.base, int(g.baseLen)), g.since
		}
		whole := d.cur.Excl < 0
		d.cur.Singly = d.singly(int(g.depth))
		d.found, eff = d.sys.Moves(&d.cur, d.found[:0])
		if limit := d.Limits.Depth; eff&vm.Attempted != 0 && (limit == 0 || int(g.depth)+1 < limit) {
			d.res.Depth = max(d.res.Depth, int(g.depth)+1)
		}
		if whole {
			g.since, g.base, g.baseLen = 0, -1, uint32(len(d.found))
			if eff&vm.Failed != 0 {
				g.baseLen = 0
			}
		}
	}
	if eff&vm.Failed != 0 {
		d.failed(int(g.depth), vm.Move{})
	}
	if eff&vm.Abort != 0 {
		d.abort()
	}
	g.moves, g.next, g.n = d.moves.push(d.found), 0, uint32(len(d.found))
	if g.base < 0 {
		g.base = g.moves
	}
	g.excl, g.dirty, g.fresh = d.cur.Excl, d.cur.Dirty, true
}

// exhausted passes the turn on where the system is blocked, begins a red search, or leaves the frame.
func (d *ndfs) exhausted(f *claimFrame) {
	if f.n == 0 && !f.claim && !f.alone {
		if d.blocked(f) {
			return
		}
	} else if d.seed < 0 && !d.single && f.accepting && f.copy == 0 && f.n > 0 && !f.atomic && (f.claim || f.alone || d.bare) && !f.searched {
		f.searched = true
		d.restore(f)
		d.seed = d.frames.top - 1
		g := d.frames.next()
		*g = claimFrame{depth: f.depth, claim: f.claim, alone: f.alone, follows: f.follows, accepting: true, hint: f.hint, hintLen: f.hintLen, root: true}
		if top := d.frames.top; d.visit(g) {
			d.enterRoot(g)
		} else if d.frames.top == top {
			d.seed = -1
		}
		return
	}
	d.leave(f)
}

// enterRoot pushes the first state of a red search.
func (d *ndfs) enterRoot(g *claimFrame) {
	g.vec, g.vecLen = d.vecs.push(d.cur.Vec), uint32(len(d.cur.Vec))
	d.look(g)
	d.frames.top++
}

// blocked looks for moves where the process inside an atomic sequence has none, or nobody has. A broken sequence ends
// like one that is over; else the claim moves alone. The result false says that there are none.
func (d *ndfs) blocked(f *claimFrame) bool {
	if !f.fresh {
		d.restore(f)
	}
	d.moves.cut(f.moves)
	d.cur.Excl, f.excl, f.baseLen = -1, -1, 0
	switch {
	case !f.atomic && d.bare:
		if f.accepting {
			d.fault(&Fault{Stutter: true, Msg: "accept stutter", Depth: int(f.depth) - 1})
		}
		return false
	case !f.atomic:
		f.alone = true
	default:
		f.atomic, f.claim = false, !d.bare
		if !d.visit(f) {
			return false
		}
		d.ended(f)
	}
	if !d.stop {
		d.look(f)
	}
	return true
}

func (d *ndfs) leave(f *claimFrame) {
	if f.stored {
		if !d.fair {
			d.close(f)
		}
		d.hints.cut(f.hint)
	}
	d.moves.cut(f.moves)
	d.vecs.cut(f.vec)
	d.frames.top--
	d.loops.left(d.frames.top)
	if f.root {
		d.seed = -1
	}
}

// close lets the state of a frame be on the path no more.
func (d *ndfs) close(f *claimFrame) {
	d.restore(f)
	d.arrival.State = &d.cur
	open := blueOpen
	if d.seed >= 0 {
		open = redOpen
	}
	d.set.Clear(&d.arrival, f.ref, d.hints.at(f.hint, int(f.hintLen)), open)
}

// visit stores the state at hand in the colour of the search. The result false says that nothing new is behind it.
func (d *ndfs) visit(g *claimFrame) bool {
	red := d.seed >= 0
	seen, open := d.colours(g, red)
	if red && !g.root && d.cur.Excl < 0 && g.copy == 0 && d.same(d.frames.item(d.seed)) {
		d.cycle(int(d.frames.item(d.seed).depth))
		return false
	}
	if g.atomic {
		return true
	}
	d.arrival = store.Arrival{State: &d.cur}
	if g.hintLen > 0 {
		d.arrival.Parent = d.hints.at(g.hint, int(g.hintLen))
	}
	r, hint, was, status := d.set.Paint(&d.arrival, d.hint[:0], seen, seen|open)
	d.hint = hint
	deeper := red && !g.root || !red && g.depth > 0
	switch {
	case status == store.Full:
		d.res.incomplete(MemoryLimit)
		d.halt()
		return false
	case red && deeper && !d.fair && was&blueOpen != 0:
		if was&redSeen == 0 {
			d.set.Clear(&d.arrival, r, hint, redOpen)
		}
		d.cycle(d.opened(false))
		return false
	case was&seen != 0:
		if was&open != 0 && deeper && (d.sys.Accepting(&d.cur) || d.acceptingBefore(g)) {
			d.cycle(d.opened(red))
		} else {
			d.res.Matched++
		}
		return false
	}
	d.res.Visited++
	if status == store.New {
		d.res.Stored++
	}
	d.res.MaxVector = max(d.res.MaxVector, d.sys.KeyLen(&d.cur))
	g.ref, g.hint, g.hintLen, g.stored = r, d.hints.push(hint), uint32(len(hint)), true
	d.cur.Dirty = 0
	return true
}

// acceptingBefore says whether the state that g was reached from is an accepting one.
func (d *ndfs) acceptingBefore(g *claimFrame) bool {
	at := d.frames.top - 1
	if at >= 0 && d.frames.item(at) == g { // it is on the path already
		at--
	}
	return at >= 0 && d.frames.item(at).accepting
}

// opened is the depth of the state at hand on the path of the red search or the blue one.
func (d *ndfs) opened(red bool) int {
	from, to := 0, d.frames.top
	if red {
		from = d.seed + 1
	} else if d.seed >= 0 {
		to = d.seed + 1
	}
	for at := to - 1; at >= from; at-- {
		if f := d.frames.item(at); f.stored && d.same(f) {
			return int(f.depth)
		}
	}
	return 0
}

// same compares the state at hand with that of a frame.
func (d *ndfs) same(f *claimFrame) bool {
	return d.sys.Same(&d.cur, d.vecs.at(f.vec, int(f.vecLen)))
}
