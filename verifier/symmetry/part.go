package symmetry

import (
	"encoding/binary"

	"gospin/vm/layout"
)

// Part is a part of a state: a cell of the globals, a process, or a channel.
type Part struct {
	Off, Len int // in the vector
	kind     layout.CompKind
	of       int // the process, or the channel from 1 on
	cells    []place
}

// Parts returns the parts that some action moves or changes, by their place in the vector, and the others
// that have names.
func (g *Group) Parts() map[int]*Part {
	if g.parts == nil {
		g.parts = g.allParts()
	}
	return g.parts
}

func (g *Group) allParts() map[int]*Part {
	m := g.m
	out := map[int]*Part{}
	procs := make([]*Part, len(m.shape.Procs))
	for pid, q := range m.shape.Procs {
		procs[pid] = &Part{Off: q.Off, Len: m.prog.Layout.Procs[q.Type].Size, kind: layout.Process, of: pid}
		out[q.Off] = procs[pid]
	}
	for p, e := range m.cells {
		if p.of >= 0 {
			procs[p.of].cells = append(procs[p.of].cells, p)
			continue
		}
		out[e.Off] = &Part{Off: e.Off, Len: layout.CellSize(e.Cell), kind: layout.Globals, cells: []place{p}}
	}
	for c, q := range m.shape.Chans {
		if m.prog.Layout.Chans[q.Type].Size == 0 { // the next part has the same place
			continue
		}
		out[q.Off] = &Part{Off: q.Off, Len: m.prog.Layout.Chans[q.Type].Size, kind: layout.Channel, of: c + 1}
	}
	return out
}

// To returns the place in the vector to which a part moves.
func (a *Action) To(p *Part) int {
	switch p.kind {
	case layout.Process:
		return a.m.shape.Procs[a.procs[p.of]].Off
	case layout.Channel:
		return a.m.shape.Chans[a.chans[p.of]-1].Off
	}
	return int(a.place(p.cells[0]).at)
}

// Changes reports whether the bytes of a part may change when it moves.
func (a *Action) Changes(p *Part) bool {
	if p.kind == layout.Channel {
		for k := range a.m.channelType(int32(p.of)).Fields {
			if _, id := a.ids[place{ofChannel - p.of, int32(k)}]; id {
				return true
			}
		}
		return false
	}
	for _, c := range p.cells {
		_, id := a.ids[c]
		to := a.place(c)
		if id || p.kind == layout.Process && (to.at != c.at || a.m.constants[c] != a.m.constants[to]) {
			return true
		}
	}
	return false
}

// Map changes a part's bytes to those at its new place.
func (a *Action) Map(p *Part, dst, src []byte) {
	copy(dst, src)
	m := a.m
	if p.kind == layout.Channel {
		if !m.looks(messages) {
			return
		}
		m.ids(a.ids, p, src, func(e layout.Elem, at, plus int32) {
			layout.Store(dst, e.Cell, at, e.Mask, a.number(plus, layout.Load(src, e.Cell, at)))
		})
		return
	}
	known := m.knownIn(p, src)
	for _, c := range p.cells {
		to, e := a.place(c), m.cells[c]
		from, at := c.at, to.at
		if p.kind == layout.Globals {
			from, at = 0, 0
		}
		v := layout.Load(src, e.Cell, from)
		if k, is := m.constants[to]; is && p.kind == layout.Process {
			v = k
		} else if plus, id := a.ids[c]; id && (m.looks(numbers) || c.of < 0) && !known.has(c.at) {
			v = a.number(plus, v)
		}
		layout.Store(dst, e.Cell, at, e.Mask, v)
	}
}

// knownIn returns what is known of a process, given its bytes.
func (m *model) knownIn(p *Part, bytes []byte) values {
	if p.kind != layout.Process || len(m.known) == 0 {
		return nil
	}
	return m.at(p.of, m.pcIn(p.of, bytes))
}

func (v values) has(at int32) bool {
	_, is := v[at]
	return is
}

// ids calls f with each cell of a channel's messages that holds ranks.
func (m *model) ids(ids map[place]int32, p *Part, bytes []byte, f func(e layout.Elem, at, plus int32)) {
	ct := m.channelType(int32(p.of))
	n := 0
	switch {
	case ct.Slots == 0:
		return
	case ct.LenWide:
		n = int(binary.LittleEndian.Uint16(bytes))
	default:
		n = int(bytes[0])
	}
	for i := range n {
		for k, e := range ct.Fields {
			if plus, id := ids[place{ofChannel - p.of, int32(k)}]; id {
				f(e, int32(ct.Head+i*ct.Msg+e.Off), plus)
			}
		}
	}
}

