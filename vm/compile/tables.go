package compile

// This file follows two steps of SPIN: its generator writes a table of transitions by control state (put_seq
// and put_el of pangen2.c), and pan rewrites the table at its start (retrans of pangen2.h). The order matters
// in both: a goto may enter or leave an atomic sequence between the visits of two elements, and escapes are
// copied from states before or after their own escapes were added.

// putSeq puts the elements of a sequence, in order, into the table, and determines where each leads.
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
	f.c.checkContext()
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
		e.escapeTargets = append(e.escapeTargets, f.hunt(x.first, e.atom))
	}
	for _, x := range e.esc {
		f.putSeq(x)
	}
}

// patch ends the atomic sequence at gotos that leave it, and continues it at gotos at its end that lead to
// another one. It does not enter blocks, which are patched later.
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
	to     int  // where it leads; for a selection's option, at first the option's first state
	escape int  // state of the escape that it belongs to, or 0
	none   bool // represents the selection itself
}

// marks are the meanings of a state's labels.
type marks struct{ end, accept, progress bool }

// tables are pan's tables, by control state.
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

// written returns an element's entries as SPIN's generator writes them. For a selection or block, they are an
// entry for itself, then the first states of the options.
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

// imply applies a state's labels to the state that an entry leads to.
func (t *tables) imply(x entry, from int) {
	to, m := &t.marks[x.to], t.marks[from]
	to.end, to.accept, to.progress = to.end || m.end, to.accept || m.accept, to.progress || m.progress
}

// flatten merges selections and blocks at the beginning of options into the enclosing selections.
func (t *tables) flatten() {
	for changed := true; changed; {
		changed = false
		for i, l := range t.of {
			t.f.c.checkContext()
			nested := false
			for j := 1; j < len(l); j++ {
				nested = nested || len(t.of[l[j].to]) > 1
			}
			if !nested {
				continue
			}
			changed = true
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

// pull gives selections the transitions of their options' first states, and applies these states' labels
// after them.
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

// escape inserts the transitions of escapes before those of the states that they interrupt, one by one, so
// that an escape's transitions end up in reverse order. It does not insert duplicates.
func (t *tables) escape() {
	for i := range t.of {
		t.f.c.checkContext()
		own := t.of[i]
		for _, x := range own {
			for k := len(x.e.escapeTargets) - 1; k >= 0; k-- {
				p := x.e.escapeTargets[k].no
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
