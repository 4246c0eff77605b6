package compile

import (
	"gospin/promela"
	"gospin/vm"
)

// reduction is what is omitted from the program.
type reduction struct {
	merge    bool                  // statements are merged
	dataflow bool                  // dead variables are reset
	unread   map[*promela.Var]bool // globals that are never read
}

// reductions determines what the options and the model allow, as SPIN does: reading variables of other
// processes prevents both merging and resetting, and provided prevents merging.
func (c *compiler) reductions() {
	if c.o.DropUnread {
		c.reduce.unread = findUnread(c.model, c.o.Own)
		for _, v := range c.model.Globals {
			if c.reduce.unread[v] {
				c.p.Unread = append(c.p.Unread, v.Name)
			}
		}
	}
	if c.o.Own || !c.o.Merge && !c.o.Dataflow {
		return
	}
	c.reduce.merge, c.reduce.dataflow = c.o.Merge, c.o.Dataflow && c.o.DropUnread
	remote := false
	uses := func(e promela.Expr) {
		_, ok := e.(*promela.RemoteVar)
		remote = remote || ok
	}
	for _, p := range c.model.Order {
		promela.EachStmt(p.Body, func(s promela.Stmt) { promela.EachIn(s, uses) })
		promela.EachExpr(p.Provided, uses)
		if p.Provided != nil {
			c.reduce.merge = false
		}
		for _, v := range p.Locals {
			c.rendezvous = c.rendezvous || v.Chan != nil && v.Chan.Slots == 0
		}
	}
	for _, l := range c.model.LTL {
		promela.EachExpr(l.X, uses)
	}
	eachMeasured(c.model, uses)
	if remote {
		c.reduce.merge, c.reduce.dataflow = false, false
	}
	for _, v := range c.model.Globals {
		c.rendezvous = c.rendezvous || v.Chan != nil && v.Chan.Slots == 0
	}
	for _, t := range c.model.Types {
		for _, v := range t.Fields {
			c.rendezvous = c.rendezvous || v.Chan != nil && v.Chan.Slots == 0
		}
	}
}

// findUnread returns the globals that are never read, except by printf, printm, ++ and --. Where printing can
// fail, as by a division, it reads what decides whether it does. For SPIN, a receive into a variable reads
// it, and so does an inline call with its name; with own, such a call counts as its expansion.
func findUnread(m *promela.Model, own bool) map[*promela.Var]bool {
	read := map[*promela.Var]bool{}
	use := func(e promela.Expr) {
		if v, ok := e.(*promela.VarRef); ok {
			read[v.Var] = true
		}
	}
	for _, p := range m.Order {
		promela.EachExpr(p.Provided, use)
		for _, v := range p.Locals {
			promela.EachExpr(v.Init, use)
		}
		promela.EachStmt(p.Body, func(s promela.Stmt) {
			switch s := s.(type) {
			case *promela.Assign:
				eachIndex(s.L, use)
				promela.EachExpr(s.R, use)
			case *promela.Printf:
				for _, a := range s.Args {
					eachThatFails(a, use)
				}
			case *promela.Printm:
				eachThatFails(s.X, use)
			default:
				promela.EachIn(s, use)
			}
		})
	}
	for _, l := range m.LTL {
		promela.EachExpr(l.X, use)
	}
	eachMeasured(m, use)
	if !own {
		for _, v := range m.Passed {
			read[v] = true
		}
	}
	unread := map[*promela.Var]bool{}
	for _, v := range m.Globals {
		promela.EachExpr(v.Init, use)
	}
	for _, v := range m.Globals {
		if k := v.Type.Kind; !read[v] && k != promela.Chan && k != promela.Struct &&
			v.Special == promela.NotSpecial {
			unread[v] = true
		}
	}
	return unread
}

// eachThatFails calls f for the parts of a printed expression that can make it fail: indices, and the
// operands of divisions and of remote references.
func eachThatFails(e promela.Expr, f func(promela.Expr)) {
	promela.EachExpr(e, func(x promela.Expr) {
		switch x := x.(type) {
		case *promela.VarRef:
			eachIndex(x, f)
		case *promela.Binary:
			if x.Op == "/" || x.Op == "%" {
				promela.EachExpr(x, f)
			}
		case *promela.RemoteVar, *promela.RemoteLabel:
			promela.EachExpr(x, f)
		}
	})
}

// eachIndex calls f for the indices of a variable, including operands.
func eachIndex(v *promela.VarRef, f func(promela.Expr)) {
	for ; v != nil; v = v.Field {
		promela.EachExpr(v.Index, f)
	}
}

