package compile

// What follows is what SPIN does twice: its generator writes a table of the transitions of every control
// state (put_seq and put_el of pangen2.c), and pan rewrites the table when it starts (retrans of
// pangen2.h). The order of both matters: a goto may lose or gain its place in an atomic sequence between
// the visits of two elements, and escapes are copied from states whose own escapes have been added or
// have not.

// putSeq puts the elements of a sequence, in order, into the table: it decides where each leads.
func (f *flow) putSeq(s *seq) {
	for e := s.first; e != nil; e = e.next {
		if !e.put {
			e.put = true
			f.putElem(e)
		}
		if e == s.end {
			return
		}
	}
}

func (f *flow) putElem(e *elem) {
	f.c.look()
	switch e.kind {
	case unless:
		f.putSeq(e.subs[0])
		return
	case choice:
		for _, b := range e.subs {
			f.putSeq(b)
		}
		return
	case block, atomic:
		f.patch(e.subs[0])
		f.putSeq(e.subs[0])
		return
	case dstep:
		f.patch(e.subs[0])
	}
	next := e.next
	if e.kind == jump {
		next = f.target(e)
	}
	if next != nil {
		e.to = f.hunt(next, e.atom)
	}
	f.group(e)
	if e.kind == join || e.m.blocked {
		return
	}
	for _, x := range e.esc {
		e.away = append(e.away, f.hunt(x.first, e.atom))
	}
	for _, x := range e.esc {
		f.putSeq(x)
	}
}

// patch ends the atomic sequence at the gotos that leave it, and lets it go on at those at its end that
// lead into another. It does not look into blocks: they are patched when it is their turn.
func (f *flow) patch(s *seq) {
	for e := s.first; e != nil; e = e.next {
		if g := f.target(e); e.kind == jump && g != nil {
			if inside := g.atom || g.ends; (e.atom || e.ends) && !inside {
				e.atom, e.ends = false, true
			} else if e.ends && inside {
				e.atom, e.ends = true, false
			}
		} else if e.kind == choice || e.kind == unless {
			for _, b := range e.subs {
				f.patch(b)
			}
		}
		if e == s.last {
			return
		}
	}
}

// entry is a transition of a control state.
type entry struct {
	e      *elem
	to     int  // where it leads; of a selection's option, first its own first state
	escape int  // the state of the escape that it belongs to; 0: none
	none   bool // it stands for the selection itself
}

// marks are what labels make of a control state.
type marks struct{ end, accept, progress bool }

// tables are pan's, by control state.
type tables struct {
	f     *flow
	of    [][]entry
	marks []marks
}

func newTables(f *flow) *tables {
	t := &tables{f: f, of: make([][]entry, len(f.elems)+1), marks: make([]marks, len(f.elems)+1)}
	for _, e := range f.elems {
		m := &t.marks[e.no]
		m.end = e.kind == end
		for _, l := range e.label {
			m.end = m.end || labelIs(l, "end")
			m.accept = m.accept || labelIs(l, "accept")
			m.progress = m.progress || labelIs(l, "progress")
		}
		if e.put {
			t.of[e.no] = t.written(e)
		}
	}
	t.flatten()
	t.pull()
	t.escape()
	for i, l := range t.of {
		if len(l) == 1 && l[0].e.kind == join && t.marks[i].end {
			t.marks[l[0].to].end = true
		}
	}
	return t
}

// written are the entries of an element as SPIN's generator writes them. Those of selections and blocks
// are the first states of their options, after an entry for themselves.
func (t *tables) written(e *elem) []entry {
	switch e.kind {
	case unless:
		return nil
	case choice, block, atomic:
		l := []entry{{e: e, none: true}}
		for _, b := range e.subs {
			g := huntStart(b.first)
			if e.kind != choice || len(g.esc) > 0 || !isFalse(g.stmt) {
				l = append(l, entry{e: e, to: g.no})
			}
		}
		return l
	}
	x := entry{e: e}
	if e.to != nil && !e.m.blocked {
		x.to = e.to.no
	}
	return []entry{x}
}

// imply lets the labels of a state hold where an entry leads, too.
func (t *tables) imply(x entry, from int) {
	to, m := &t.marks[x.to], t.marks[from]
	to.end, to.accept, to.progress = to.end || m.end, to.accept || m.accept, to.progress || m.progress
}

// flatten makes selections and blocks that begin options part of the selections around them.
func (t *tables) flatten() {
	for again := true; again; {
		again = false
		for i, l := range t.of {
			t.f.c.look()
			nested := false
			for j := 1; j < len(l); j++ {
				nested = nested || len(t.of[l[j].to]) > 1
			}
			if !nested {
				continue
			}
			again = true
			out := l[:1:1]
			for _, x := range l[1:] {
				inner := t.of[x.to]
				if len(inner) < 2 {
					out = append(out, x)
					continue
				}
				for _, y := range inner[1:] {
					out = append(out, y)
					t.imply(y, x.to)
				}
			}
			t.of[i] = out
		}
	}
}

// pull gives selections the transitions of the states that begin their options. Labels of those hold
// after them.
func (t *tables) pull() {
	for i, l := range t.of {
		if len(l) < 2 {
			continue
		}
		t.of[i] = nil
		for _, x := range l[1:] {
			if from := t.of[x.to]; len(from) > 0 {
				t.of[i] = append(t.of[i], from[0])
				t.imply(from[0], x.to)
			}
		}
	}
}

// escape puts the transitions of escapes in front of those of the states that they interrupt: one by one,
// so that those of an escape end up in reverse order. What is there already is not put there again.
func (t *tables) escape() {
	for i := range t.of {
		t.f.c.look()
		own := t.of[i]
		for _, x := range own {
			for k := len(x.e.away) - 1; k >= 0; k-- {
				p := x.e.away[k].no
				for _, y := range t.of[p] {
					if !t.has(i, y.e) {
						y.escape = p
						t.of[i] = append([]entry{y}, t.of[i]...)
					}
				}
			}
		}
	}
}

func (t *tables) has(state int, e *elem) bool {
	for i := range t.of[state] {
		if t.of[state][i].e == e {
			return true
		}
	}
	return false
}
