package search

import (
	"slices"

	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// ExploreOptions are the options of Explore.
type ExploreOptions struct {
	Open    Frontier // used up by the search
	Caching Caching  // for stores that forget
	Lean    Lean     // choices to omit; may be nil
	Decided Decided  // may be nil
}

// Explore searches in the order of a frontier: each round makes one choice, of the state that the frontier
// selects (Evangelista, Kristensen, "Search-order independent state caching", 2010, figure 1). Within an
// atomic sequence, it follows the choice depth first up to the first state that is visited, and leaves the
// rest of the sequence for later rounds.
//
// An ample set suffices if it leads to a new state. A chain of states, each found as the new state of the one
// before, is finite, and its last state makes all its choices; there the postponed ones are still enabled.
func Explore(t *Task, o ExploreOptions) (res *Result, err error) {
	e := &explorer{options: o, frontier: o.Open, at: none, round: none}
	defer func() {
		if e.ranOut(recover()) {
			res = &e.res
		}
	}()
	e.begin(t, e.choicesMade)
	if t.Store.Caps().Evicts {
		e.cache = t.Store.(Cache)
		e.cache.CountBeside(func() int64 { return e.res.Stack })
		e.opened = map[store.Ref]bool{}
	}
	e.line, _ = o.Open.(*swept)
	e.frames.weight, e.vecs.weight, e.choices.weight = &e.weight, &e.weight, &e.weight
	e.hints.weight, e.states.weight, e.ways.all.weight = &e.weight, &e.weight, &e.weight
	e.steps.weight, e.steps.grain = &e.weight, 1
	e.vecs.grain, e.choices.grain, e.hints.grain, e.frames.grain = 8, 2, 1, 1
	tight := t.Limits.Memory > 0 && t.Limits.Memory < littleMemory
	if _, e.inRow = o.Open.(*queue); e.inRow && !tight {
		e.vecs.inOrder, e.choices.inOrder, e.frames.inOrder = true, true, true
	}
	if step, ok := e.start(); ok {
		if depth, ok := e.arrive(step, -1); ok && e.visit(nil) {
			e.add(nil, depth)
		}
	}
	for !e.stop {
		open, ok := e.frontier.Next()
		if !ok {
			break
		}
		e.event(open)
		if checked {
			e.check()
		}
	}
	e.weight.add(int(e.frontier.Bytes() - e.accounted))
	return &e.res, e.err
}

// littleMemory is the limit of memory up to which smaller chunks are used in the pools.
const littleMemory = 32 << 20

// none means no frame.
const none = 1<<32 - 1

// explorer is the memory of an exploring search.
type explorer struct {
	rules
	options   ExploreOptions
	frontier  Frontier
	frames    pool[openFrame]
	vecs      pool[byte]
	choices   pool[system.Choice]
	hints     pool[uint64]
	states    stack[found] // all stored states, by number
	ways      ways
	bare      []*openFrame       // scratch memory of wayTo
	steps     pool[vm.Move]      // for frames within sequences, if the store requests moves
	moves     []vm.Move          // from an open state to the present one, if the store requests moves
	at        uint32             // frame of the present state
	round     uint32             // the open state whose choice is being made
	circles   map[uint32]loops   // by open state that begins a long atomic sequence
	accounted int64              // frontier's bytes already accounted for
	cache     Cache              // the store if it forgets
	line      *swept             // the frontier if it is a sweep-line
	ref       store.Ref          // of the last visited state
	opened    map[store.Ref]bool // of a checked search
	accepts   bool               // the present state is accepting
	inRow     bool               // the frontier selects a state until all its choices are made
}

// found records how a stored state was found.
type found struct {
	pred uint32 // the state whose choices led here
	way  uint32 // number of these choices
}

// openFrame is an open state, or a state within an atomic sequence that begins there.
type openFrame struct {
	vec, choices, hint int // their places
	steps              int // place of the moves from the previous frame of the sequence
	dirty              uint64
	number             uint32 // in a sequence: number of the way here plus one, or 0
	ancestor           uint32 // beginning of the chain that contains the open state
	up, top            uint32 // in a sequence: the previous frame; else: its last frame
	vecLen, hintLen    uint32
	stepsLen           uint32
	next, n            uint32
	depth, chain       int32
	excl               int16
	turn, copy, before uint8
	set                uint8 // the ample set that is being tried; 0 if all choices are made
	kept               bool  // the vector is stored
	whole              bool  // the choices may be the base of other expansions
	foundNew           bool  // one of the choices has led to a new state
	accepts            bool  // the state is accepting
}

// frame returns a frame for the present state.
func (e *explorer) frame(depth int) (uint32, *openFrame) {
	id := uint32(e.frames.place(1))
	g := e.frames.item(int(id))
	*g = openFrame{
		up: none, top: id, depth: int32(depth),
		dirty: e.cur.Dirty, excl: e.cur.Excl, turn: e.cur.Turn, copy: e.cur.Copy, accepts: e.accepts,
	}
	e.at = id
	return id, g
}

// restore makes the state of a frame the present one.
func (e *explorer) restore(id uint32, f *openFrame) {
	if e.at == id {
		return
	}
	e.at = id
	e.cur.Vec = append(e.cur.Vec[:0], e.vecs.at(f.vec, int(f.vecLen))...)
	e.cur.Dirty, e.cur.Excl, e.cur.Turn, e.cur.Copy = f.dirty, f.excl, f.turn, f.copy
}

// free releases a frame with its memory.
func (e *explorer) free(id uint32, f *openFrame) {
	if f.kept {
		e.vecs.giveBack(f.vec, int(f.vecLen))
	}
	if f.n > 0 {
		e.choices.giveBack(f.choices, int(f.n))
	}
	if f.hintLen > 0 {
		e.hints.giveBack(f.hint, int(f.hintLen))
	}
	if f.stepsLen > 0 {
		e.steps.giveBack(f.steps, int(f.stepsLen))
	}
	e.frames.giveBack(int(id), 1)
	if e.at == id {
		e.at = none
	}
}

// add makes the present state, which is new and was found in the round of s, an open one.
func (e *explorer) add(s *openFrame, depth int) {
	e.res.Depth = max(e.res.Depth, depth)
	since := e.cur.Dirty
	e.cur.Dirty = 0
	id, g := e.frame(depth)
	if h := e.arrival.Hint; len(h) > 0 {
		g.hint, g.hintLen = e.hints.keep(h), uint32(len(h))
	}
	if e.cache != nil {
		g.number = uint32(e.ref)
		e.generated(s, g)
	} else {
		g.number = e.store(s)
	}
	if s != nil {
		s.foundNew = true
	}
	e.frontier.Add(id, &e.cur)
	e.useBase(s, since)
	e.expand(depth, true)
	if e.options.Lean != nil && s != nil {
		if f := e.frames.item(int(s.top)); f == s {
			k := e.lastOf(f)
			e.leaner(&k.Choice, k.Before)
		}
	}
	e.keep(g)
	if e.cache != nil {
		e.link(s, g)
	}
}

// store numbers the present state, which is new and was found in the round of s.
func (e *explorer) store(s *openFrame) uint32 {
	n := e.states.next()
	e.states.top++
	if *n = (found{none, 0}); s != nil {
		*n = found{s.number, e.way(s)}
	}
	return uint32(e.states.top - 1)
}

// useBase makes the choices of s the base of the next expansion, given the components written since.
func (e *explorer) useBase(s *openFrame, since uint64) {
	e.x.Since, e.x.Base = since, nil
	if s != nil && s.whole {
		e.x.Base = e.choices.at(s.choices, int(s.n))
	}
}

// event makes choices of an open state until one leads to a visited state, or, if the frontier would select
// the state again anyway, all of them. A state without further choices is left.
func (e *explorer) event(open uint32) {
	s := e.frames.item(int(open))
	e.turnTo(open)
	for made := false; !e.stop; {
		id := s.top
		f := e.frames.item(int(id))
		switch {
		case f.next < f.n && made && !e.inRow:
			return
		case f.next < f.n:
			e.restore(id, f)
			e.cur.Dirty = f.dirty
			c := e.choices.of(f.choices, int(f.next))
			f.next++
			e.at = none
			if step, ok := e.take(c, int(f.depth), &f.before); ok {
				if e.accepts = step.Effect&vm.Accepting != 0; e.accepts && !f.accepts {
					if e.decide(e.options.Decided); e.stop {
						return
					}
				}
				made = e.arriveFrom(s, f, step)
			}
		case f.set != 0 && !s.foundNew:
			e.tryNextSet(id, f)
		case id != open:
			s.top = f.up
			e.loops.left(int(f.chain))
			e.free(id, f)
		default:
			e.frontier.Leave()
			e.loops.at = -1
			if e.cache != nil {
				e.cache.Unref(store.Ref(s.number))
				delete(e.opened, store.Ref(s.number))
			}
			e.free(open, s)
			return
		}
	}
}

// arriveFrom processes the present state, reached by a choice of f in the round of s. It returns false if the
// sequence continues or the limit rejects the state.
func (e *explorer) arriveFrom(s, f *openFrame, step vm.Step) (visited bool) {
	depth, ok := e.arrive(step, int(f.depth))
	if !ok {
		return true
	}
	if step.Effect&(vm.Transient|vm.Passing) == 0 {
		if e.visit(s) {
			e.add(s, depth)
		}
		return true
	}
	chain := int32(0)
	if step.Effect&vm.Transient != 0 {
		chain = f.chain + 1
		if e.endless(int(chain), int(chain)) {
			return false
		}
	}
	e.res.Depth = max(e.res.Depth, depth)
	e.useBase(s, e.cur.Dirty)
	if e.expand(depth, true) {
		if e.visit(s) {
			e.add(s, depth)
		}
		return true
	}
	if e.stop || len(e.x.Choices) == 0 {
		return false
	}
	id, g := e.frame(depth)
	g.up, g.chain = s.top, chain
	if e.via.on {
		g.steps, g.stepsLen = e.steps.keep(e.via.step), uint32(len(e.via.step))
	}
	s.top = id
	e.keep(g)
	return false
}

// keep stores the choices of the present state in f.
func (e *explorer) keep(f *openFrame) {
	x := &e.x
	if f.next, f.n, f.whole = 0, 0, false; f.up == none { // sets within sequences suffice as they are
		f.set = x.Ample
	}
	if e.stop || len(x.Choices) == 0 {
		return
	}
	f.choices, f.n = e.choices.keep(x.Choices), uint32(len(x.Choices))
	f.dirty, f.excl, f.turn, f.copy = e.cur.Dirty, e.cur.Excl, e.cur.Turn, e.cur.Copy
	f.whole = f.up == none && x.Whole && x.Effect&vm.Failed == 0
	if !f.kept && (f.n > 1 || f.set != 0 || f.up == none) {
		f.vec, f.vecLen, f.kept = e.vecs.keep(e.cur.Vec), uint32(len(e.cur.Vec)), true
	}
}

// again continues at a state whose ample set has led to nothing new, with the next set or all choices.
func (e *explorer) tryNextSet(id uint32, f *openFrame) {
	e.restore(id, f)
	if f.n > 0 {
		e.choices.giveBack(f.choices, int(f.n))
		f.next, f.n = 0, 0
	}
	e.x.After, e.x.Base = f.set, nil
	e.expand(int(f.depth), false)
	e.x.After = 0
	e.keep(f)
}

// visit stores the present state and reports whether it is new. The nearest stored state is that of s.
func (e *explorer) visit(s *openFrame) bool {
	e.arrival.Parent = nil
	if s != nil && s.hintLen > 0 {
		e.arrival.Parent = e.hints.at(s.hint, int(s.hintLen))
	}
	if e.via.on {
		e.arrival.Via = e.movesFrom(s)
	}
	var status store.Status
	e.ref, status = e.Store.Visit(&e.arrival)
	if e.line != nil && status != store.Full {
		if e.err = e.line.arrive(&e.cur); e.err != nil {
			e.halt()
			return false
		}
	}
	if !e.count(status) {
		return false
	}
	if e.res.Stored&(1<<12-1) == 0 || e.res.Stored < 1<<12 && e.res.Stored&(1<<6-1) == 0 {
		e.enough()
		now := e.frontier.Bytes()
		e.weight.add(int(now - e.accounted))
		e.accounted = now
	}
	return true
}

// turnTo begins a round of an open state. Loops in long atomic sequences are recorded for each such state.
func (e *explorer) turnTo(open uint32) {
	if open == e.round {
		return
	}
	if e.loops.at >= 0 {
		if e.circles == nil {
			e.circles = map[uint32]loops{}
		}
		l := e.loops
		l.vec = slices.Clone(l.vec)
		e.circles[e.round] = l
		e.loops.at = -1
	}
	if l, ok := e.circles[open]; ok {
		e.loops.vec, e.loops.excl, e.loops.at = l.vec, l.excl, l.at
		delete(e.circles, open)
	}
	e.round = open
}
