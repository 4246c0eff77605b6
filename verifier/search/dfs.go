package search

import (
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

type dfs struct {
	track
	proviso proviso
	frames  stack[frame]
}

// DFSOptions are those of DFS.
type DFSOptions struct {
	Proviso Proviso // of ample sets
}

// DFS searches depth first.
func DFS(t *Task, o DFSOptions) (res *Result, err error) {
	d := &dfs{}
	defer func() {
		if d.ranOut(recover()) {
			res = &d.res
		}
	}()
	d.begin(t, d.pathTaken)
	d.frames.weight = &d.weight
	d.proviso.Proviso, d.proviso.sys, d.proviso.weight = o.Proviso, t.Sys, &d.weight
	defer d.proviso.open.Free()
	d.x.Ahead = o.Proviso != NoneOn // that wants to see where each choice leads
	if step, ok := d.start(); ok {
		d.arriveFrom(&frame{depth: -1, ample: ample{from: -1}}, step)
	}
	for d.frames.top > 0 && !d.stop {
		d.step(d.frames.item(d.frames.top - 1))
	}
	return &d.res, d.err
}

// step makes the next choice of the topmost frame, or leaves it.
func (d *dfs) step(f *frame) {
	if f.next == f.n {
		if f.ample.set != 0 && !d.proviso.leadsOn(&f.ample) {
			d.again(f)
			return
		}
		d.proviso.leave(&f.ample)
		d.leave(f)
		if f.kept {
			d.vecs.cut(f.vec)
		}
		d.frames.cut(d.frames.top - 1)
		d.loops.left(d.frames.top)
		return
	}
	step, ok := d.choose(f, f.dirty)
	if f.next == f.n && f.kept && f.ample.set == 0 {
		d.vecs.cut(f.vec)
		f.kept = false
	}
	if ok {
		d.arriveFrom(f, step)
	}
}

// arriveFrom takes the present state, which a step from f led to, into account, and pushes it if it has
// choices.
func (d *dfs) arriveFrom(f *frame, step vm.Step) {
	depth, ok := d.arrive(step, int(f.depth))
	if !ok {
		return
	}
	if d.via.on {
		d.vias.arrived(d.via.step, d.frames.top-1, f.stored)
	}
	stored := step.Effect&(vm.Transient|vm.Passing) == 0
	if stored && !d.visit(f) {
		return
	}
	g := d.frames.next()
	g.begin(f, depth)
	since := d.cur.Dirty
	if stored {
		d.isStored(g)
	} else if step.Effect&vm.Transient != 0 {
		g.chain = f.chain + 1
		if d.endless(int(g.chain), d.frames.top) {
			return
		}
	}
	d.res.Depth = max(d.res.Depth, depth)
	d.useBase(g, since)
	for d.expand(depth, true) {
		if g.chain = 0; !d.visit(g) {
			d.x.Choices = d.x.Choices[:0]
			break
		}
		since = d.cur.Dirty
		d.isStored(g)
		d.useBase(g, since)
	}
	if d.stop || !d.passBy(g) {
		if g.stored {
			d.hints.cut(g.hint)
		}
		return
	}
	d.keep(g)
	d.entered(d.frames.top, g.stored)
	d.frames.top++
}

// isStored makes g the frame of the state just stored.
func (d *dfs) isStored(g *frame) {
	d.keepHint(g)
	d.cur.Dirty = 0
	g.ample.from = int32(d.frames.top)
}

// keep makes the choices just found, of the present state, those of g.
func (d *dfs) keep(g *frame) {
	d.keepChoices(g)
	if !g.kept && (g.n > 1 || d.x.Ample != 0) {
		d.keepVector(g)
	}
	if !g.stored {
		return
	}
	if g.base, g.baseLen = g.choices, g.n; !d.x.Whole || len(d.x.Gaps) > 0 || d.x.Effect&vm.Failed != 0 {
		g.baseLen = 0
	}
	if d.proviso.Proviso != Anywhere {
		d.proviso.begin(&g.ample, &d.cur, d.x.Ample)
	}
}

// again goes on from the topmost frame, whose ample set does not lead on, with the next one or all choices.
func (d *dfs) again(f *frame) {
	d.restore(f)
	d.leaveGaps(f)
	d.choices.cut(f.choices)
	d.x.After, d.x.Base = f.ample.set, nil
	d.expand(int(f.depth), false)
	d.x.After = 0
	if d.stop {
		return
	}
	f.fresh = true
	if !d.passBy(f) {
		d.x.Choices = d.x.Choices[:0]
	}
	d.keep(f)
}

// visit stores the present state and reports whether it is new. The nearest stored state is that of f.
func (d *dfs) visit(f *frame) bool {
	d.parent(f)
	_, status := d.Store.Visit(&d.arrival)
	if d.proviso.Proviso != Anywhere && f.ample.from >= 0 {
		d.proviso.arrived(&d.frames.item(int(f.ample.from)).ample, &d.cur, status != store.New)
	}
	return d.count(status)
}

// pathTaken lists the choices made from the initial state to the present state.
func (d *dfs) pathTaken() []system.Taken {
	out := make([]system.Taken, d.frames.top)
	for i := range out {
		out[i] = d.taken(d.frames.item(i))
	}
	return out
}
