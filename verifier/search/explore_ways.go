package search

import (
	"slices"

	"gospin/verifier/system"
)

// ways numbers the sequences of choices that lead from one stored state to another. A way is its last choice
// and the way before it, so ways through the same atomic sequence share their common part.
type ways struct {
	all    stack[way]
	known  map[way]uint32
	recent [1 << 10]struct {
		way    way
		number uint32 // plus one
	}
}

type way struct {
	last   system.Taken
	before uint32 // none if there is only last
}

// wayBytes is the approximate size of a map entry for a way.
const wayBytes = 64

// number returns the number of a way, given its last choice and the way before it.
func (e *explorer) number(before uint32, last system.Taken) uint32 {
	w, x := &e.ways, way{last, before}
	recent := &w.recent[((last.Trans+before)*61+uint32(last.Pid))%uint32(len(w.recent))]
	if recent.number > 0 && recent.way == x {
		return recent.number - 1
	}
	n, ok := w.known[x]
	if !ok {
		if w.known == nil {
			w.known = map[way]uint32{}
		}
		n = uint32(w.all.top)
		*w.all.next() = x
		w.all.top++
		w.known[x] = n
		e.res.Stack += wayBytes
	}
	recent.way, recent.number = x, n+1
	return n
}

// add appends the choices of a way.
func (w *ways) add(dst []system.Taken, n uint32) []system.Taken {
	from := len(dst)
	for n != none {
		x := w.all.item(int(n))
		dst, n = append(dst, x.last), x.before
	}
	slices.Reverse(dst[from:])
	return dst
}

// way returns the number of the choices made last in the round of s.
func (e *explorer) way(s *openFrame) uint32 {
	f := e.frames.item(int(s.top))
	return e.number(e.wayTo(s, f), e.lastOf(f))
}

// wayTo returns the way from an open state to a frame of its sequence, or none for its own frame.
func (e *explorer) wayTo(s, f *openFrame) uint32 {
	e.bare = e.bare[:0]
	for ; f != s && f.number == 0; f = e.frames.item(int(f.up)) {
		e.bare = append(e.bare, f)
	}
	at := uint32(none)
	if f != s {
		at = f.number - 1
	}
	for _, g := range slices.Backward(e.bare) {
		at = e.number(at, e.lastOf(e.frames.item(int(g.up))))
		g.number = at + 1
	}
	return at
}

// lastOf returns the choice that f made last.
func (e *explorer) lastOf(f *openFrame) system.Taken {
	return system.Taken{Choice: *e.choices.of(f.choices, int(f.next)-1), Before: f.before}
}

// sequence appends the choices made last in the round of s.
func (e *explorer) sequence(dst []system.Taken, s *openFrame) []system.Taken {
	from := len(dst)
	for f := e.frames.item(int(s.top)); ; f = e.frames.item(int(f.up)) {
		if f.next > 0 {
			dst = append(dst, e.lastOf(f))
		}
		if f == s {
			break
		}
	}
	slices.Reverse(dst[from:])
	return dst
}

// taken returns the choices made from the initial state to the present state.
func (e *explorer) choicesMade() []system.Taken {
	if e.round == none {
		return nil
	}
	s := e.frames.item(int(e.round))
	if e.cache != nil {
		return e.sequence(e.remade(s), s)
	}
	var numbers []uint32
	for n := s.number; n != none; n = e.states.item(int(n)).pred {
		numbers = append(numbers, n)
	}
	var out []system.Taken
	for _, n := range slices.Backward(numbers[:len(numbers)-1]) {
		out = e.ways.add(out, e.states.item(int(n)).way)
	}
	return e.sequence(out, s)
}
