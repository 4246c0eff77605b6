package search

import (
	"gospin/verifier/store"
	"gospin/vm"
)

// frame is a state on the path of the search.
type frame struct {
	moves, vec int // where its moves are kept, and its vector if n > 1
	base       int // where all moves of the nearest stored state on the path are kept, this one included
	hint       int // where the hint of the nearest stored state on the path is, this one included
	dirty      uint64
	next, n    uint32 // moves made, moves kept
	rest       uint32 // known moves behind the last one kept
	vecLen     uint32
	depth      int32
	chain      int32 // transient states in a row up to this one
	hintLen    uint32
	baseLen    uint32 // 0: they are not known
	excl       int16
	stored     bool // the hint is its own
	fresh      bool // the vector at hand is this state's
}

// begin makes g the frame of a state that is not stored, reached from f. It sets the fields one by one: a literal is
// copied whole, and that copy waits until all writes before it are through.
func (g *frame) begin(f *frame, depth int) {
	g.depth, g.hint, g.hintLen, g.base, g.baseLen = int32(depth), f.hint, f.hintLen, f.base, f.baseLen
	g.next, g.n, g.rest, g.chain = 0, 0, 0, 0
	g.stored, g.fresh = false, true
}

type dfs struct {
	course
	cur     vm.State
	arrival store.Arrival
	frames  stack[frame]
	moves   stack[vm.Move]
	vecs    stack[byte]
	hints   stack[uint64]
	found   []vm.Move // by the last call of Moves
	hint    []uint64  // made by the last visit
	loops   loops
	refused vm.Move // the handshake that the depth limit turned away last
	failing bool    // the last Moves failed: its guards must be evaluated again in the states behind
	passed  bool    // some of the moves found last are not kept
}

// DFS searches depth first.
func DFS(t *Task) (*Result, error) {
	d := &dfs{}
	d.loops.at = -1
	d.arrival.State = &d.cur
	d.begin(t, t.Sys, d.way)
	d.frames.weight, d.moves.weight, d.vecs.weight, d.hints.weight = &d.weight, &d.weight, &d.weight, &d.weight
	eff := t.Sys.Initial(&d.cur)
	if eff&vm.Failed != 0 {
		d.failed(0, vm.Move{})
	}
	if eff&vm.Abort != 0 {
		d.abort()
	}
	if !d.stop && eff&vm.Pruned == 0 {
		d.arrive(eff, &frame{depth: -1})
	}
	for d.frames.top > 0 && !d.stop {
		d.step(d.frames.item(d.frames.top - 1))
	}
	return &d.res, d.err
}

