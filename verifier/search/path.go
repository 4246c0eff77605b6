package search

import (
	"gospin/verifier/system"
	"gospin/vm"
)

// frame is a state on the path of the search.
type frame struct {
	choices, vec int // where its choices are kept, and its vector if it is
	base         int // where the choices are kept that are the base of the expansions from here on
	hint         int // where the hint of the nearest stored state on the path is, this one included
	dirty        uint64
	next, n      uint32 // choices made, choices in all
	vecLen       uint32
	depth        int32
	chain        int32 // transient states in a row up to this one
	hintLen      uint32
	baseLen      uint32 // 0: there is no base
	gaps         int32  // where the gaps after its choices are kept; -1: there are none
	excl         int16
	turn, copy   uint8
	before       uint8 // steps taken with the choice on the path after the first
	stored       bool  // the hint is its own
	fresh        bool  // the present vector is this state's
	kept         bool  // its vector is
	ample        ample
}

// begin makes g the frame of the present state, reached from f. It sets the fields one by one: a literal is
// copied whole, and that copy waits until all writes before it are through.
func (g *frame) begin(f *frame, depth int) {
	g.depth, g.hint, g.hintLen, g.base, g.baseLen = int32(depth), f.hint, f.hintLen, f.base, f.baseLen
	g.next, g.n, g.vecLen, g.chain, g.gaps = 0, 0, 0, 0, -1
	g.stored, g.fresh, g.kept, g.before = false, true, false, 0
	g.ample = ample{from: f.ample.from}
}

// track is the memory of a depth-first path, and what is done with its frames.
type track struct {
	rules
	vias    vias
	choices stack[system.Choice]
	vecs    stack[byte]
	hints   stack[uint64]
	gaps    stack[system.Gap]
}

func (t *track) begin(task *Task, path func() []system.Taken) {
	t.rules.begin(task, path)
	t.choices.weight, t.vecs.weight = &t.weight, &t.weight
	t.hints.weight, t.gaps.weight = &t.weight, &t.weight
}

// restore makes the state of a frame the present one.
func (t *track) restore(f *frame) {
	t.cur.Vec = append(t.cur.Vec[:0], t.vecs.at(f.vec, int(f.vecLen))...)
	t.cur.Dirty, t.cur.Excl, t.cur.Turn, t.cur.Copy = f.dirty, f.excl, f.turn, f.copy
}

// keepVector lets the present state be restored, in the frame g.
func (t *track) keepVector(g *frame) {
	g.vec, g.vecLen, g.kept = t.vecs.push(t.cur.Vec), uint32(len(t.cur.Vec)), true
}

// keepChoices makes those just found, of the present state, the choices of g.
func (t *track) keepChoices(g *frame) {
	g.choices, g.next, g.n = t.choices.push(t.x.Choices), 0, uint32(len(t.x.Choices))
	g.dirty, g.excl, g.turn, g.copy = t.cur.Dirty, t.cur.Excl, t.cur.Turn, t.cur.Copy
}

// keepHint makes g the frame of the state just stored.
func (t *track) keepHint(g *frame) {
	g.stored, g.hint, g.hintLen = true, t.hints.top, uint32(len(t.arrival.Hint))
	if g.hintLen > 0 {
		g.hint = t.hints.push(t.arrival.Hint)
	}
}

// parent gives the next visit the hint of the nearest stored state on the path to f, and how it is reached
// from there.
func (t *track) parent(f *frame) {
	if t.via.on {
		t.arrival.Via = t.vias.last()
	}
	if f.hintLen > 0 {
		t.arrival.Parent = t.hints.at(f.hint, int(f.hintLen))
	} else if t.arrival.Parent != nil {
		t.arrival.Parent = nil
	}
}

// entered notes that the present state has become the frame with this number.
func (t *track) entered(frame int, stored bool) {
	if t.via.on {
		t.vias.enter(frame, stored)
	}
}

// useBase gives the next expansion the base of g, of which the components of since have been written.
func (t *track) useBase(g *frame, since uint64) {
	t.x.Since = since
	if g.baseLen > 0 {
		t.x.Base = t.choices.at(g.base, int(g.baseLen))
	} else if t.x.Base != nil {
		t.x.Base = nil
	}
}

// passBy counts what was left out in front of the choices just found, and keeps what was left out after them
// for when their turn has come. The result false says that there is no choice.
func (t *track) passBy(g *frame) bool {
	x := &t.x
	if len(x.Gaps) == 0 {
		return len(x.Choices) > 0
	}
	t.countGap(g, &x.Gaps[0])
	behind := x.Gaps[1:]
	for i := range behind {
		if behind[i].Closed > 0 {
			g.gaps = int32(t.gaps.push(behind))
			break
		}
	}
	return len(behind) > 0
}

// countGap counts choices of a state that lead to closed states.
func (t *track) countGap(f *frame, s *system.Gap) {
	t.res.Matched += uint64(s.Closed)
	t.res.AtomicSteps += uint64(s.Atomic)
	t.res.Depth = max(t.res.Depth, int(f.depth+s.Reach))
}

// choose makes the next choice of f, which has one. Dirty are the components that count as written already.
// The result false says that nothing after it is to be looked at.
func (t *track) choose(f *frame, dirty uint64) (vm.Step, bool) {
	if f.gaps >= 0 && f.next > 0 {
		t.countGap(f, t.gaps.of(int(f.gaps), int(f.next)-1))
	}
	if f.fresh {
		f.fresh = false
	} else {
		t.restore(f)
	}
	t.cur.Dirty = dirty
	c := t.choices.of(f.choices, int(f.next))
	f.next++
	return t.take(c, int(f.depth), &f.before)
}

// leave forgets what is kept of f, the topmost frame.
func (t *track) leave(f *frame) {
	t.leaveGaps(f)
	if f.stored {
		t.hints.cut(f.hint)
	}
	t.choices.cut(f.choices)
}

func (t *track) leaveGaps(f *frame) {
	if f.gaps >= 0 {
		t.countGap(f, t.gaps.of(int(f.gaps), int(f.n)-1))
		t.gaps.cut(int(f.gaps))
		f.gaps = -1
	}
}

// taken is the choice of f that the path goes on with.
func (t *track) taken(f *frame) system.Taken {
	return system.Taken{Choice: *t.choices.of(f.choices, int(f.next)-1), Before: f.before}
}
