package search

import (
	"time"

	"gospin/verifier/store"
	"gospin/vm"
)

// frame is a state on the path of the search.
type frame struct {
	first, next, end int // its moves
	vec              int // where its vector is kept, -1: nowhere
	vecLen           int32
	hintLen          int32
	hint             int // the hint of the nearest stored state on the path, this one included
	hints            int // where the hints of what is above begin
	depth            int
	dirty            uint64
	chain            int32 // transient states in a row up to this one
	excl             int16
	fresh            bool    // the vector at hand is this state's
	cut              vm.Move // the handshake that the depth limit turned away last
}

type dfs struct {
	*Task
	res     Result
	cur     vm.State
	arrival store.Arrival
	frames  []frame
	moves   []vm.Move
	vecs    []byte
	hints   []uint64
	loops   loops
	ticks   uint
	shown   uint64
	clock   time.Time
	stop    bool
	err     error
}

// DFS searches depth first.
func DFS(t *Task) (*Result, error) {
	d := &dfs{Task: t, clock: time.Now()}
	d.loops.at = -1
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
	for len(d.frames) > 0 && !d.stop {
		d.step(&d.frames[len(d.frames)-1])
	}
	return &d.res, d.err
}

// step makes the next move of the topmost frame, or leaves it.
func (d *dfs) step(f *frame) {
	if f.next == f.end {
		d.moves = d.moves[:f.first]
		d.hints = d.hints[:f.hints]
		d.frames = d.frames[:len(d.frames)-1]
		d.loops.left(len(d.frames))
		return
	}
	if f.fresh {
		f.fresh = false
	} else {
		d.cur.Vec = append(d.cur.Vec[:0], d.vecs[f.vec:f.vec+int(f.vecLen)]...)
		d.cur.Dirty, d.cur.Excl = f.dirty, f.excl
	}
	m := d.moves[f.next]
	f.next++
	if f.next == f.end {
		if f.vec >= 0 {
			d.vecs = d.vecs[:f.vec]
		}
		d.moves[f.first] = m
		f.next, f.end = f.first+1, f.first+1
		d.moves = d.moves[:f.end]
	}
	eff := d.Sys.Do(&d.cur, m)
	if d.ticks++; d.ticks&(1<<13-1) == 0 {
		d.tick()
	}
	if eff&vm.AtomicStep != 0 {
		d.res.AtomicSteps++
	}
	if eff&(vm.Failed|vm.Pruned|vm.Abort) != 0 {
		if eff&vm.Failed != 0 {
			d.failed(f.depth, m)
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

// half passes the state between the two halves of a rendezvous. Its receivers share it: the limit turns it away once.
func (d *dfs) half(f *frame, m vm.Move) bool {
	depth := f.depth + 1
	if d.Limits.Depth > 0 && depth >= d.Limits.Depth {
		if f.cut.Partner == 0 || f.cut.Trans != m.Trans || f.cut.Pid != m.Pid {
			d.res.Matched++
		}
		f.cut = m
		d.res.incomplete(DepthLimit)
		return false
	}
	d.res.Depth = max(d.res.Depth, depth)
	return true
}

// arrive takes the state at hand, reached from f, into account, and pushes it if it has moves.
func (d *dfs) arrive(eff vm.Effect, f *frame) {
	g := frame{depth: f.depth + 1, hint: f.hint, hintLen: f.hintLen, hints: len(d.hints)}
	if eff&vm.Handshake != 0 {
		g.depth++
	}
	limit := d.Limits.Depth
	if limit > 0 && g.depth >= limit {
		d.res.Matched++
		d.res.incomplete(DepthLimit)
		return
	}
	if eff&vm.Transient != 0 {
		g.chain = f.chain + 1
		if g.chain > longChain || d.loops.met != nil {
			if d.loops.closed(&d.cur, int(g.chain), len(d.frames)) {
				d.res.incomplete(EndlessAtomic)
				return
			}
		}
	} else if !d.visit(&g) {
		return
	}
	d.res.Depth = max(d.res.Depth, g.depth)
	g.first = len(d.moves)
	for {
		d.moves, eff = d.Sys.Moves(&d.cur, d.moves)
		if eff == 0 {
			break
		}
		if eff&vm.Attempted != 0 && (limit == 0 || g.depth+1 < limit) {
			d.res.Depth = max(d.res.Depth, g.depth+1)
		}
		if eff&vm.Failed != 0 {
			d.failed(g.depth, vm.Move{})
		}
		if eff&vm.Abort != 0 {
			d.abort()
		}
		nearLimit := limit > 0 && g.depth >= limit-1 // pan does not look closer at what has no moves here
		if eff&vm.InvalidEnd != 0 && !d.Limits.NoEnd && !nearLimit {
			d.fault(&Fault{EndState: true, Msg: "invalid end state", Depth: g.depth - 1})
		}
		if d.stop || eff&vm.Released == 0 {
			break
		}
		d.moves = d.moves[:g.first]
		g.chain = 0
		if nearLimit || !d.visit(&g) {
			d.hints = d.hints[:g.hints]
			return
		}
	}
	g.next, g.end = g.first, len(d.moves)
	if g.next == g.end || d.stop {
		d.hints = d.hints[:g.hints]
		return
	}
	g.vec, g.fresh = -1, true
	if g.end-g.next > 1 {
		g.vec, g.vecLen = len(d.vecs), int32(len(d.cur.Vec))
		d.vecs = append(d.vecs, d.cur.Vec...)
		g.dirty, g.excl = d.cur.Dirty, d.cur.Excl
	}
	d.frames = append(d.frames, g)
}

// visit stores the state at hand and tells whether it is new.
func (d *dfs) visit(g *frame) bool {
	d.arrival.State = &d.cur
	d.arrival.Parent = d.hints[g.hint : g.hint+int(g.hintLen)]
	at := len(d.hints)
	_, hints, status := d.Store.Visit(&d.arrival, d.hints)
	if status != store.New {
		d.hints = hints[:at]
		if status == store.Full {
			d.res.incomplete(MemoryLimit)
			d.halt()
		} else {
			d.res.Matched++
		}
		return false
	}
	d.hints = hints
	g.hint, g.hintLen = at, int32(len(hints)-at)
	d.cur.Dirty = 0
	d.res.Stored++
	d.res.MaxVector = max(d.res.MaxVector, len(d.cur.Vec)-d.Sys.Layout().Hidden)
	return true
}

func (d *dfs) halt() { d.stop, d.res.Stopped = true, true }

func (d *dfs) abort() {
	why := "aborted"
	if f := d.Sys.Faults(); len(f) > 0 {
		why += ": " + f[len(f)-1].Msg
	}
	d.res.incomplete(why)
	d.halt()
}

// failed reports what the last Moves or Do of the system found. A receiver fails one level below the sender.
func (d *dfs) failed(depth int, m vm.Move) {
	for _, f := range d.Sys.Faults() {
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

func (d *dfs) fault(f *Fault) {
	d.res.Errors++
	if d.OnFault != nil {
		for i := range d.frames {
			f.Moves = append(f.Moves, d.moves[d.frames[i].next-1])
		}
		if d.err = d.OnFault(f); d.err != nil {
			d.halt()
		}
	}
	if d.Limits.Errors > 0 && d.res.Errors >= d.Limits.Errors {
		d.halt()
	}
}

// tick looks at the clock now and then.
func (d *dfs) tick() {
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