// step makes the next move of the topmost frame, or leaves it.
func (d *dfs) step(f *frame) {
	if f.next == f.n {
		d.res.Matched += uint64(f.rest)
		if f.stored {
			d.hints.cut(f.hint)
		}
		d.moves.cut(f.moves)
		d.frames.cut(d.frames.top - 1)
		d.loops.left(d.frames.top)
		return
	}
	taken := d.moves.item(f.moves + int(f.next))
	for taken.Known {
		if d.known(f, taken); f.next == f.n || d.stop {
			return
		}
		taken = d.moves.item(f.moves + int(f.next))
	}
	if f.fresh {
		f.fresh = false
	} else {
		d.cur.Vec = append(d.cur.Vec[:0], d.vecs.at(f.vec, int(f.vecLen))...)
		d.cur.Dirty, d.cur.Excl = f.dirty, f.excl
	}
	f.next++
	if f.next == f.n && f.n > 1 {
		d.vecs.cut(f.vec)
	}
	m := *taken
	d.cur.Singly = d.singly(int(f.depth))
	eff := d.Sys.Do(&d.cur, m)
	if taken.Memo = uint32(eff.Before()); eff.Reach() > 0 {
		d.several(f, eff)
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
	if eff&(vm.Failed|vm.Pruned|vm.Abort) != 0 {
		if eff&vm.Failed != 0 {
			d.failed(int(f.depth), m)
		}
		if eff&vm.Abort != 0 {
			d.abort()
		}
		if d.stop || eff&vm.Pruned != 0 {
			return
		}
	}
	if eff&vm.Handshake != 0 && !d.half(f, m) {
		return
	}
	d.arrive(eff, f)
}

// passing marks what stands for several known moves in a row that do nothing else that counts; Trans is how many.
const passing = uint32(vm.Failed)

// known makes a move that is known to lead to a stored state.
func (d *dfs) known(f *frame, m *vm.Move) {
	if f.next++; f.next == f.n && f.n > 1 {
		d.vecs.cut(f.vec)
	}
	if m.Memo == passing {
		d.res.Matched += uint64(m.Trans)
		return
	}
	eff := vm.Effect(m.Memo)
	if eff&vm.AtomicStep != 0 {
		d.res.AtomicSteps++
	}
	d.several(f, eff)
	d.res.Matched++
}

// pass takes moves that are known, and do nothing else that counts, from those found: they are counted in their turn. The
// result false says that no others are left.
func (d *dfs) pass(g *frame) bool {
	i := 0
	d.passed = false
	for i < len(d.found) && !d.found[i].Known {
		i++
	}
	if i == len(d.found) {
		return true
	}
	d.passed = true
	kept, n := d.found[:i], uint32(0)
	for ; i < len(d.found); i++ {
		m := &d.found[i]
		if m.Known && vm.Effect(m.Memo)&^vm.Handshake == 0 {
			if d.Taken != nil {
				d.Taken[m.Trans], d.Taken[m.Partner] = 1, 1
			}
			n++
			continue
		}
		if n > 0 {
			if len(kept) == 0 {
				d.res.Matched += uint64(n)
			} else {
				kept = append(kept, vm.Move{Known: true, Memo: passing, Trans: n})
			}
			n = 0
		}
		kept = append(kept, *m)
	}
	d.found = kept
	if len(kept) == 0 {
		d.res.Matched += uint64(n)
		return false
	}
	g.rest = n
	return true
}

// several accounts for the steps that were taken with a move before the last one.
func (d *dfs) several(f *frame, eff vm.Effect) {
	d.res.AtomicSteps += uint64(eff.Uncounted())
	d.res.Depth = max(d.res.Depth, int(f.depth)+eff.Reach())
}

// half passes the state between the two halves of a rendezvous. Its receivers share it: the limit turns it away once.
func (d *dfs) half(f *frame, m vm.Move) bool {
	depth := int(f.depth) + 1
	if d.Limits.Depth > 0 && depth >= d.Limits.Depth {
		if r := d.refused; r.Partner == 0 || r.Trans != m.Trans || r.Pid != m.Pid {
			d.res.Matched++
		}
		d.refused = m
		d.res.incomplete(DepthLimit)
		return false
	}
	d.res.Depth = max(d.res.Depth, depth)
	return true
}

// arrive takes the state at hand, reached from f, into account, and pushes it if it has moves.
func (d *dfs) arrive(eff vm.Effect, f *frame) {
	depth, limit := int(f.depth)+eff.Deeper()+1, d.Limits.Depth
	if eff&vm.Handshake != 0 {
		depth++
	}
	if limit > 0 && depth >= limit {
		d.res.Matched++
		d.res.incomplete(DepthLimit)
		return
	}
	stored := eff&vm.Transient == 0
	if stored && !d.visit(f) {
		return
	}
	g := d.frames.next()
	g.begin(f, depth)
	if stored {
		d.keep(g)
	} else {
		g.chain = f.chain + 1
		if (g.chain > longChain || d.loops.met != nil) && d.loops.closed(&d.cur, int(g.chain), d.frames.top) {
			d.res.incomplete(EndlessAtomic)
			return
		}
	}
	d.res.Depth = max(d.res.Depth, depth)
	if !d.expand(g, depth) || !d.pass(g) {
		if g.stored {
			d.hints.cut(g.hint)
		}
		return
	}
	g.moves, g.n = d.moves.push(d.found), uint32(len(d.found))
	if g.n > 1 {
		g.vec, g.vecLen = d.vecs.push(d.cur.Vec), uint32(len(d.cur.Vec))
		g.dirty, g.excl = d.cur.Dirty, d.cur.Excl
	}
	if g.stored {
		g.base, g.baseLen = g.moves, g.n
		if d.failing || d.passed {
			g.baseLen = 0
		}
	}
	d.refused = vm.Move{}
	d.frames.top++
}

// expand finds the moves of the state at hand. The result false says that there are none to be made.
func (d *dfs) expand(g *frame, depth int) bool {
	limit := d.Limits.Depth
	d.cur.Singly = d.singly(depth)
	for {
		var eff vm.Effect
		d.found, eff = d.Sys.Moves(&d.cur, d.found[:0])
		d.failing = eff&vm.Failed != 0
		if eff == 0 {
			break
		}
		if eff&vm.Attempted != 0 && (limit == 0 || depth+1 < limit) {
			d.res.Depth = max(d.res.Depth, depth+1)
		}
		if eff&vm.Failed != 0 {
			d.failed(depth, vm.Move{})
		}
		if eff&vm.Abort != 0 {
			d.abort()
		}
		nearLimit := limit > 0 && depth >= limit-1 // pan does not look closer at what has no moves here
		if eff&vm.InvalidEnd != 0 && !d.Limits.NoEnd && !nearLimit && !d.stop {
			d.fault(&Fault{EndState: true, Msg: "invalid end state", Depth: depth - 1})
		}
		if d.stop || eff&vm.Released == 0 {
			break
		}
		g.chain = 0
		if nearLimit || !d.visit(g) {
			return false
		}
		d.keep(g)
	}
	return len(d.found) > 0 && !d.stop
}

// visit stores the state at hand and tells whether it is new. The nearest stored state is that of f.
func (d *dfs) visit(f *frame) bool {
	d.arrival.Parent = nil
	if f.hintLen > 0 {
		d.arrival.Parent = d.hints.at(f.hint, int(f.hintLen))
	}
	_, hint, status := d.Store.Visit(&d.arrival, d.hint[:0])
	d.hint = hint
	if status != store.New {
		if status == store.Full {
			d.res.incomplete(MemoryLimit)
			d.halt()
		} else {
			d.res.Matched++
		}
		return false
	}
	d.res.Stored++
	d.res.MaxVector = max(d.res.MaxVector, d.Sys.KeyLen(&d.cur))
	return true
}

// keep makes g the frame of the state just stored.
func (d *dfs) keep(g *frame) {
	g.stored = true
	if g.hint, g.hintLen = d.hints.top, uint32(len(d.hint)); g.hintLen > 0 {
		g.hint = d.hints.push(d.hint)
	}
	d.cur.Since, d.cur.Before = d.cur.Dirty, nil
	if g.baseLen > 0 {
		d.cur.Before = d.moves.at(g.base, int(g.baseLen))
	}
	d.cur.Dirty = 0
}

// way lists the moves made from the initial state to the state at hand.
func (d *dfs) way() []vm.Move {
	moves := make([]vm.Move, d.frames.top)
	for i := range moves {
		f := d.frames.item(i)
		moves[i] = *d.moves.item(f.moves + int(f.next) - 1)
	}
	return d.steps(moves)
}
