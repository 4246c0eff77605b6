package interpret

import (
	"encoding/binary"
	"slices"

	"gospin/promela"
)

// cell is the representation of a scalar in a state: some bytes, the lowest first, with a mask or a sign.
type cell struct {
	size   int
	signed bool
	mask   uint32
}

func cellOf(t promela.Type, array bool) cell {
	switch {
	case t.Kind == promela.Bit && !array:
		return cell{1, false, 1}
	case t.Kind == promela.Short:
		return cell{2, true, 1<<16 - 1}
	case t.Kind == promela.Int:
		return cell{4, true, 1<<32 - 1}
	case t.Kind == promela.Unsigned:
		w := t.Width
		if w <= 0 {
			w = 16
		}
		size := 4
		if w <= 16 {
			size = (w + 7) / 8
		}
		return cell{size, false, 1<<w - 1}
	}
	return cell{1, false, 255}
}

func (c cell) load(b []byte) int32 {
	switch {
	case c.size == 1:
		return int32(b[0])
	case c.size == 4:
		return int32(binary.LittleEndian.Uint32(b))
	case c.signed:
		return int32(int16(binary.LittleEndian.Uint16(b)))
	}
	return int32(binary.LittleEndian.Uint16(b))
}

func (c cell) store(b []byte, v int32) {
	switch v := uint32(v) & c.mask; c.size {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	default:
		binary.LittleEndian.PutUint32(b, v)
	}
}

// cut returns the value of a cell after v is stored in it.
func (c cell) cut(v int32) int32 {
	if c.signed && c.size == 2 {
		return int32(int16(v))
	}
	return int32(uint32(v) & c.mask)
}

// channel is a channel that an initialiser creates; its number is stored at at.
type channel struct {
	at, slots, head, msg int
	fields               []cell
	offs                 []int
	passes               []bool // by field: it holds the number of a channel
}

// size returns its number of bytes in a state.
func (c *channel) size() int {
	if c.slots == 0 {
		return 0
	}
	return c.head + c.slots*c.msg
}

func (c *channel) filled(b []byte) int {
	if c.slots == 0 {
		return 0
	}
	if c.head == 2 {
		return int(binary.LittleEndian.Uint16(b))
	}
	return int(b[0])
}

func (c *channel) fill(b []byte, n int) {
	if b[0] = byte(n); c.head == 2 {
		b[1] = byte(n >> 8)
	}
}

// proctype is a proctype or init.
type proctype struct {
	*promela.Proc
	no       int
	size     int // bytes of a process: its number, its control state, parameters and locals
	wide     bool
	flow     *flow
	start    int
	chans    []*channel
	begin    func(m *Machine)
	provided expr
	states   [][]trans
	ends     []bool
}

func (p *proctype) pc(b []byte) int {
	if p.wide {
		return int(b[1]) | int(b[2])<<8
	}
	return int(b[1])
}

// label returns the control state of a label.
func (p *proctype) label(name string) int {
	if n := p.flow.labels[name]; n != nil {
		return guard(n).no
	}
	return 0
}

func (p *proctype) setPC(b []byte, v int) {
	if b[1] = byte(v); p.wide {
		b[2] = byte(v >> 8)
	}
}

// lays places a variable after size bytes.
func (md *Model) lay(v *promela.Var, size int) int {
	md.at[v] = size
	return size + md.sizeOf(v)*max(1, v.Len)
}

// sizeOf returns the size of an element of a variable.
func (md *Model) sizeOf(v *promela.Var) int {
	if v.Type.Kind != promela.Struct {
		return cellOf(v.Type, v.Len > 0).size
	}
	n := 0
	for _, f := range v.Type.Struct.Fields {
		n = md.lay(f, n)
	}
	return n
}

// each calls f with every scalar or array of scalars of a variable, and its place.
func (md *Model) each(v *promela.Var, at int, f func(v *promela.Var, at int)) {
	if v.Type.Kind != promela.Struct {
		f(v, at)
		return
	}
	for i := range max(1, v.Len) {
		for _, field := range v.Type.Struct.Fields {
			md.each(field, at+i*md.sizeOf(v)+md.at[field], f)
		}
	}
}

// channels returns the channels that the initialiser of a variable creates.
func (md *Model) channels(v *promela.Var, at int) (out []*channel) {
	md.each(v, at, func(v *promela.Var, at int) {
		if v.Chan == nil {
			return
		}
		for i := range max(1, v.Len) {
			c := &channel{at: at + i, slots: v.Chan.Slots, head: 1}
			if c.slots > 255 {
				c.head = 2
			}
			for _, t := range v.Chan.Fields {
				k := cellOf(t, len(v.Chan.Fields) == 1)
				c.fields, c.offs = append(c.fields, k), append(c.offs, c.msg)
				c.passes = append(c.passes, t.Kind == promela.Chan)
				c.msg += k.size
			}
			out = append(out, c)
		}
	})
	return out
}

// kinds is the order of globals in a state, and of their initialisation; within a kind, as declared.
var kinds = [][]promela.Kind{
	{promela.Unsigned}, {promela.Bit}, {promela.Byte, promela.Pid}, {promela.Chan}, {promela.Mtype},
	{promela.Short}, {promela.Int}, {promela.Struct},
}

func ordered(vars []*promela.Var) (out []*promela.Var) {
	for _, k := range kinds {
		for _, v := range vars {
			if v.Special == promela.NotSpecial && slices.Contains(k, v.Type.Kind) {
				out = append(out, v)
			}
		}
	}
	return out
}

// assigned returns the variables that statements of processes assign.
func assigned(m *promela.Model) map[*promela.Var]bool {
	out := map[*promela.Var]bool{}
	for _, p := range m.Procs {
		promela.EachStmt(p.Body, func(s promela.Stmt) {
			switch s := s.(type) {
			case *promela.Assign:
				out[s.L.Var] = true
			case *promela.Recv:
				for _, a := range s.Args {
					if a.Kind == promela.ArgVar {
						out[a.Var.Var] = true
					}
				}
			}
		})
	}
	return out
}
