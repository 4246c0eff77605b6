package compile

import (
	"fmt"

	"gospin/promela"
	"gospin/vm"
	"gospin/vm/layout"
)

// loc is the place of a variable.
type loc struct {
	base uint8
	off  int
}

// cellOf returns the representation of a scalar type. Elements of bit arrays are bytes, as in SPIN.
func cellOf(t promela.Type, array bool) (cell uint8, mask int32) {
	switch t.Kind {
	case promela.Bit:
		if array {
			return layout.CellU8, 0
		}
		return layout.CellBit, 0
	case promela.Short:
		return layout.CellI16, 0
	case promela.Int:
		return layout.CellI32, 0
	case promela.Unsigned:
		w := t.Width
		if w <= 0 {
			w = 16
		}
		mask = int32(1)<<uint(w) - 1
		switch {
		case w <= 8:
			return layout.CellU8M, mask
		case w <= 16:
			return layout.CellU16M, mask
		}
		return layout.CellU32M, mask
	}
	return layout.CellU8, 0
}

func align(n, a int, padded bool) int {
	if !padded {
		return n
	}
	return (n + a - 1) / a * a
}

// sizeOf returns the size of one element of the variable.
func (c *compiler) sizeOf(v *promela.Var) int {
	if v.Type.Kind == promela.Struct {
		return c.structSize(v.Type.Struct)
	}
	k, _ := cellOf(v.Type, v.Len > 0)
	return layout.CellSize(k)
}

// structSize lays out the fields of a typedef and returns its size.
func (c *compiler) structSize(t *promela.Typedef) int {
	if n, ok := c.structs[t]; ok {
		return n
	}
	n := 0
	for _, f := range t.Fields {
		n = align(n, c.alignOf(f), c.o.Padded)
		c.locs[f] = loc{off: n}
		n += c.sizeOf(f) * max(1, f.Len)
	}
	n = align(n, 4, c.o.Padded)
	c.structs[t] = n
	return n
}

func (c *compiler) alignOf(v *promela.Var) int {
	if v.Type.Kind == promela.Struct {
		return 4
	}
	return c.sizeOf(v)
}

// place places a variable at *off, and advances it.
func (c *compiler) place(v *promela.Var, base uint8, off *int) {
	*off = align(*off, c.alignOf(v), c.o.Padded)
	c.locs[v] = loc{base, *off}
	*off += c.sizeOf(v) * max(1, v.Len)
}

// kinds is SPIN's order of globals.
var kinds = []promela.Kind{
	promela.Unsigned,
	promela.Bit,
	promela.Byte,
	promela.Pid,
	promela.Chan,
	promela.Mtype,
	promela.Short,
	promela.Int,
	promela.Struct,
}

// group sorts variables by type as SPIN does, with byte and pid together.
func group(vars []*promela.Var) []*promela.Var {
	var out []*promela.Var
	for _, k := range kinds {
		for _, v := range vars {
			kk := v.Type.Kind
			if kk == promela.Pid {
				kk = promela.Byte
			}
			if kk == k {
				out = append(out, v)
			}
		}
	}
	return out
}

// layOut places every variable and channel.
func (c *compiler) layOut() {
	l := &layout.Layout{Padded: c.o.Padded}
	c.lay = l
	ordered := group(c.model.Globals)
	for _, v := range ordered {
		if v.Special == promela.NotSpecial && c.outside(v) {
			l.Unstored = l.Unstored || c.written[v] && !c.reduce.unread[v]
			c.place(v, vm.BaseGlobal, &l.Hidden)
			l.Fields = append(l.Fields, c.fields(v, v.Name, c.locs[v].off, true)...)
		}
	}
	off := l.Hidden + layout.ShapeBytes
	first := off
	if c.o.Claim != "" {
		c.p.ClaimAt = off
		if off += 2; c.o.Phases {
			c.p.Phases = true
			off++
		}
	}
	if e := c.p.Events; e != nil {
		e.At = off
		l.Fields = append(
			l.Fields,
			&layout.Field{
				Name:   "_event",
				Elem:   layout.Elem{Off: off, Cell: layout.CellI16},
				Len:    1,
				Stride: 2,
			},
		)
		off += 2
	}
	if c.model.UsesLast {
		c.lastOff = off
		l.Fields = append(
			l.Fields,
			&layout.Field{Name: "_last", Elem: layout.Elem{Off: off}, Len: 1, Stride: 1},
		)
		off++
	}
	for _, v := range ordered {
		if v.Special == promela.NotSpecial && !c.outside(v) {
			c.place(v, vm.BaseGlobal, &off)
			l.Fields = append(l.Fields, c.fields(v, v.Name, c.locs[v].off, false)...)
		}
	}
	if never := c.findClaim(); never != nil {
		for _, v := range never.Locals {
			c.place(v, vm.BaseGlobal, &off)
			l.Fields = append(l.Fields, c.fields(v, never.Name+":"+v.Name, c.locs[v].off, false)...)
		}
	}
	l.Globals = off - first
	for _, ch := range c.globalChans() {
		l.Global = append(l.Global, ch.typ)
	}
	for i, p := range c.model.Procs {
		c.procNo[p] = i
		pt := layout.ProcType{Name: p.Name, Prio: -1}
		n := 0
		if c.o.Padded {
			n = 2
		}
		pt.PC = n
		pt.PCWide = c.o.Padded || len(c.flows[i].elems) > 255
		n++
		if pt.PCWide {
			n++
		}
		if c.model.UsesPriority {
			pt.Prio = n
			n++
		}
		for _, v := range append(append([]*promela.Var{}, p.Params...), p.Locals...) {
			c.place(v, vm.BaseSelf, &n)
			pt.Fields = append(pt.Fields, c.fields(v, v.Name, c.locs[v].off, false)...)
		}
		pt.Size = align(n, 4, c.o.Padded)
		for _, ch := range c.localChans(p) {
			pt.Chans = append(pt.Chans, ch.typ)
		}
		l.Procs = append(l.Procs, pt)
	}
}

