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

// DFSOptions are the options of DFS.
type DFSOptions struct {
	Proviso Proviso // for ample sets
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
		// The set does not suffice. Choices that end in run-time errors lead nowhere.
		if f.ample.set != 0 && (!f.ample.off || d.proviso.Proviso == NoneOn && f.ample.on) {
			d.tryNextSet(f)
			return
		}
		if f.ample.open {
			d.proviso.open.Drop(f.ample.print)
		}
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

// arriveFrom processes the present state, reached by a step from f, and pushes it if it has choices.
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
	if d.stop || len(d.x.Choices) == 0 {
		if g.stored {
			d.hints.cut(g.hint)
		}
		return
	}
	d.keep(g)
	d.entered(d.frames.top, g.stored)
	d.frames.top++
}

// isStored makes g the frame of the state that was just stored.
func (d *dfs) isStored(g *frame) {
	d.keepHint(g)
	d.cur.Dirty = 0
	g.ample.from = int32(d.frames.top)
}

// keep stores the choices of the present state in g.
func (d *dfs) keep(g *frame) {
	d.keepChoices(g)
	if !g.kept && (g.n > 1 || d.x.Ample != 0) {
		d.keepVector(g)
	}
	if !g.stored {
		return
	}
	if g.base, g.baseLen = g.choices, g.n; !d.x.Whole || d.x.Effect&vm.Failed != 0 {
		g.baseLen = 0
	}
	if d.proviso.Proviso != Anywhere {
		d.proviso.begin(&g.ample, &d.cur, d.x.Ample)
	}
}

// again continues at the topmost frame, whose ample set does not suffice, with the next set or all choices.
func (d *dfs) tryNextSet(f *frame) {
	d.restore(f)
	d.choices.cut(f.choices)
	d.x.After, d.x.Base = f.ample.set, nil
	d.expand(int(f.depth), false)
	d.x.After = 0
	if d.stop {
		return
	}
	f.fresh = true
	d.keep(f)
}

// visit stores the present state and reports whether it is new. Frame f has the nearest stored state.
func (d *dfs) visit(f *frame) bool {
	d.parent(f)
	_, status := d.Store.Visit(&d.arrival)
	if d.proviso.Proviso != Anywhere && f.ample.from >= 0 {
		d.proviso.arrived(&d.frames.item(int(f.ample.from)).ample, &d.cur, status != store.New)
	}
	return d.count(status)
}

// pathTaken returns the choices made from the initial state to the present state.
func (d *dfs) pathTaken() []system.Taken {
	out := make([]system.Taken, d.frames.top)
	for i := range out {
		out[i] = d.choiceMade(d.frames.item(i))
	}
	return out
}
