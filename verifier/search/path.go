package search

import (
	"gospin/compression/mix"
	"gospin/verifier/system"
	"gospin/vm"
)

// frame is a state on the path of the search.
type frame struct {
	choices, vec int // places of the choices and, if stored, of the vector
	base         int // place of the choices that are the base of the next expansions
	hint         int // place of the hint of the nearest stored state on the path, possibly this one
	dirty        uint64
	next, n      uint32 // number of choices made, and of all choices
	vecLen       uint32
	depth        int32
	chain        int32 // number of consecutive transient states up to this one
	hintLen      uint32
	baseLen      uint32 // 0 if there is no base
	excl         int16
	turn, copy   uint8
	before       uint8 // number of steps of the choice on the path, except the first
	stored       bool  // the hint is this state's
	fresh        bool  // the present vector is this state's
	kept         bool  // the vector is stored
	ample        ample
}

// begin initialises g as the frame of the present state, reached from f. It sets the fields one by one, since
// a literal would be copied as a whole, and the copy would wait for all previous writes.
func (g *frame) begin(f *frame, depth int) {
	g.depth, g.hint, g.hintLen, g.base, g.baseLen = int32(depth), f.hint, f.hintLen, f.base, f.baseLen
	g.next, g.n, g.vecLen, g.chain = 0, 0, 0, 0
	g.stored, g.fresh, g.kept, g.before = false, true, false, 0
	g.ample = ample{from: f.ample.from}
}

// track is the memory of a depth-first path, with the operations on its frames.
type track struct {
	rules
	vias    vias
	choices stack[system.Choice]
	vecs    stack[byte]
	hints   stack[uint64]
}

func (t *track) begin(task *Task, path func() []system.Taken) {
	t.rules.begin(task, path)
	t.choices.weight, t.vecs.weight, t.hints.weight = &t.weight, &t.weight, &t.weight
}

// restore makes the state of a frame the present one.
func (t *track) restore(f *frame) {
	t.cur.Vec = append(t.cur.Vec[:0], t.vecs.at(f.vec, int(f.vecLen))...)
	t.cur.Dirty, t.cur.Excl, t.cur.Turn, t.cur.Copy = f.dirty, f.excl, f.turn, f.copy
}

// keepVector stores the present state in the frame g, so that it can be restored.
func (t *track) keepVector(g *frame) {
	g.vec, g.vecLen, g.kept = t.vecs.push(t.cur.Vec), uint32(len(t.cur.Vec)), true
}

// keepChoices stores the choices of the present state in g.
func (t *track) keepChoices(g *frame) {
	g.choices, g.next, g.n = t.choices.push(t.x.Choices), 0, uint32(len(t.x.Choices))
	g.dirty, g.excl, g.turn, g.copy = t.cur.Dirty, t.cur.Excl, t.cur.Turn, t.cur.Copy
}

// keepHint makes g the frame of the state that was just stored.
func (t *track) keepHint(g *frame) {
	g.stored, g.hint, g.hintLen = true, t.hints.top, uint32(len(t.arrival.Hint))
	if g.hintLen > 0 {
		g.hint = t.hints.push(t.arrival.Hint)
	}
}

// parent gives the next visit the hint of the nearest stored state on the path to f, and the moves from
// there.
func (t *track) parent(f *frame) {
	if t.via.on {
		t.arrival.Via = t.vias.moves[t.vias.from:]
	}
	if f.hintLen > 0 {
		t.arrival.Parent = t.hints.at(f.hint, int(f.hintLen))
	} else if t.arrival.Parent != nil {
		t.arrival.Parent = nil
	}
}

// entered records that the present state has become the frame with this number.
func (t *track) entered(frame int, stored bool) {
	if t.via.on && !stored {
		t.vias.frames = append(t.vias.frames, unstored{frame, t.vias.from, len(t.vias.moves)})
	}
}

// useBase gives the next expansion the base of g, and the components written since.
func (t *track) useBase(g *frame, since uint64) {
	t.x.Since = since
	if g.baseLen > 0 {
		t.x.Base = t.choices.at(g.base, int(g.baseLen))
	} else if t.x.Base != nil {
		t.x.Base = nil
	}
}

// choose makes the next choice of f, which must have one. Dirty are components that count as written already.
// It returns false if the search ends there.
func (t *track) choose(f *frame, dirty uint64) (vm.Step, bool) {
	if f.fresh {
		f.fresh = false
	} else {
		t.restore(f)
	}
	t.cur.Dirty = dirty
	c := t.choices.of(f.choices, t.place(f, int(f.next)))
	f.next++
	return t.take(c, int(f.depth), &f.before)
}

// leave releases the memory of f, the topmost frame.
func (t *track) leave(f *frame) {
	if f.stored {
		t.hints.cut(f.hint)
	}
	t.choices.cut(f.choices)
}

// taken returns the choice of f that is on the path.
func (t *track) choiceMade(f *frame) system.Taken {
	return system.Taken{Choice: *t.choices.of(f.choices, t.place(f, int(f.next)-1)), Before: f.before}
}

// place returns which of f's choices is made as the nth.
func (t *track) place(f *frame, n int) int {
	if t.Shuffle == 0 || f.n < 2 {
		return n
	}
	h := mix.Pair(t.Shuffle, uint64(f.choices)<<32|uint64(f.depth))
	by := 1 + int(h>>32%uint64(f.n))
	for gcd(by, int(f.n)) > 1 {
		by--
	}
	return (int(h&(1<<31-1)) + n*by) % int(f.n)
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