// outside reports whether a global is not part of the stored state: it is hidden, never read, or (unless
// Padded) never written.
func (c *compiler) outside(v *promela.Var) bool {
	return v.Hidden || c.reduce.unread[v] || !c.o.Padded && !c.written[v]
}

// fields lists the scalar cells of a variable, for inspection.
func (c *compiler) fields(v *promela.Var, name string, off int, hidden bool) []*layout.Field {
	if v.Type.Kind != promela.Struct {
		k, mask := cellOf(v.Type, v.Len > 0)
		return []*layout.Field{
			{
				Name:   name,
				Elem:   layout.Elem{Off: off, Cell: k, Mask: mask},
				Len:    max(1, v.Len),
				Stride: layout.CellSize(k),
				Hidden: hidden,
			},
		}
	}
	var out []*layout.Field
	size := c.structSize(v.Type.Struct)
	for i := 0; i < max(1, v.Len); i++ {
		n := name
		if v.Len > 0 {
			n = fmt.Sprintf("%s[%d]", name, i)
		}
		for _, f := range v.Type.Struct.Fields {
			out = append(out, c.fields(f, n+"."+f.Name, off+i*size+c.locs[f].off, hidden)...)
		}
	}
	return out
}

// exclusive returns the cells that hold the numbers of channels in xr or xs. An array without index means all
// its elements.
func (c *compiler) exclusive(refs []*promela.VarRef) []vm.Cells {
	var out []vm.Cells
	for _, v := range refs {
		at, last := c.resolve(v, c.locs[v.Var]), v
		for last.Field != nil {
			last = last.Field
		}
		if len(at.index) > 0 || at.bad {
			continue // only known at run time, so it can't be used
		}
		n := 1
		if last.Index == nil {
			n = max(1, last.Var.Len)
		}
		out = append(out, vm.Cells{Base: at.base, Off: int32(at.off), Len: int32(n)})
	}
	return out
}

// made is a channel that an initialiser creates, with the place of its id.
type made struct {
	typ  int
	loc  loc
	init *promela.ChanInit
}

// globalChans returns the channels created at the start, in order of their ids: plain variables first, then
// typedefs.
func (c *compiler) globalChans() []made {
	var out []made
	for _, st := range []bool{false, true} {
		for _, v := range c.model.Globals {
			if (v.Type.Kind == promela.Struct) == st {
				out = c.chansOf(v, c.locs[v], out)
			}
		}
	}
	return out
}

// localChans returns the channels created with a process, in order.
func (c *compiler) localChans(p *promela.Proc) []made {
	var out []made
	for _, v := range p.Locals {
		out = c.chansOf(v, c.locs[v], out)
	}
	return out
}

func (c *compiler) chansOf(v *promela.Var, at loc, out []made) []made {
	n := max(1, v.Len)
	if v.Type.Kind == promela.Struct {
		size := c.structSize(v.Type.Struct)
		for i := 0; i < n; i++ {
			for _, f := range v.Type.Struct.Fields {
				out = c.chansOf(f, loc{at.base, at.off + i*size + c.locs[f].off}, out)
			}
		}
		return out
	}
	if v.Chan == nil {
		return out
	}
	t := c.chanType(v.Chan)
	for i := 0; i < n; i++ {
		out = append(out, made{t, loc{at.base, at.off + i}, v.Chan})
	}
	return out
}

// chanType returns the layout of a channel. Channels of the same form share it.
func (c *compiler) chanType(ci *promela.ChanInit) int {
	t := layout.ChanType{Slots: ci.Slots, LenWide: ci.Slots > 255}
	t.Head = 1
	if t.LenWide {
		t.Head = 2
	}
	if c.o.Padded {
		t.Head = 4
	}
	n := 0
	for _, ft := range ci.Fields {
		k, mask := cellOf(ft, len(ci.Fields) == 1)
		n = align(n, layout.CellSize(k), c.o.Padded)
		t.Fields = append(t.Fields, layout.Elem{Off: n, Cell: k, Mask: mask})
		n += layout.CellSize(k)
	}
	t.Msg = align(n, 2, c.o.Padded && n > 1)
	t.Size = t.Head + t.Slots*t.Msg
	if t.Slots == 0 {
		t.Size = 0
		if c.o.Padded {
			t.Size = t.Head + t.Msg
		}
	}
	c.maxMsg = max(c.maxMsg, len(t.Fields))
	for i := range c.lay.Chans {
		if fmt.Sprint(c.lay.Chans[i]) == fmt.Sprint(t) {
			return i
		}
	}
	c.lay.Chans = append(c.lay.Chans, t)
	return len(c.lay.Chans) - 1
}
