package compile

import (
	"cmp"
	"math/bits"
	"slices"

	"gospin/vm"
	"gospin/vm/layout"
)

// Our own rules, which replace SPIN's. They are based on what transitions read and write (vm.Access), and do
// not move transitions between control states.

// own resets dead variables, makes states that no other process can notice unstored, and merges sequences of
// steps.
func (c *compiler) own() {
	usage := c.findUsage()
	merges := c.o.Merge && !c.model.UsesEnabled && !c.model.UsesPcValue && !c.model.UsesPriority
	stay := merges && c.lingers(usage)
	if c.o.Dataflow && c.o.DropUnread {
		c.resetDead(usage)
		c.analyse()
	}
	if merges {
		for i := range c.flows {
			(&passing{compiler: c, pt: &c.p.Procs[i], no: int32(i), usage: usage}).markLocal()
			c.chain(&c.p.Procs[i])
		}
		if stay {
			c.linger()
		}
		c.analyse()
	}
}

// resetDead makes transitions set variables to 0 that are not read any more after them.
func (c *compiler) resetDead(usage *usage) {
	candidates := c.temporaries()
	all := make([]*liveness, len(c.flows))
	var lasting spans
	for i := range c.flows {
		all[i] = &liveness{compiler: c, pt: &c.p.Procs[i], no: int32(i), usage: usage}
		all[i].find(candidates)
		lasting = append(lasting, all[i].lasting()...)
	}
	lasting = lasting.sorted()
	for _, l := range all {
		if c.o.overlook&others != 0 {
			lasting = l.lasting().sorted()
		}
		l.reset(lasting)
	}
	c.clearAtStart(candidates, lasting)
}

// liveness determines which cells may still be read, in each control state of a process type: cells of the
// process, and globals. A cell that will not be read is always 0, so a state with reset variables is a
// function of the state without, and there are never more of them. (SPIN resets variables only on some of the
// ways to a control state.)
type liveness struct {
	*compiler
	pt    *vm.Proctype
	no    int32
	usage *usage
	cells []vm.Instr // stores
	order []int      // order of the cells by offset
	moves []uint32   // transitions, except those inside a d_step
	does  []touched  // by transition
	steps []*inside  // by transition that is a d_step
	live  [][]uint64 // by control state, for each group of 64 cells
}

// touched has the numbers of the cells that a transition uses.
type touched struct{ reads, writes, sets []int }

// maxCells limits the size of tracked arrays.
const maxCells = 16

// stores returns stores to the cells of variables.
func stores(vars []vm.Shown, base uint8) (out []vm.Instr) {
	for _, v := range vars {
		if v.Chan || v.Len > maxCells {
			continue
		}
		for k := range v.Len {
			out = append(out, vm.Instr{Op: vm.OpStore, C: v.Elem.Cell, Base: base,
				Mask: v.Elem.Mask, A: int32(v.Elem.Off + k*v.Stride)})
		}
	}
	return out
}

// find computes the live cells among those of the process and some globals.
func (l *liveness) find(globals []vm.Instr) {
	l.moves = outer(l.p, l.pt)
	l.cells = stores(l.pt.Shown, vm.BaseSelf)
	l.keep()
	l.cells = append(l.cells, globals...)
	if len(l.cells) == 0 {
		return
	}
	l.sort()
	l.does = make([]touched, len(l.moves))
	l.steps = make([]*inside, len(l.moves))
	for n, i := range l.moves {
		l.checkContext()
		l.does[n] = l.touch(i)
		if t := &l.p.Trans[i]; t.Effect == vm.EffectDStep {
			l.steps[n] = l.within(t.Sub)
		}
	}
	for from := 0; from < len(l.cells); from += 64 {
		l.live = append(l.live, l.solve(from))
	}
}

// reset sets dead cells to 0, except globals that are lasting.
func (l *liveness) reset(lasting spans) {
	l.cells = slices.Clone(l.cells)
	dead := make([][]vm.Instr, len(l.moves))
	var init []vm.Instr
	for k, live := range l.live {
		from := 64 * k
		kept := ^uint64(0)
		for n := from; n < min(from+64, len(l.cells)); n++ {
			if lasting.global(&l.cells[n]) {
				kept &^= 1 << (n - from)
			}
		}
		for n, i := range l.moves {
			t := &l.p.Trans[i]
			if t.To != 0 && t.Guard != vm.GuardFalse {
				was := live[t.From] | bitsOf(l.does[n].writes, from)
				dead[n] = l.list(from, kept&^live[t.To]&was, dead[n])
			}
		}
		init = l.list(from, kept&^live[l.pt.Start], init)
	}
	for n, i := range l.moves {
		l.resetCells(&l.p.Trans[i], dead[n])
	}
	init = slices.DeleteFunc(init, func(in vm.Instr) bool { return in.Base != vm.BaseSelf })
	if len(init) > 0 {
		code := l.pt.Init
		l.pt.Init = l.code(func() {
			l.copyCode(code)
			l.clears(init)
		})
	}
}

