package automaton

import "slices"

// walk is the way of a word through an automaton, as far as it goes.
type walk struct {
	path []uint32 // vertices
	at   []int    // edges taken in them
}

// follow walks along a word and says how far it got, and from where on vertices are shared with other words.
func (g *graph) follow(root uint32, word []uint16, w *walk) (length, shared int) {
	w.path, w.at = w.path[:0], w.at[:0]
	shared = len(word)
	id := root
	for i, letter := range word {
		v := g.at(id)
		if i > 0 && shared == len(word) && refs(v) > 1 {
			shared = i
		}
		edges := edgesOf(v)
		at := search(edges, letter)
		w.path, w.at = append(w.path, id), append(w.at, at)
		if at == len(edges) || uint16(edges[at]>>letterShift) != letter {
			return i, shared
		}
		id = uint32(edges[at])
	}
	return len(word), shared
}

// extend adds a word that follow lost at its length-th letter, and returns the root.
func (g *graph) extend(word []uint16, w *walk, length, shared int) uint32 {
	t := uint32(accepting)
	for i := len(word) - 1; i > length; i-- {
		t = g.share(append(g.scratch[:0], uint64(word[i])<<letterShift|uint64(t)))
	}
	gone := false // what t takes the place of is gone already
	for i := length; i >= 0; i-- {
		id, at := w.path[i], w.at[i]
		edge := uint64(word[i])<<letterShift | uint64(t)
		if i >= shared {
			g.scratch = append(g.scratch[:0], edgesOf(g.at(id))...)
			if i == length {
				g.scratch = slices.Insert(g.scratch, at, edge)
			} else {
				g.scratch[at] = edge
			}
			t = g.share(g.scratch)
			continue
		}
		if i < length && uint32(g.at(id)[1+at]) == t {
			break // changed in its place
		}
		if i > 0 {
			g.unlink(id)
		}
		g.inc(t)
		was := id
		if i == length {
			id = g.insert(id, at, edge)
		} else {
			v := g.at(id)
			old := uint32(v[1+at])
			v[1+at] = edge
			if !gone {
				g.dec(old)
			}
		}
		gone = id != was
		if i == 0 {
			return id
		}
		edges := edgesOf(g.at(id))
		b := g.bucket(edges)
		if e := g.equal(edges, b); e != 0 {
			t, gone = e, true
			g.drop(id)
		} else {
			g.link(id, b)
			t = id
		}
	}
	return w.path[0]
}

// insert adds an edge to a vertex in no bucket. Where it must move, it loses its reference.
func (g *graph) insert(id uint32, at int, edge uint64) uint32 {
	v := g.at(id)
	d := degree(v)
	g.edges++
	has, _ := size(d)
	if n, _ := size(d + 1); n > has {
		to := g.alloc(d + 1)
		v = g.at(id) // the arena may have moved
		u := g.at(to)
		copy(u[1:], v[1:1+at])
		u[1+at] = edge
		copy(u[2+at:], v[1+at:1+d])
		u[0] = uint64(d+1) << degreeShift
		g.release(id, d)
		return to
	}
	copy(v[2+at:], v[1+at:1+d])
	v[1+at] = edge
	v[0] += 1 << degreeShift
	return id
}
