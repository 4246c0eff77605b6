package compile

import (
	"slices"

	"gospin/promela"
	"gospin/vm"
	"gospin/vm/layout"
)

// Some globals are only used within atomic sequences and d_steps: wherever other processes may move, no
// process reads them before writing them itself. Such a global is dead there, whichever process moves next.
// Between the steps of one process it is handled like the process's own cells.

// temporaries returns the globals that may be temporary, because nothing else reads them: no claim, formula,
// measure or trace assertion, and no initialisation of a process.
func (c *compiler) temporaries() []vm.Instr {
	if c.p.Events != nil {
		return nil
	}
	var read spans
	use := func(e promela.Expr) {
		if v, ok := e.(*promela.VarRef); ok && v.Var.Proc == nil && v.Var.Special == promela.NotSpecial {
			at := c.locs[v.Var].off
			read = append(read, span{at, at + c.sizeOf(v.Var)*max(1, v.Var.Len)})
		}
	}
	for _, p := range c.model.Order {
		promela.EachExpr(p.Provided, use)
		for _, v := range p.Locals {
			if c.o.overlook&initialisers != 0 {
				break
			}
			promela.EachExpr(v.Init, use)
		}
	}
	for _, f := range c.model.LTL {
		if c.o.overlook&formulas != 0 {
			return stores(c.p.Shown, vm.BaseGlobal)
		}
		promela.EachExpr(f.X, use)
	}
	eachMeasured(c.model, use)
	for i := range c.p.Procs[len(c.flows):] {
		pt := &c.p.Procs[len(c.flows)+i]
		for _, i := range outer(c.p, pt) {
			a := &c.p.Accesses[i]
			for _, r := range slices.Concat(a.Guard.Reads, a.Effect.Reads, a.Effect.Writes) {
				if r.Base == vm.BaseGlobal {
					read = append(read, span{int(r.Off), int(r.Off + r.Len)})
				}
			}
		}
	}
	read = read.sorted()
	return slices.DeleteFunc(stores(c.p.Shown, vm.BaseGlobal), func(in vm.Instr) bool {
		return int(in.A) < c.lay.Hidden || read.global(&in)
	})
}

// global reports whether the cell is a global that overlaps one of the spans.
func (s spans) global(in *vm.Instr) bool {
	return in.Base == vm.BaseGlobal && s.meets(int(in.A), int(in.A)+layout.CellSize(in.C))
}

// lasting returns the globals that are live where others may move.
func (l *liveness) lasting() (out spans) {
	others := l.interleaved()
	for k := range l.cells {
		in := &l.cells[k]
		if in.Base != vm.BaseGlobal {
			continue
		}
		for at, live := range l.live[k/64] {
			if others[at] && live&(1<<(k%64)) != 0 {
				out = append(out, span{int(in.A), int(in.A) + layout.CellSize(in.C)})
				break
			}
		}
	}
	return out
}

// interleaved returns the control states of a process in which others may move: all except those within an
// atomic sequence where it can always continue. A rendezvous transfers control, on both sides.
func (l *liveness) interleaved() []bool {
	out := make([]bool, len(l.pt.States))
	out[l.pt.Start] = l.o.overlook&starts == 0
	interleaves := make([]bool, len(l.pt.States))
	for _, i := range l.moves {
		t, a := &l.p.Trans[i], &l.p.Accesses[i]
		if !t.Atomic {
			out[t.To] = true
		}
		if a.Effect.Meets && l.o.overlook&meetings == 0 {
			out[t.From], out[t.To] = true, true
		}
		if !a.Blocks || t.Guard == vm.GuardElse && t.Escape == 0 && l.pt.Provided < 0 && !l.p.UsesPrio {
			interleaves[t.From] = true
		}
	}
	for at := range out {
		out[at] = out[at] || !interleaves[at] && l.o.overlook&blocking == 0
	}
	return out
}

// clearAtStart initialises the globals that are not lasting to 0, and lists them.
func (c *compiler) clearAtStart(globals []vm.Instr, lasting spans) {
	globals = slices.DeleteFunc(slices.Clone(globals), func(in vm.Instr) bool { return lasting.global(&in) })
	if len(globals) == 0 {
		return
	}
	for _, in := range globals {
		cell := vm.Cells{Base: vm.BaseGlobal, Off: in.A, Len: int32(layout.CellSize(in.C))}
		c.p.Temporary = append(c.p.Temporary, cell)
	}
	init := c.p.GlobalInit
	c.p.GlobalInit = c.code(func() {
		c.copyCode(init)
		c.clears(globals)
	})
}
