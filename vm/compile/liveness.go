package compile

import (
	"math/bits"
	"slices"

	"gospin/vm"
	"gospin/vm/layout"
)

// What follows are our own rules in place of SPIN's. They go by what transitions look at and change
// (vm.Access), and leave the transitions of every control state in their places.

// own resets dead variables, lets states pass unstored that no other process can notice, and does at once
// what is done in a row.
func (c *compiler) own() {
	looks := c.findLooks()
	if c.o.Dataflow && c.o.DropUnread {
		for i := range c.flows {
			(&liveness{compiler: c, pt: &c.p.Procs[i], no: int32(i), looks: looks}).reset()
		}
		c.analyse()
	}
	if c.o.Merge && !c.model.UsesEnabled && !c.model.UsesPcValue && !c.model.UsesPriority {
		for i := range c.flows {
			(&passing{compiler: c, pt: &c.p.Procs[i], no: int32(i), looks: looks}).markLocal()
			c.chain(&c.p.Procs[i])
		}
		c.analyse()
	}
}

// liveness finds which cells of the processes of a type are read yet, in each control state. Where a cell is
// not, it is always 0: a state with dead variables reset is a function of the state without, so that there
// are never more of them. (SPIN resets variables on some of the ways to a control state only.)
type liveness struct {
	*compiler
	pt    *vm.Proctype
	no    int32
	looks *looks
	cells []vm.Instr // stores
	order []int      // the cells by where they are
	moves []uint32   // the transitions, those inside a d_step apart
	does  []touched  // of each
	dead  [][]vm.Instr
	init  []vm.Instr // cells that are dead at the start
}

// touched are cells that a transition concerns, by number.
type touched struct{ reads, writes, sets []int }

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
	l.keep()
	if len(l.cells) == 0 {
		return
	}
	l.touch()
	l.dead = make([][]vm.Instr, len(l.moves))
	for from := 0; from < len(l.cells); from += 64 {
		l.solve(from)
	}
	for n, i := range l.moves {
		l.resetCells(&l.p.Trans[i], l.dead[n])
	}
	if len(l.init) > 0 {
		init := l.pt.Init
		l.pt.Init = l.code(func() {
			l.copyCode(init)
			l.clears(l.init)
		})
	}
}

// keep drops the cells in which there is never anything but a 0, and those that others look at, or on which
// it depends whether the process may move.
func (l *liveness) keep() {
	if l.pt.Provided >= 0 {
		l.cells = nil
		return
	}
	set := map[int32]bool{}
	for _, in := range l.pt.Params {
		set[in.A] = set[in.A] || in.Base == vm.BaseSelf
	}
	for pc := l.pt.Init; l.p.Code[pc].Op != vm.OpEnd; pc++ {
		in := &l.p.Code[pc]
		set[in.A] = set[in.A] || in.Base == vm.BaseSelf
	}
	var written spans
	for _, i := range l.moves {
		for _, w := range l.p.Accesses[i].Effect.Writes {
			if w.Base == vm.BaseSelf {
				written = append(written, span{int(w.Off), int(w.Off + w.Len)})
			}
		}
	}
	written = written.sorted()
	l.cells = slices.DeleteFunc(l.cells, func(cell vm.Instr) bool {
		from, to := int(cell.A), int(cell.A)+layout.CellSize(cell.C)
		return !set[cell.A] && !written.meets(from, to) || l.looks.seen[l.no].meets(from, to)
	})
}

// touch finds the cells that each transition concerns.
func (l *liveness) touch() {
	l.order = make([]int, len(l.cells))
	for k := range l.order {
		l.order[k] = k
	}
	slices.SortFunc(l.order, func(i, j int) int { return int(l.cells[i].A - l.cells[j].A) })
	l.does = make([]touched, len(l.moves))
	for n, i := range l.moves {
		l.look()
		a, t := &l.p.Accesses[i], &l.does[n]
		t.reads = l.among(a.Effect.Reads, l.among(a.Guard.Reads, nil))
		t.writes = l.among(a.Effect.Writes, nil)
		for _, k := range t.writes {
			if sets(&l.p.Trans[i], &a.Effect, &l.cells[k]) {
				t.sets = append(t.sets, k)
			}
		}
	}
}

// among appends the cells that are among those of an access.
func (l *liveness) among(list []vm.Cells, out []int) []int {
	for i := range list {
		c := &list[i]
		if c.Base != vm.BaseSelf {
			continue
		}
		from, _ := slices.BinarySearchFunc(l.order, c.Off, func(k int, off int32) int {
			return int(l.cells[k].A) + layout.CellSize(l.cells[k].C) - 1 - int(off)
		})
		for ; from < len(l.order) && l.cells[l.order[from]].A < c.Off+c.Len; from++ {
			out = append(out, l.order[from])
		}
	}
	return out
}

// solve finds what is live of 64 cells in each control state, and so what each transition makes dead of them.
func (l *liveness) solve(first int) {
	set := func(cells []int) (out uint64) {
		for _, k := range cells {
			if k >= first && k < first+64 {
				out |= 1 << (k - first)
			}
		}
		return out
	}
	reads, keeps := make([]uint64, len(l.moves)), make([]uint64, len(l.moves))
	for n := range l.moves {
		reads[n], keeps[n] = set(l.does[n].reads), ^set(l.does[n].sets)
	}
	live := make([]uint64, len(l.pt.States))
	for again := true; again; {
		again = false
		l.look()
		for n := len(l.moves) - 1; n >= 0; n-- {
			t := &l.p.Trans[l.moves[n]]
			if is := live[t.From] | reads[n] | live[t.To]&keeps[n]; is != live[t.From] {
				live[t.From], again = is, true
			}
		}
	}
	for n, i := range l.moves {
		t := &l.p.Trans[i]
		if t.To != 0 && t.Guard != vm.GuardFalse {
			l.dead[n] = l.list(first, ^live[t.To]&(live[t.From]|set(l.does[n].writes)), l.dead[n])
		}
	}
	l.init = l.list(first, ^live[l.pt.Start], l.init)
}

// list appends those of 64 cells that bits name.
func (l *liveness) list(first int, named uint64, out []vm.Instr) []vm.Instr {
	for ; named != 0; named &= named - 1 {
		if k := first + bits.TrailingZeros64(named); k < len(l.cells) {
			out = append(out, l.cells[k])
		}
	}
	return out
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

// sets reports whether an effect surely writes the cell, and reads nothing of it.
func sets(t *vm.Trans, a *vm.Access, cell *vm.Instr) bool {
	return t.Effect != vm.EffectDStep && slices.ContainsFunc(a.Writes, func(c vm.Cells) bool {
		return c.Base == vm.BaseSelf && c.Stride == 0 && c.Off == cell.A &&
			c.Len == int32(layout.CellSize(cell.C))
	})
}
