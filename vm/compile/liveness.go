package compile

import (
	"slices"

	"gospin/vm"
	"gospin/vm/layout"
)

// What follows are our own rules in place of SPIN's. They go by what transitions look at and change
// (vm.Access), and leave the transitions of every control state in their places.

// own resets dead variables, lets states pass unstored that no other process can notice, and does at once
// what is done in a row.
func (c *compiler) own() {
	if c.o.Dataflow && c.o.DropUnread {
		for i := range c.flows {
			(&liveness{compiler: c, pt: &c.p.Procs[i], no: int32(i)}).reset()
		}
		c.p.Analyse()
	}
	if c.o.Merge && !c.model.UsesEnabled && !c.model.UsesPcValue && !c.model.UsesPriority {
		for i := range c.flows {
			(&passing{compiler: c, pt: &c.p.Procs[i], no: int32(i)}).mark()
			c.chain(&c.p.Procs[i])
		}
		c.p.Analyse()
	}
}

// liveness says which cells of the processes of a type are read yet, in each control state. Where a cell is
// not, it is always 0: a state with dead variables reset is a function of the state without, so that there
// are never more of them. (SPIN resets variables on some of the ways to a control state only.)
type liveness struct {
	*compiler
	pt    *vm.Proctype
	no    int32
	cells []vm.Instr // stores
	live  [][]bool   // by control state
	moves []uint32   // the transitions, those inside a d_step apart
}

// mostCells bounds the arrays that are followed.
const mostCells = 16

func (l *liveness) reset() {
	for _, v := range l.pt.Shown {
		if v.Chan || v.Len > mostCells {
			continue
		}
		for k := range v.Len {
			l.cells = append(l.cells, vm.Instr{Op: vm.OpStore, C: v.Elem.Cell, Base: vm.BaseSelf,
				Mask: v.Elem.Mask, A: int32(v.Elem.Off + k*v.Stride)})
		}
	}
	l.moves = outer(l.p, l.pt)
	l.cells = slices.DeleteFunc(
		l.cells,
		func(cell vm.Instr) bool { return !l.changes(&cell) || l.seen(&cell) },
	)
	if len(l.cells) == 0 {
		return
	}
	l.solve()
	for _, i := range l.moves {
		l.resetAfter(i)
	}
	if dead := l.cellsOf(l.live[l.pt.Start], false); len(dead) > 0 {
		init := l.pt.Init
		l.pt.Init = l.code(func() {
			l.copyCode(init)
			l.clears(dead)
		})
	}
}

func (l *liveness) cellsOf(state []bool, live bool) (out []vm.Instr) {
	for k, is := range state {
		if is == live {
			out = append(out, l.cells[k])
		}
	}
	return out
}

// changes tells if anything but a 0 may come to be in a cell.
func (l *liveness) changes(cell *vm.Instr) bool {
	init := func(in vm.Instr) bool { return in.Base == vm.BaseSelf && in.A == cell.A }
	code := l.p.Code[l.pt.Init:]
	code = code[:slices.IndexFunc(code, func(in vm.Instr) bool { return in.Op == vm.OpEnd })]
	return slices.ContainsFunc(l.pt.Params, init) || slices.ContainsFunc(code, init) ||
		slices.ContainsFunc(l.moves, func(i uint32) bool { return writes(&l.p.Accesses[i].Effect, cell) })
}

// seen tells if other processes look at the cell, or whether the process may move depends on it.
func (l *liveness) seen(cell *vm.Instr) bool {
	if l.pt.Provided >= 0 {
		return true
	}
	if l.measuredFrom(l.no, cell.A, cell.A+int32(layout.CellSize(cell.C))) {
		return true
	}
	for i := range l.p.Accesses {
		for _, a := range []*vm.Access{&l.p.Accesses[i].Guard, &l.p.Accesses[i].Effect} {
			for _, r := range a.Reads {
				if r.Base == vm.BaseOther && r.Proc == l.no && covers(&r, cell) {
					return true
				}
			}
		}
	}
	return false
}

// solve finds what is live in each control state.
func (l *liveness) solve() {
	l.live = make([][]bool, len(l.pt.States))
	for i := range l.live {
		l.live[i] = make([]bool, len(l.cells))
	}
	for again := true; again; {
		again = false
		for n := len(l.moves) - 1; n >= 0; n-- {
			i := l.moves[n]
			t, a := &l.p.Trans[i], &l.p.Accesses[i]
			from, to := l.live[t.From], l.live[t.To]
			for k := range l.cells {
				if from[k] {
					continue
				}
				cell := &l.cells[k]
				if reads(&a.Guard, cell) || reads(&a.Effect, cell) || to[k] && !sets(t, &a.Effect, cell) {
					from[k], again = true, true
				}
			}
		}
	}
}

// resetAfter lets a transition reset what it makes dead.
func (l *liveness) resetAfter(i uint32) {
	t := &l.p.Trans[i]
	if t.To == 0 || t.Guard == vm.GuardFalse {
		return
	}
	var dead []vm.Instr
	for k := range l.cells {
		cell := &l.cells[k]
		if !l.live[t.To][k] && (l.live[t.From][k] || writes(&l.p.Accesses[i].Effect, cell)) {
			dead = append(dead, *cell)
		}
	}
	l.resetCells(t, dead)
}

// outer are the transitions of a process's type that it takes as such, not within a d_step.
func outer(p *vm.Program, pt *vm.Proctype) (out []uint32) {
	seen := make([]bool, len(pt.States))
	todo := []uint32{pt.Start}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at == 0 || int(at) >= len(seen) || seen[at] {
			continue
		}
		seen[at] = true
		st := &pt.States[at]
		for i := st.First; i < st.First+st.N; i++ {
			out = append(out, i)
			todo = append(todo, p.Trans[i].To)
		}
	}
	return out
}

func covers(c *vm.Cells, cell *vm.Instr) bool {
	return c.Off < cell.A+int32(layout.CellSize(cell.C)) && cell.A < c.Off+c.Len
}

func reads(a *vm.Access, cell *vm.Instr) bool { return touches(a.Reads, cell) }

func writes(a *vm.Access, cell *vm.Instr) bool { return touches(a.Writes, cell) }

func touches(list []vm.Cells, cell *vm.Instr) bool {
	for i := range list {
		if list[i].Base == vm.BaseSelf && covers(&list[i], cell) {
			return true
		}
	}
	return false
}

// sets tells if an effect surely writes the cell, and reads nothing of it.
func sets(t *vm.Trans, a *vm.Access, cell *vm.Instr) bool {
	return t.Effect != vm.EffectDStep && slices.ContainsFunc(a.Writes, func(c vm.Cells) bool {
		return c.Base == vm.BaseSelf && c.Stride == 0 && c.Off == cell.A &&
			c.Len == int32(layout.CellSize(cell.C))
	})
}