// What View writes for a cell that holds ranks.
const (
	nobody = iota
	itself
	another
)

// View appends a part's bytes as a rank of a set sees them: without the identity of other ranks, and without
// what depends on how the process was started. It returns true if the part refers to another rank.
func (s *Set) View(rank int, p *Part, dst, src []byte) (_ []byte, others bool) {
	a := s.Actions[0]
	m := a.m
	start := len(dst)
	dst = append(dst, src...)
	copied := dst[start:]
	var marks []byte
	mark := func(e layout.Elem, at, plus int32) {
		v := layout.Load(src, e.Cell, at) - plus
		switch {
		case v < 0 || int(v) >= len(a.ranks) || !s.has(int(v)):
			marks = append(marks, nobody)
			return
		case int(v) == s.Numbers[rank]:
			marks = append(marks, itself)
		default:
			marks, others = append(marks, another), true
		}
		layout.Store(copied, e.Cell, at, e.Mask, 0)
	}
	if p.kind == layout.Channel {
		m.ids(a.ids, p, src, mark)
		return append(dst, marks...), others
	}
	known := m.knownIn(p, src)
	for _, e := range m.sorted(p) {
		c := place{ofGlobals, int32(e.Off)}
		at := int32(0)
		if p.kind == layout.Process {
			c.of, at = p.of, c.at
		}
		if _, is := m.constants[c]; is {
			layout.Store(copied, e.Cell, at, e.Mask, 0)
		} else if plus, id := a.ids[c]; id && !known.has(at) {
			mark(e, at, plus)
		}
	}
	return append(dst, marks...), others
}

func (s *Set) has(number int) bool {
	for _, n := range s.Numbers {
		if n == number {
			return true
		}
	}
	return false
}

// sorted returns the cells of a part in order.
func (m *model) sorted(p *Part) (out []layout.Elem) {
	for at := int32(0); int(at) < p.Len; at++ {
		c := place{ofGlobals, int32(p.Off) + at}
		if p.kind == layout.Process {
			c = place{p.of, at}
		}
		if e, is := m.cells[c]; is {
			out = append(out, e)
		}
	}
	return out
}

// Viewed reports whether the view of a part may differ from its bytes.
func (s *Set) Viewed(p *Part) bool {
	a := s.Actions[0]
	if p.kind == layout.Channel {
		return a.Changes(p)
	}
	for _, c := range p.cells {
		_, id := a.ids[c]
		_, is := a.m.constants[c]
		if id || is && p.kind == layout.Process {
			return true
		}
	}
	return false
}

// Fine reports whether the group holds for a process: from here on it starts no process and does not end, and
// it was started as in the state for which the group was found.
func (g *Group) Fine(pid int, bytes []byte) bool {
	m := g.m
	pc := m.pcIn(pid, bytes)
	if !m.settled[pid][pc] {
		return false
	}
	for at, k := range m.at(pid, pc) {
		if m.looks(known) && load(m.cells[place{pid, at}], bytes, at) != k {
			return false
		}
	}
	for p, k := range m.constants {
		if p.of == pid && m.looks(births) && layout.Load(bytes, m.cells[p].Cell, p.at) != k {
			return false
		}
	}
	return true
}

// Processes returns the number of processes in the shape.
func (g *Group) Processes() int { return len(g.m.shape.Procs) }

// Vector maps the vector of a state in which the group holds by an action.
func (g *Group) Vector(a *Action, dst, vec []byte) []byte {
	dst = append(dst[:0], vec...)
	for off, p := range g.Parts() {
		to := a.To(p)
		a.Map(p, dst[to:to+p.Len], vec[off:off+p.Len])
	}
	return dst
}

// Holds reports whether the group holds in a state.
func (g *Group) Holds(vec []byte) bool {
	if g.m.prog.Layout.ShapeID(vec) != g.Shape {
		return false
	}
	for pid, q := range g.m.shape.Procs {
		if !g.Fine(pid, vec[q.Off:q.Off+g.m.prog.Layout.Procs[q.Type].Size]) {
			return false
		}
	}
	return true
}
