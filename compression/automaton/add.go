package automaton

// step is a vertex on the path of a word: the edge taken there, or its position if there is none, and the
// number of the word's letters before it.
type step struct {
	id   uint32
	edge int
	pos  int
}

// walk is the path of a word through an automaton, as far as it exists.
type walk struct {
	steps  []step
	same   int // number of letters of the last edge that match the word; 0 if there is no edge
	shared int // from this step on, other words share the path
}

// follow follows a word and reports whether it reached the end.
func (g *graph) follow(root uint32, word []uint16, w *walk) bool {
	w.steps, w.same = w.steps[:0], 0
	w.shared = len(word) + 1
	id := root
	for pos := 0; pos < len(word); {
		v := g.at(id)
		if pos > 0 && refs(v) > 1 {
			w.shared = min(w.shared, len(w.steps))
		}
		edges := edgesOf(v)
		i := search(edges, word[pos])
		w.steps = append(w.steps, step{id, i, pos})
		if i == len(edges) || uint16(edges[i]>>letterShift) != word[pos] {
			return false
		}
		pos++
		if lengthOf(edges[i]) > 1 {
			rest := word[pos:]
			label := further(v, i)
			for k, letter := range label {
				if rest[k] != letter {
					w.same = 1 + k
					return false
				}
			}
			pos += len(label)
		}
		id = uint32(edges[i])
	}
	return true
}

// extend adds a word that follow did not find, and returns the root.
func (g *graph) extend(word []uint16, w *walk) uint32 {
	last := len(w.steps) - 1
	s := w.steps[last]
	v := g.at(s.id)
	g.draft.load(v)
	was, t := uint32(accepting), uint32(accepting)
	if w.same == 0 {
		g.draft.insert(s.edge, word[s.pos:], accepting)
	} else {
		was = uint32(edgesOf(v)[s.edge])
		rest := further(v, s.edge)[w.same-1:]
		g.fork.clear()
		g.fork.insert(0, rest, was)
		other := word[s.pos+w.same:]
		g.fork.insert(b2i(rest[0] < other[0]), other, accepting)
		t = g.share(g.fork.finish())
		g.draft.cut(s.edge, w.same, t)
	}
	header, body := g.draft.finish()
	if last >= w.shared {
		t = g.share(header, body)
		return g.lead(w, last-1, t, false)
	}
	if last > 0 {
		g.unlink(s.id)
	}
	g.inc(t)
	id := g.rewrite(s.id, header, body)
	g.dec(was)
	if last > 0 {
		id = g.settle(id)
	}
	return g.lead(w, last-1, id, id != s.id)
}

// lead changes the edges on the path above step i to lead to t and the changed vertices; gone means that
// their old target does not exist any more.
func (g *graph) lead(w *walk, i int, t uint32, gone bool) uint32 {
	for ; i >= 0; i-- {
		s := w.steps[i]
		v := g.at(s.id)
		at := first(v) + s.edge
		was := uint32(v[at])
		if i >= w.shared {
			g.scratch = append(g.scratch[:0], bodyOf(v)...)
			e := &g.scratch[at-1]
			*e = *e&^(1<<32-1) | uint64(t)
			t, gone = g.share(v[0]&kindMask, g.scratch), false
			continue
		}
		if was == t {
			return w.steps[0].id
		}
		if i > 0 {
			g.unlink(s.id)
		}
		g.inc(t)
		v[at] = v[at]&^(1<<32-1) | uint64(t)
		if !gone {
			g.dec(was)
		}
		t, gone = s.id, false
		if i > 0 {
			t = g.settle(s.id)
			gone = t != s.id
		}
	}
	return t
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
