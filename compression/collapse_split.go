package compression

import (
	"fmt"
	"slices"

	"gospin/compression/intern"
	"gospin/vm/layout"
)

// Place determines which component a channel's bytes are part of.
type Place uint8

const (
	Apart       Place = iota // each channel is a component
	WithGlobals              // they lie with the globals
	// part of the process that created it; for global channels the same as WithGlobals
	WithProcess
)

// CollapseOptions define the components of a state vector. The zero value makes the globals, each process and
// each channel a component.
type CollapseOptions struct {
	GlobalChans Place
	ProcChans   Place
	JoinProcs   bool // make all processes one component
	// the number of processes and channels is part of the globals, and separate channels are distinguished by
	// declaration
	AsPan bool
	// split the globals into pieces of at most this many bytes, between variables; 0 for no split
	GlobalBytes int
	IndexBytes  int // width of an index, 1 to 4 (only for Collapse1997); 0 for one byte
}

// PanSplit returns the components of pan -DCOLLAPSE: all channels are part of the globals, or, with sepqs
// (-DSEPQS), separate; joinprocs is -DJOINPROCS.
func PanSplit(sepqs, joinprocs bool) CollapseOptions {
	o := CollapseOptions{GlobalChans: WithGlobals, ProcChans: WithGlobals, JoinProcs: joinprocs, AsPan: true}
	if sepqs {
		o.GlobalChans, o.ProcChans = Apart, Apart
	}
	return o
}

// piece is a range of a vector.
type piece struct{ off, n int }

// group is a component of a split: bytes that are numbered together, in the table of their class.
type group struct {
	class  int
	head   []byte // precedes the pieces: added by the split, by shape
	pieces []piece
	n      int // length of the value
}

// gather appends the value of a group. The vector lacks its first skip bytes.
func (g *group) gather(dst, vec []byte, skip int) []byte {
	dst = append(dst, g.head...)
	for _, p := range g.pieces {
		dst = append(dst, vec[p.off-skip:][:p.n]...)
	}
	return dst
}

// scatter copies a value to its pieces.
func (g *group) scatter(vec, value []byte, skip int) {
	value = value[len(g.head):]
	for _, p := range g.pieces {
		copy(vec[p.off-skip:], value[:p.n])
		value = value[p.n:]
	}
}

// plan is the split of one shape's vectors.
type plan struct {
	shape  *layout.Shape
	groups []group
	// masks has, by component, the groups that contain its bytes, as bits like those of State.Dirty: bit 63
	// means all from 63 on. The last mask is for all components from 63 on. If masks is nil, group i is
	// component i.
	masks []uint64
}

// dirty converts a mask of components to a mask of groups.
func (p *plan) dirty(d uint64) uint64 {
	m := uint64(0)
	for i := range p.masks {
		m |= p.masks[i] & -(d >> i & 1)
	}
	return m
}

// split computes plans. Classes are numbered: the pieces of the globals, the proctypes, the channel types
// (or, with AsPan, the declarations of channels), and all processes joined.
type split struct {
	l        *layout.Layout
	o        CollapseOptions
	cuts     []piece // of the globals, relative to their beginning
	joins    bool    // some group has bytes of several components, so that a change of shape changes it
	plans    []*plan // by shape
	declared []int   // AsPan: channel types by declaration, first the global ones, then each proctype's
	before   []int   // AsPan: by proctype, the number of declarations before its own
}

func newSplit(l *layout.Layout, o CollapseOptions) *split {
	sp := &split{l: l, o: o, cuts: cutGlobals(l, o.GlobalBytes)}
	sp.joins = o.GlobalChans != Apart || o.ProcChans != Apart || o.JoinProcs || o.AsPan
	if o.AsPan {
		sp.declared = append(sp.declared, l.Global...)
		for _, p := range l.Procs {
			sp.before = append(sp.before, len(sp.declared))
			sp.declared = append(sp.declared, p.Chans...)
		}
	}
	return sp
}

// maxCuts leaves bits of a dirty mask for the processes.
const maxCuts = 32

// cutGlobals splits the globals between variables, into pieces of at most n bytes unless a variable is
// longer.
func cutGlobals(l *layout.Layout, n int) []piece {
	if n <= 0 || l.Globals <= n {
		return []piece{{0, l.Globals}}
	}
	first := l.Hidden + layout.ShapeBytes
	starts := make([]bool, l.Globals+1) // starts of variables, and of elements of long ones
	starts[l.Globals] = true
	for _, f := range l.Fields {
		if f.Hidden {
			continue
		}
		size := layout.CellSize(f.Elem.Cell)
		step := f.Stride
		if (f.Len-1)*f.Stride+size <= n {
			step = f.Stride * f.Len
		}
		start := f.Elem.Off - first
		for off := start; off < start+f.Stride*f.Len && off < l.Globals; off += max(1, step) {
			if off >= 0 {
				starts[off] = true
			}
		}
	}
	for len(cutAt(starts, n)) > maxCuts {
		n += n
	}
	return cutAt(starts, n)
}

func cutAt(starts []bool, n int) []piece {
	var out []piece
	from, to := 0, 0
	for i := 1; i < len(starts); i++ {
		if !starts[i] {
			continue
		}
		if i-from > n && to > from {
			out = append(out, piece{from, to - from})
			from = to
		}
		to = i
	}
	return append(out, piece{from, to - from})
}