// group makes a transition execute what is merged after its element, and reset what is dead.
func (c *compiler) group(t *vm.Trans, e *elem) {
	c.resets(t, e)
	if len(e.m.group) == 0 {
		return
	}
	s := &c.p.Stmts[t.Stmt]
	t.Atomic = e.m.group[len(e.m.group)-1].atom
	var then []vm.Trans
	for _, x := range e.m.group {
		s.Then = append(s.Then, vm.Part{Jump: x.kind != basic, Text: text(x), State: x.no, ID: int32(x.id)})
		if x.kind == basic {
			u := vm.Trans{Stmt: t.Stmt}
			c.statement(&u, x.stmt)
			c.resets(&u, x)
			then = append(then, u)
		}
	}
	if len(then) > 0 {
		c.also(t, func() {
			for i := range then {
				c.inline(&then[i])
			}
		})
	}
}

// resets makes a transition reset what is dead after its element.
func (c *compiler) resets(t *vm.Trans, e *elem) {
	cells := make([]vm.Instr, len(e.dead))
	for i, v := range e.dead {
		at := c.locs[v]
		k, mask := cellOf(v.Type, v.Len > 0)
		cells[i] = vm.Instr{Op: vm.OpStore, C: k, Base: at.base, Mask: mask, A: int32(at.off)}
	}
	c.resetCells(t, cells)
}

// resetCells makes a transition finally set cells to 0, which are given as store operations.
func (c *compiler) resetCells(t *vm.Trans, cells []vm.Instr) {
	if len(cells) == 0 {
		return
	}
	first := &cells[0]
	set := t.Effect == vm.EffectSetC && t.Cell.A == first.A && t.Cell.Base == first.Base
	if len(cells) == 1 && (set || t.Effect == vm.EffectNone && t.Guard != vm.GuardCmpC) {
		t.Effect, t.Const, t.Cell = vm.EffectSetC, 0, *first
		t.Cell.Op = vm.OpEnd
		return
	}
	c.also(t, func() { c.clears(cells) })
}

func (c *compiler) clears(cells []vm.Instr) {
	for _, in := range cells {
		c.push(0)
		c.emit(in)
	}
}

// also appends to a transition's effect.
func (c *compiler) also(t *vm.Trans, more func()) {
	switch t.Effect {
	case vm.EffectSend, vm.EffectDStep:
		pc := t.EffectPC // address 0 holds OpEnd
		t.EffectPC = c.code(func() {
			c.copyCode(pc)
			more()
		})
	case vm.EffectRecv:
		p := c.p.Patterns[t.Pattern] // others may use it
		p.Direct = false
		t.Pattern = int32(len(c.p.Patterns))
		c.p.Patterns = append(c.p.Patterns, p)
		pc := t.EffectPC
		t.EffectPC = c.code(func() {
			c.copyCode(pc)
			more()
		})
	default:
		was := *t
		c.effect(t, func() {
			c.inline(&was)
			more()
		})
	}
}

// inline emits the effect of a transition that is no send or receive.
func (c *compiler) inline(t *vm.Trans) {
	switch t.Effect {
	case vm.EffectSetC:
		c.push(t.Const)
		in := t.Cell
		in.Op = vm.OpStore
		c.emit(in)
	case vm.EffectCode:
		c.copyCode(t.EffectPC)
	}
}

// copyCode emits a copy of the block at an address.
func (c *compiler) copyCode(pc int32) {
	to := int32(len(c.cur)) - pc
	for ; c.p.Code[pc].Op != vm.OpEnd; pc++ {
		in := c.p.Code[pc]
		if in.Op.Jumps() {
			in.D += to
		}
		c.emit(in)
	}
}

// assignUnread compiles an assignment to a variable that is never read: only its possible errors and side
// effects remain.
func (c *compiler) assignUnread(t *vm.Trans, s *promela.Assign) {
	r := c.resolve(s.L, c.locs[s.L.Var])
	if k, is := promela.Constant(s.R); s.Op != "=" || !is || !fitsIn(typeOf(s.L), k) {
		c.p.Drops = true
	}
	value := s.R != nil && !harmless(s.R)
	if !value && len(r.index) == 0 && !r.bad {
		return
	}
	c.effect(t, func() {
		if value {
			c.expr(s.R)
			c.emit(vm.Instr{Op: vm.OpPop})
		}
		if r.bad {
			c.badIndex()
		} else if len(r.index) > 0 {
			c.address(r, false)
			c.emit(vm.Instr{Op: vm.OpPop})
		}
	})
}

// harmless reports whether evaluating an expression has no effect and can't fail.
func harmless(e promela.Expr) bool {
	ok := true
	promela.EachExpr(e, func(e promela.Expr) {
		switch e := e.(type) {
		case *promela.Binary:
			ok = ok && e.Op != "/" && e.Op != "%"
		case *promela.VarRef:
			ok = ok && e.Index == nil
		case *promela.Const, *promela.Unary, *promela.CondExpr:
		default:
			ok = false
		}
	})
	return ok
}
