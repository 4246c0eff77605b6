package search

import (
	"fmt"

	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// Nested depth-first search (Holzmann, Peled, Yannakakis, "On nested depth first search", 1996). A first
// search, the blue one, starts a second, red one at every accepting state that it leaves, the seed. A red
// path back to the seed, or to a state on the blue path, closes an accepting cycle. So does a blue path that
// returns to an accepting state.

// Colours of a state. If there are copies of the system, each has its own bits, but none for the path.
const (
	blueSeen store.Colour = 1 << iota
	redSeen
	blueOpen // on the path of the search
	redOpen
	colourBits = 4
	bitsOfCopy = 2
)

// nestedFrame is a frame of one of the searches.
type nestedFrame struct {
	frame
	ref       store.Ref
	since     uint64 // components written since the base, as far as choices depend on them
	accepting bool
	seed      bool // a red search begins here after the states below
	root      bool // a red search begins here; the frame below has the same state
	searched  bool // a red search has begun here
}

type nested struct {
	track
	frames stack[nestedFrame]
	// the present state before it is pushed; fields that are the same for all arriving states are not reset
	arriving nestedFrame
	single   bool // the blue search finds all cycles
	copies   bool // there are copies of the system
	seed     int  // the frame at which the red search began, or -1 in the blue search
}

// NestedOptions are the options of Nested.
type NestedOptions struct {
	Copies bool // distinguish copies of the system by State.Copy
}

// Nested searches for runs that the system accepts: infinite runs through accepting states infinitely often,
// and finite ones, according to the effects of expansions. It does not check whether ample sets suffice, so
// their rule must be static.
func Nested(t *Task, o NestedOptions) (res *Result, err error) {
	sys, ok := t.Sys.(system.Acceptor)
	if !ok {
		return nil, fmt.Errorf("nested searches need a system that tells which states are accepting")
	}
	if !t.Store.Caps().Coloured {
		return nil, fmt.Errorf("the store keeps no colours, which nested searches need")
	}
	d := &nested{single: sys.Weak(), copies: o.Copies, seed: -1}
	defer func() {
		if d.ranOut(recover()) {
			res = &d.res
		}
	}()
	bits := uint(colourBits)
	if d.copies {
		bits = bitsOfCopy * system.CopiesOfVector
	}
	t.Store.KeepColours(bits)
	d.begin(t, d.pathTaken)
	d.frames.weight = &d.weight
	if step, ok := d.start(); ok {
		g := d.frames.next()
		*g = nestedFrame{}
		g.begin(&frame{}, 0)
		g.accepting = step.Effect&vm.Accepting != 0
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

// step makes the next choice of the topmost frame.
func (d *nested) step(f *nestedFrame) {
	step, ok := d.choose(&f.frame, 0)
	if !ok {
		return
	}
	g := &d.arriving // most states are known, so only others get a frame
	g.since = f.since
	if step.Effect&vm.Silent == 0 {
		g.since |= d.cur.Dirty
	}
	d.cur.Dirty |= f.dirty
	depth, ok := d.arrive(step, int(f.depth))
	if !ok {
		return
	}
	g.begin(&f.frame, depth)
	if step.Effect&vm.Transient != 0 {
		g.chain = f.chain + 1
		if d.endless(int(g.chain), d.frames.top) {
			return
		}
	}
	g.accepting = step.Effect&vm.Accepting != 0
	if d.via.on {
		d.vias.arrived(d.via.step, d.frames.top-1, f.stored)
	}
	if step.Effect&(vm.Transient|vm.Passing) == 0 && !d.visit(g) {
		return
	}
	top := d.frames.next()
	*top = *g
	d.enter(top)
}

// enter pushes the present state.
func (d *nested) enter(g *nestedFrame) {
	d.res.Depth = max(d.res.Depth, int(g.depth))
	if d.look(g, true) {
		d.entered(d.frames.top, g.stored)
		d.frames.top++
	}
}

// look expands the present state. It returns false if the state has no choices and is known as an ordinary
// state, which it is where an atomic sequence is interrupted.
func (d *nested) look(g *nestedFrame, entered bool) bool {
	d.useBase(&g.frame, g.since)
	for d.expand(int(g.depth), entered) {
		if !d.visit(g) {
			return false
		}
		d.useBase(&g.frame, g.since)
	}
	g.seed = d.x.Effect&vm.Seed != 0
	d.keepChoices(&g.frame)
	if d.x.Whole {
		if g.since, g.base, g.baseLen = 0, g.choices, g.n; d.x.Effect&vm.Failed != 0 {
			g.baseLen = 0
		}
	}
	if g.vec = d.vecs.top; g.n != 1 || g.stored || g.root || g.seed { // else its only choice is made now
		d.keepVector(&g.frame)
	}
	return true
}

// exhausted begins a red search or leaves the frame.
func (d *nested) exhausted(f *nestedFrame) {
	if f.n == 0 || !f.seed || f.searched || d.seed >= 0 || d.single {
		d.leave(f)
		return
	}
	f.searched = true
	d.restore(&f.frame)
	d.seed = d.frames.top - 1
	g := d.frames.next()
	*g = nestedFrame{}
	g.begin(&f.frame, int(f.depth))
	g.baseLen, g.accepting, g.root = 0, true, true
	d.via.step = d.via.step[:0] // the state is that of f
	d.vias.arrived(d.via.step, d.frames.top-1, f.stored)
	if top := d.frames.top; d.visit(g) {
		d.look(g, false)
		d.entered(d.frames.top, g.stored)
		d.frames.top++
	} else if d.frames.top == top {
		d.seed = -1
	}
}

func (d *nested) leave(f *nestedFrame) {
	if f.stored && !d.copies {
		d.close(f)
	}
	d.track.leave(&f.frame)
	d.vecs.cut(f.vec)
	d.frames.top--
	d.loops.left(d.frames.top)
	if f.root {
		d.seed = -1
	}
}

// close marks the state of a frame as no longer on the path.
func (d *nested) close(f *nestedFrame) {
	d.restore(&f.frame)
	if d.arrival.Hint = d.arrival.Hint[:0]; f.hintLen > 0 {
		d.arrival.Hint = append(d.arrival.Hint, d.hints.at(f.hint, int(f.hintLen))...)
	}
	_, open := d.colours()
	d.Store.Close(&d.arrival, f.ref, open)
}

// colours returns the bits for the present state: seen by the search, and on its path.
func (d *nested) colours() (seen, open store.Colour) {
	seen, open = blueSeen, blueOpen
	if d.seed >= 0 {
		seen, open = redSeen, redOpen
	}
	if d.copies {
		return seen << (bitsOfCopy * (d.cur.Copy % system.CopiesOfVector)), 0
	}
	return seen, open
}

// visit stores the present state with the colour of the search. It returns false if the state is known and
// need not be expanded.
func (d *nested) visit(g *nestedFrame) bool {
	red := d.seed >= 0
	if red && !g.root && d.same(d.frames.item(d.seed)) {
		d.cycle(int(d.frames.item(d.seed).depth))
		return false
	}
	seen, open := d.colours()
	d.parent(&g.frame)
	d.arrival.Mark, d.arrival.Add, d.arrival.Open = seen, seen|open, open
	r, status := d.Store.Visit(&d.arrival)
	deeper := red && !g.root || !red && g.depth > 0
	switch was := d.arrival.Was; {
	case status == store.Full:
		return d.count(status)
	case red && deeper && !d.copies && was&blueOpen != 0 && d.closes(false):
		if was&redSeen == 0 {
			d.Store.Close(&d.arrival, r, redOpen)
		}
		return false
	case was&seen != 0:
		if status != store.Open || !deeper || !g.accepting && !d.acceptingBefore(g) || !d.closes(red) {
			d.res.Matched++
		}
		return false
	}
	d.res.Visited++
	if status == store.New {
		d.count(status)
	}
	g.chain = 0
	g.ref = r
	d.keepHint(&g.frame)
	d.cur.Dirty = 0
	return true
}

// acceptingBefore reports whether the state before g is accepting.
func (d *nested) acceptingBefore(g *nestedFrame) bool {
	at := d.frames.top - 1
	if at >= 0 && d.frames.item(at) == g { // it is already on the path
		at--
	}
	return at >= 0 && d.frames.item(at).accepting
}

// closes reports the cycle to the present state, which the store has marked as on the path of the red or the
// blue search. It returns false if the store has confused it with another one.
func (d *nested) closes(red bool) bool {
	depth, found := d.opened(red)
	if !found && !d.Store.Caps().Exact {
		return false
	}
	d.cycle(depth)
	return true
}

// opened returns the depth of the present state on the path of the red search or the blue one.
func (d *nested) opened(red bool) (depth int, found bool) {
	from, to := 0, d.frames.top
	if red {
		from = d.seed + 1
	} else if d.seed >= 0 {
		to = d.seed + 1
	}
	for at := to - 1; at >= from; at-- {
		if f := d.frames.item(at); f.stored && d.same(f) {
			return int(f.depth), true
		}
	}
	return 0, false
}

// same reports whether the present state equals that of a frame.
func (d *nested) same(f *nestedFrame) bool {
	return d.cur.Copy == f.copy && d.Sys.Same(&d.cur, d.vecs.at(f.vec, int(f.vecLen)))
}

// cycle reports a cycle from a depth to the last choice.
func (d *nested) cycle(depth int) {
	d.fault(&Fault{Cycle: true, Msg: "acceptance cycle", Depth: depth})
}

// pathTaken returns the choices made, including the claim's.
func (d *nested) pathTaken() []system.Taken {
	var out []system.Taken
	for i := range d.frames.top {
		if i+1 < d.frames.top && d.frames.item(i+1).root {
			continue
		}
		if f := d.frames.item(i); f.next > 0 {
			out = append(out, d.choiceMade(&f.frame))
		}
	}
	return out
}