func (sp *split) chanClasses() int {
	if sp.o.AsPan {
		return len(sp.declared)
	}
	return len(sp.l.Chans)
}

func (sp *split) classes() int { return len(sp.cuts) + len(sp.l.Procs) + sp.chanClasses() + 1 }

// chanClass returns the class of a separate channel of type t: number i of a proctype, or of the globals
// (-1). For pan, all rendezvous channels are the same and empty.
func (sp *split) chanClass(t, proctype, i int) int {
	first := len(sp.cuts) + len(sp.l.Procs)
	switch {
	case !sp.o.AsPan:
		return first + t
	case sp.l.Chans[t].Slots == 0:
		return first + slices.IndexFunc(sp.declared, func(t int) bool { return sp.l.Chans[t].Slots == 0 })
	case proctype >= 0:
		i += sp.before[proctype]
	}
	return first + i
}

// of returns the plan of a shape.
func (sp *split) of(s *layout.Shape) *plan {
	if int(s.ID) < len(sp.plans) && sp.plans[s.ID] != nil {
		return sp.plans[s.ID]
	}
	for int(s.ID) >= len(sp.plans) {
		sp.plans = append(sp.plans, nil)
	}
	p := sp.make(s)
	sp.plans[s.ID] = p
	return p
}

func (sp *split) make(s *layout.Shape) *plan {
	p := &plan{shape: s}
	of := make([][]int, len(s.Comps)) // groups by component
	add := func(comp, g int, off, n int) {
		of[comp] = append(of[comp], g)
		x := &p.groups[g]
		x.n += n
		if last := len(x.pieces) - 1; last >= 0 && x.pieces[last].off+x.pieces[last].n == off {
			x.pieces[last].n += n
			return
		}
		x.pieces = append(x.pieces, piece{off, n})
	}
	begin := func(class int, head []byte) int {
		p.groups = append(p.groups, group{class: class, head: head, n: len(head)})
		return len(p.groups) - 1
	}
	// owner is the group of the process that a channel belongs to, proctype its type, and nth the channel's
	// index there.
	joined, owner, proctype, nth := -1, -1, -1, 0
	for i, c := range s.Comps {
		switch c.Kind {
		case layout.Globals:
			for k, cut := range sp.cuts {
				var head []byte
				if k == 0 && sp.o.AsPan {
					head = []byte{byte(len(s.Procs)), byte(len(s.Chans))}
				}
				add(i, begin(k, head), c.Off+cut.off, cut.n)
			}
			if sp.o.JoinProcs { // even without processes, since pan counts that value
				joined = begin(sp.classes()-1, []byte{byte(s.ID), byte(s.ID >> 8), byte(s.ID >> 16)})
				p.groups[joined].pieces = []piece{{c.Off, 0}}
			}
		case layout.Process:
			owner, proctype, nth = joined, c.Type, 0
			if joined < 0 {
				owner = begin(len(sp.cuts)+c.Type, nil)
			}
			add(i, owner, c.Off, c.Len)
		case layout.Channel:
			place := sp.o.ProcChans
			if owner < 0 {
				place = sp.o.GlobalChans
			}
			switch {
			case place == Apart:
				add(i, begin(sp.chanClass(c.Type, proctype, nth), nil), c.Off, c.Len)
			case place == WithProcess && owner >= 0:
				add(i, owner, c.Off, c.Len)
			default:
				add(i, 0, c.Off, c.Len)
			}
			nth++
		}
	}
	if sp.joins || len(sp.cuts) > 1 {
		p.masks = make([]uint64, min(64, len(s.Comps)))
		for i, groups := range of {
			for _, g := range groups {
				p.masks[min(i, 63)] |= 1 << min(g, 63)
			}
		}
	}
	return p
}

// class describes a class for people.
func (sp *split) class(k int) (kind layout.CompKind, typ int, name string) {
	l := sp.l
	switch n := k - len(sp.cuts); {
	case k < len(sp.cuts):
		name = "globals"
		if len(sp.cuts) > 1 {
			name = fmt.Sprintf("globals %d", k+1)
		}
		if k == 0 && (sp.o.GlobalChans != Apart && len(l.Global) > 0 || sp.o.ProcChans == WithGlobals) {
			name += " and channels"
		}
		return layout.Globals, k, name
	case n < len(l.Procs):
		return layout.Process, n, "proctype " + l.Procs[n].Name
	case n < len(l.Procs)+sp.chanClasses():
		n -= len(l.Procs)
		if sp.o.AsPan {
			n = sp.declared[n]
		}
		return layout.Channel, n, fmt.Sprintf("channels [%d] of %d bytes", l.Chans[n].Slots, l.Chans[n].Msg)
	}
	return layout.Process, len(l.Procs), "all processes"
}

// newTable returns an empty table for the class of a group.
func (sp *split) newTable(g *group) *intern.Table {
	n := g.n
	// the values of the class have different lengths
	if g.class == 0 && sp.joins || g.class == sp.classes()-1 ||
		sp.o.AsPan && g.class >= len(sp.cuts)+len(sp.l.Procs) {
		n = max(n, 9) // so that strings are not stored in the numbers' words
	}
	return intern.New(n)
}

func tableBytes(tables []*intern.Table) int64 {
	sum := int64(0)
	for _, t := range tables {
		if t != nil {
			sum += t.Bytes()
		}
	}
	return sum
}

func freeTables(tables []*intern.Table) {
	for _, t := range tables {
		if t != nil {
			t.Free()
		}
	}
}