// keep removes cells that are always 0, those that other processes read, and those that determine whether the
// process may move.
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
		return !set[cell.A] && !written.meets(from, to) || l.usage.seen[l.no].meets(from, to)
	})
}

// sort orders the cells by offset.
func (l *liveness) sort() {
	l.order = make([]int, len(l.cells))
	for k := range l.order {
		l.order[k] = k
	}
	slices.SortFunc(l.order, func(i, j int) int {
		a, b := &l.cells[i], &l.cells[j]
		return cmp.Or(int(a.Base)-int(b.Base), int(a.A-b.A))
	})
}

// touch returns the cells that a transition uses.
func (l *liveness) touch(i uint32) (t touched) {
	a := &l.p.Accesses[i]
	t.reads = l.among(a.Effect.Reads, l.among(a.Guard.Reads, nil))
	t.writes = l.among(a.Effect.Writes, nil)
	for _, k := range t.writes {
		if sets(&l.p.Trans[i], &a.Effect, &l.cells[k]) {
			t.sets = append(t.sets, k)
		}
	}
	return t
}

// among appends the cells that are contained in those of an access.
func (l *liveness) among(list []vm.Cells, out []int) []int {
	for i := range list {
		c := &list[i]
		from, _ := slices.BinarySearchFunc(l.order, c.Off, func(k int, off int32) int {
			in := &l.cells[k]
			return cmp.Or(int(in.Base)-int(c.Base), int(in.A)+layout.CellSize(in.C)-1-int(off))
		})
		for ; from < len(l.order); from++ {
			if in := &l.cells[l.order[from]]; in.Base != c.Base || in.A >= c.Off+c.Len {
				break
			}
			out = append(out, l.order[from])
		}
	}
	return out
}

// bitsOf returns the bits of the cells of a list, among 64 from first on.
func bitsOf(cells []int, first int) (out uint64) {
	for _, k := range cells {
		if k >= first && k < first+64 {
			out |= 1 << (k - first)
		}
	}
	return out
}

// solve computes which of 64 cells are live, by control state.
func (l *liveness) solve(first int) []uint64 {
	reads, keeps := make([]uint64, len(l.moves)), make([]uint64, len(l.moves))
	for n := range l.moves {
		reads[n], keeps[n] = bitsOf(l.does[n].reads, first), ^bitsOf(l.does[n].sets, first)
		if in := l.steps[n]; in != nil {
			guard := bitsOf(l.among(l.p.Accesses[l.moves[n]].Guard.Reads, nil), first)
			reads[n], keeps[n] = guard|in.live(first, 0), in.live(first, ^uint64(0))
		}
	}
	live := make([]uint64, len(l.pt.States))
	for changed := true; changed; {
		changed = false
		l.checkContext()
		for n := len(l.moves) - 1; n >= 0; n-- {
			t := &l.p.Trans[l.moves[n]]
			if is := live[t.From] | reads[n] | live[t.To]&keeps[n]; is != live[t.From] {
				live[t.From], changed = is, true
			}
		}
	}
	return live
}

// list appends those of 64 cells whose bits are set.
func (l *liveness) list(first int, named uint64, out []vm.Instr) []vm.Instr {
	for ; named != 0; named &= named - 1 {
		if k := first + bits.TrailingZeros64(named); k < len(l.cells) {
			out = append(out, l.cells[k])
		}
	}
	return out
}

// outer returns the transitions of a process's type, except those within a d_step.
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

// sets reports whether an effect always writes the cell, and does not read it.
func sets(t *vm.Trans, a *vm.Access, cell *vm.Instr) bool {
	return t.Effect != vm.EffectDStep && slices.ContainsFunc(a.Writes, func(c vm.Cells) bool {
		return c.Base == cell.Base && c.Stride == 0 && c.Off == cell.A &&
			c.Len == int32(layout.CellSize(cell.C))
	})
}
