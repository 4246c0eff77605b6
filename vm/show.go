package vm

import (
	"fmt"
	"io"
	"strings"

	"gospin/vm/layout"
)

// format formats a printf of the model: %d %c %u %o %x %e and %%.
func (f *Format) format(args []int32) string {
	text := f.Text
	var b strings.Builder
	n := 0
	for i := 0; i < len(text); i++ {
		if text[i] != '%' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		if text[i] == '%' {
			b.WriteByte('%')
			continue
		}
		v, names := int32(0), []string(nil)
		if n < len(args) {
			v, names = args[n], f.Names[n]
		}
		n++
		switch text[i] {
		case 'c':
			b.WriteByte(byte(v))
		case 'u':
			fmt.Fprint(&b, uint32(v))
		case 'o':
			fmt.Fprintf(&b, "%o", uint32(v))
		case 'x':
			fmt.Fprintf(&b, "%x", uint32(v))
		case 'e':
			b.WriteString(Named(names, v))
		default:
			fmt.Fprint(&b, v)
		}
	}
	return b.String()
}

// Describe returns the statement of a move; for a rendezvous, the sender's.
func (m *Machine) Describe(mv Move) Stmt { return m.p.Stmts[m.p.Trans[mv.Trans].Stmt] }

// PC returns the control state of a process.
func (m *Machine) PC(s *State, pid int) uint32 {
	return m.pc(s.Vec, &m.l.ShapeOf(s.Vec).Procs[pid])
}

// WriteAutomata prints every proctype's automaton in the format of pan -d, a line per transition.
func (p *Program) WriteAutomata(w io.Writer) {
	for i := range p.Procs {
		pt := &p.Procs[i]
		fmt.Fprintln(w, pt.title())
		seen := make([]bool, len(pt.States))
		p.writeState(w, pt, pt.Start, seen)
	}
	if e := p.Events; e != nil {
		fmt.Fprintln(w, map[bool]string{false: "trace assertion", true: "notrace assertion"}[e.Negated])
		p.writeState(w, &e.Proc, e.Proc.Start, make([]bool, len(e.Proc.States)))
	}
}

func (p *Program) writeState(w io.Writer, pt *Proctype, n uint32, seen []bool) {
	if n == 0 || int(n) >= len(seen) || seen[n] {
		return
	}
	seen[n] = true
	st := &pt.States[n]
	for i := st.First; i < st.First+st.N; i++ {
		t := &p.Trans[i]
		s := p.Stmts[t.Stmt]
		flag := func(b bool, c string) string {
			if b {
				return c
			}
			return "-"
		}
		kind := flag(t.Atomic, "A")
		if t.Effect == EffectDStep && !t.Atomic {
			kind = "D"
		}
		local := "G"
		if p.Marks.Local[i] {
			local = "L"
		}
		fmt.Fprintf(w, "\tstate %3d -> state %3d  [id %3d] [%s%s%s%s%s] %s:%d => %s\n", n, t.To, t.ID, kind,
			flag(st.Accept, "a"), flag(st.End, "e"), flag(st.Progress, "p"), local, s.File,
			pt.Sources[n].First, s.All())
	}
	for i := st.First; i < st.First+st.N; i++ {
		p.writeState(w, pt, p.Trans[i].To, seen)
	}
}

// All returns the texts of a statement and of all that are executed with it in the same step.
func (s *Stmt) All() string {
	text := s.Text
	for _, x := range s.Then {
		text += "; " + x.Text
	}
	return text
}

// WriteLayout prints the layout of state vectors, by component.
func (p *Program) WriteLayout(w io.Writer) {
	l := p.Layout
	fmt.Fprintf(w, "hidden and constant bytes %d (not stored), shape number %d, globals %d\n",
		l.Hidden, layout.ShapeBytes, l.Globals)
	writeFields(w, l.Fields)
	for i, pt := range l.Procs {
		fmt.Fprintf(w, "process %s (type %d): %d bytes, control state at %d\n", pt.Name, i, pt.Size, pt.PC)
		writeFields(w, pt.Fields)
	}
	for i, ct := range l.Chans {
		fmt.Fprintf(w, "channel type %d: %d slots of %d bytes, %d bytes in all\n", i, ct.Slots, ct.Msg, ct.Size)
	}
	fmt.Fprintf(w, "global channels: types %v\n", l.Global)
}

func writeFields(w io.Writer, fields []*layout.Field) {
	for _, f := range fields {
		size := layout.CellSize(f.Elem.Cell)
		note := ""
		if f.Hidden {
			note = "  (hidden or constant)"
		}
		fmt.Fprintf(w, "  %4d  %-24s %d x %d byte%s\n", f.Elem.Off, f.Name, f.Len, size, note)
	}
}
