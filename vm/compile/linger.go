package compile

import (
	"slices"

	"gospin/promela"
	"gospin/vm"
)

// A process is removed only after all younger ones. If nothing depends on whether an ended process still
// exists, it stays for ever, so that a state does not contain the order in which processes ended.

// linger makes processes stay in their end states.
func (c *compiler) linger() {
	c.p.Lingers = true
	for i := range c.flows {
		for _, at := range outer(c.p, &c.p.Procs[i]) {
			if t := &c.p.Trans[at]; t.Effect == vm.EffectDie {
				t.Guard, t.Effect = vm.GuardFalse, vm.EffectNone
			}
		}
	}
}

// lingers reports whether nothing depends on which processes still exist: nothing counts them, reads
// variables of others, or waits until nobody else can move, and no process removes channels that others may
// know. The last process may remove anything.
func (c *compiler) lingers(usage *usage) bool {
	forgets := func(what overlook) bool { return c.o.overlook&what != 0 }
	if c.o.Strict || c.p.Events != nil || c.o.Claim != "" || c.model.UsesTimeout || c.model.UsesLast ||
		len(usage.seen)+len(usage.labels) > 0 && !forgets(peeking) ||
		c.executes(vm.OpNrPr) && !forgets(counting) {
		return false
	}
	counts := false
	eachMeasured(c.model, func(e promela.Expr) {
		v, ok := e.(*promela.VarRef)
		counts = counts || ok && v.Var.Special == promela.NrPr
	})
	runs := map[int32]bool{} // which process types run others, and which are run
	for i := range c.flows {
		for _, at := range outer(c.p, &c.p.Procs[i]) {
			if c.p.Accesses[at].Effect.Creates || c.p.Accesses[at].Guard.Creates {
				runs[int32(i)] = true
			}
		}
	}
	run := map[int32]bool{}
	for _, in := range c.p.Code {
		if in.Op == vm.OpRun {
			run[in.A] = true
		}
	}
	first := func(i int) bool { // the type has one process, which is removed last
		return !run[int32(i)] && c.p.Procs[i].Active == 1 && c.p.Order[0] == int32(i)
	}
	for i := range c.flows {
		if counts || len(c.p.Procs[i].ChanVars) > 0 && !first(i) && !forgets(channels) {
			return false
		}
	}
	for i := range runs {
		if forgets(births) {
			break
		}
		alone := c.p.Procs[i].Active == 1 && !run[i]
		if len(runs) > 1 || !alone || !c.birthsFirst(int(i)) && !c.birthsUnseen(int(i)) {
			return false
		}
	}
	return true
}

// executes reports whether the program has an operation.
func (c *compiler) executes(op vm.Op) bool {
	return slices.ContainsFunc(c.p.Code, func(in vm.Instr) bool { return in.Op == op })
}

// birthsFirst reports whether the process is the only one at the start, and runs all others before one of
// them moves.
func (c *compiler) birthsFirst(i int) bool {
	l := &liveness{compiler: c, pt: &c.p.Procs[i]}
	l.moves = outer(c.p, l.pt)
	others := l.interleaved()
	behind := make([]bool, len(others)) // states after a birth, when others have moved
	for changed := true; changed; {
		changed = false
		for _, at := range l.moves {
			t := &c.p.Trans[at]
			is := behind[t.From] || c.p.Accesses[at].Effect.Creates
			if is && !behind[t.To] {
				behind[t.To], changed = true, true
			}
		}
	}
	// once others have moved, they have moved in all following states
	moved := make([]bool, len(others))
	for at := range moved {
		moved[at] = behind[at] && others[at]
	}
	for changed := true; changed; {
		changed = false
		for _, at := range l.moves {
			if t := &c.p.Trans[at]; moved[t.From] && !moved[t.To] {
				moved[t.To], changed = true, true
			}
		}
	}
	return len(c.p.Order) == 1 && !slices.ContainsFunc(l.moves, func(at uint32) bool {
		a := &c.p.Accesses[at]
		return moved[c.p.Trans[at].From] && (a.Effect.Creates || a.Guard.Creates)
	})
}

// maxBirths limits the processes that stay, since there can be at most 255.
const maxBirths = 200

// birthsUnseen reports whether the process runs each of its children at most once, and no process knows a
// process number, since the number of an ended process could otherwise be reused.
func (c *compiler) birthsUnseen(i int) bool {
	numbered := c.o.overlook&numbers == 0
	if numbered && c.executes(vm.OpPid) {
		return false
	}
	for pc, in := range c.p.Code {
		if numbered && in.Op == vm.OpRun && c.p.Code[pc+1].Op != vm.OpEnd && c.p.Code[pc+1].Op != vm.OpPop {
			return false
		}
		if numbered && in.K == vm.OpPid {
			return false
		}
	}
	pt := &c.p.Procs[i]
	component := components(len(pt.States), func(at uint32, to func(uint32)) {
		st := &pt.States[at]
		for k := st.First; k < st.First+st.N; k++ {
			if next := c.p.Trans[k].To; int(next) < len(pt.States) {
				to(next)
			}
		}
	})
	births := len(c.p.Order)
	for _, at := range outer(c.p, pt) {
		t, a := &c.p.Trans[at], &c.p.Accesses[at]
		if !a.Guard.Creates && !a.Effect.Creates {
			continue
		}
		if births++; a.Guard.Creates || t.Effect == vm.EffectDStep || component[t.From] == component[t.To] {
			return false
		}
	}
	return births < maxBirths
}
