package compile

import (
	"fmt"
	"slices"

	"gospin/promela"
	"gospin/vm"
	"gospin/vm/layout"
)

// proctype builds the automaton of a process.
func (c *compiler) proctype(i int, f *flow) {
	p := f.proc
	pt := vm.Proctype{
		Name:          p.Name,
		Deterministic: p.Deterministic,
		Provided:      -1,
		Active:        p.Active,
		Priority:      int32(max(1, p.Priority)),
		Start:         uint32(f.start.no),
	}
	for _, v := range p.Params {
		for _, fl := range c.fields(v, v.Name, c.locs[v].off, false) {
			for k := 0; k < fl.Len; k++ {
				pt.Params = append(
					pt.Params,
					vm.Instr{C: fl.Elem.Cell, Mask: fl.Elem.Mask, A: int32(fl.Elem.Off + k*fl.Stride)},
				)
			}
		}
	}
	for _, ch := range c.localChans(p) {
		pt.ChanVars = append(pt.ChanVars, vm.Instr{C: layout.CellU8, A: int32(ch.loc.off)})
	}
	pt.Exclusive = vm.Exclusive{XR: c.exclusive(p.XR), XS: c.exclusive(p.XS)}
	steps := stepDecls(f.elems)
	pt.Init = c.code(func() {
		for _, v := range p.Locals {
			if !steps[v] || v.Type.Kind == promela.Struct {
				c.initVar(v)
			}
		}
	})
	if p.Provided != nil {
		pt.Provided = c.code(func() { c.expr(p.Provided) })
	}
	vars := append(slices.Clone(p.Params), p.Locals...)
	slices.Reverse(vars)
	pt.Shown, c.shownHere = c.shown(vars)
	pt.Queues = c.queues(c.localChans(p))
	tab := newTables(f)
	pt.States = make([]vm.StateInfo, len(f.elems)+1)
	made := map[*elem]vm.Trans{}
	for _, e := range f.elems {
		c.state(i, f, tab, e, &pt.States[e.no], made)
	}
	c.markStates(f, tab, &pt)
	pt.Sources = f.sources()
	c.p.Procs = append(c.p.Procs, pt)
}

// stepDecls returns the variables whose declaration is a step.
func stepDecls(elems []*elem) map[*promela.Var]bool {
	out := map[*promela.Var]bool{}
	for _, e := range elems {
		if d, ok := e.stmt.(*promela.Decl); ok && e.kind == basic {
			out[d.Var] = true
		}
	}
	return out
}

// state builds the transitions of a control state.
func (c *compiler) state(i int, f *flow, tab *tables, e *elem, st *vm.StateInfo, made map[*elem]vm.Trans) {
	c.checkContext()
	entries := tab.of[e.no]
	if e.inD != nil {
		entries = nil
		for _, ch := range choices(e, false, nil) {
			entries = append(entries, entry{e: ch})
		}
	}
	st.First = uint32(len(c.p.Trans))
	elses := 0
	for _, x := range entries {
		if x.none {
			continue
		}
		t, ok := made[x.e]
		if !ok {
			t = c.trans(i, f, x.e)
			made[x.e] = t
		}
		t.Escape, t.From = uint32(x.escape), uint32(e.no)
		if t.Guard == vm.GuardElse && x.escape == 0 {
			if elses++; elses == 2 {
				c.errorf(
					x.e.stmt.At(),
					"nested selections in guard position are one selection: give it a single else",
					"this selection inherits two else",
				)
			}
		}
		if t.Guard == vm.GuardRecv || t.Guard == vm.GuardDStep {
			st.Recv = true
		}
		c.p.Trans = append(c.p.Trans, t)
		st.N++
	}
	m := tab.marks[e.no]
	st.End, st.Accept, st.Progress = m.end, m.accept, m.progress
}

// trans builds the transition of an element.
func (c *compiler) trans(i int, f *flow, e *elem) vm.Trans {
	g := f.after(e)
	t := vm.Trans{Atomic: e.atom, ID: int32(e.id), Proc: int32(i), Stmt: c.stmt(f, e)}
	if g != nil {
		t.To = uint32(g.no)
		if e.inD != nil && g.inD != e.inD {
			t.To = vm.Exit
		}
	}
	switch {
	case e.m.blocked:
		t.Guard = vm.GuardFalse
		return t
	case e.kind == end:
		t.Guard, t.Effect = vm.GuardDie, vm.EffectDie
	case e.kind == dstep:
		t.Guard, t.Effect = vm.GuardDStep, vm.EffectDStep
		t.Sub = uint32(huntStart(e.subs[0].first).no)
	case e.kind == basic:
		c.statement(&t, e.stmt)
		c.ask(&t, e.stmt)
		if e.inD != nil && t.Guard == vm.GuardRecv { // pan does not count it there
			c.p.Patterns[t.Pattern].Whole = false
		}
	}
	if e.inD == nil {
		c.group(&t, e)
	}
	return t
}

// text returns pan's text for an element.
func text(e *elem) string {
	switch e.kind {
	case end:
		return "-end-"
	case join:
		return ".(goto)"
	case exit:
		return "break"
	case dstep:
		return fmt.Sprint("D_STEP", e.stmt.At().Line)
	case choice:
		if _, ok := e.stmt.(*promela.Do); ok {
			return "DO"
		}
		return "IF"
	}
	if e.exit != nil {
		return "goto " + e.exit.name
	}
	return promela.Text(e.stmt)
}

// written formats a statement as in the source.
type written struct {
	model *promela.Model
	stmt  promela.Stmt
}

func (w written) String() string { return w.model.Written(w.stmt) }

func (c *compiler) stmt(f *flow, e *elem) int32 {
	at := f.at(e)
	s := vm.Stmt{File: at.File, Line: at.Line, Col: at.Col}
	s.Text = text(e)
	s.State = e.no
	if e.stmt != nil && e.kind != end && e.kind != join {
		at = e.stmt.At()
	}
	s.FirstLine, s.FirstCol = at.Line, at.Col
	switch e.kind {
	case basic:
		s.Told = written{c.model, e.stmt}
		c.note(&s, e.stmt)
	case dstep:
		s.Told = written{c.model, &promela.DStep{}}
	}
	c.p.Stmts = append(c.p.Stmts, s)
	return int32(len(c.p.Stmts) - 1)
}

// effect compiles t's effect.
func (c *compiler) effect(t *vm.Trans, build func()) {
	t.Effect = vm.EffectCode
	t.EffectPC = c.code(build)
}

func (c *compiler) statement(t *vm.Trans, s promela.Stmt) {
	if c.inEvents {
		c.eventOf(t, s)
		return
	}
	switch s := s.(type) {
	case *promela.Cond:
		c.condition(t, s)
	case *promela.Else:
		t.Guard = vm.GuardElse
	case *promela.Assign:
		c.assign(t, s)
	case *promela.Decl:
		c.declare(t, s)
	case *promela.Send:
		t.Guard, t.Effect, t.Sorted = vm.GuardSend, vm.EffectSend, s.Sorted
		c.chanOf(t, s.Chan)
		t.NArgs = int32(len(s.Args))
		c.maxMsg = max(c.maxMsg, len(s.Args))
		types := fieldTypes(s.Chan)
		t.ArgsPC = c.code(func() {
			for i, a := range s.Args {
				if c.expr(a); i < len(types) {
					c.fits(types[i])
				}
			}
		})
	case *promela.Recv:
		t.Guard, t.Effect, t.Random, t.Copy = vm.GuardRecv, vm.EffectRecv, s.Random, s.Copy
		c.chanOf(t, s.Chan)
		t.Pattern = c.pattern(s.Args)
		p := &c.p.Patterns[t.Pattern]
		p.Whole = !s.Random && !s.Copy && constant(s.Args)
		c.direct(p, s.Args)
		t.EffectPC = c.code(func() {
			for k, a := range s.Args {
				if a.Kind == promela.ArgVar {
					c.emit(vm.Instr{Op: vm.OpMsg, A: int32(k)})
					c.store(a.Var)
				}
			}
		})
	case *promela.Printf:
		c.print(t, s.Format, s.Args...)
	case *promela.Printm:
		c.print(t, "%e", s.X)
	case *promela.Assert:
		n := c.msg("assertion violated " + promela.ExprText(s.X))
		c.effect(t, func() {
			c.expr(s.X)
			c.emit(vm.Instr{Op: vm.OpAssert, A: n})
		})
	case *promela.SetPriority:
		c.effect(t, func() {
			c.expr(s.PidX)
			c.expr(s.Prio)
			c.emit(vm.Instr{Op: vm.OpSetPrio})
		})
	default:
		c.errorf(s.At(), "", "this statement cannot be executed")
	}
}

// constant reports whether a receive assigns no variable, not even _.
func constant(args []promela.Arg) bool {
	return !slices.ContainsFunc(args, func(a promela.Arg) bool {
		return a.Kind == promela.ArgVar || a.Kind == promela.ArgAny
	})
}

func (c *compiler) print(t *vm.Trans, format string, args ...promela.Expr) {
	f := vm.Format{Text: format, Stmt: t.Stmt}
	for _, a := range args {
		f.Names = append(f.Names, c.namesFor(a))
	}
	c.p.Formats = append(c.p.Formats, f)
	c.effect(t, func() {
		for _, a := range args {
			c.expr(a)
		}
		c.emit(vm.Instr{Op: vm.OpPrint, A: int32(len(c.p.Formats) - 1), B: int32(len(args))})
	})
}

func (c *compiler) condition(t *vm.Trans, s *promela.Cond) {
	if _, ok := s.X.(*promela.Run); ok {
		c.effect(t, func() { c.expr(s.X) })
		return
	}
	if k, ok := promela.Constant(s.X); ok {
		if k == 0 {
			t.Guard = vm.GuardFalse
		}
		return
	}
	t.Guard = vm.GuardExpr
	t.GuardPC = c.code(func() { c.truth(s.X) })
	if code := c.p.Code[t.GuardPC:]; code[0].Op == vm.OpTestC &&
		code[1].Op == vm.OpTrue { // the guard is a single test
		t.Guard, t.Cmp, t.Const, t.Cell = vm.GuardCmpC, code[0].K, code[0].B, code[0]
		c.p.Code = c.p.Code[:t.GuardPC]
	}
}

func (c *compiler) assign(t *vm.Trans, s *promela.Assign) {
	if s.L.Var.Special == promela.PriorityVar {
		c.effect(t, func() {
			c.emit(vm.Instr{Op: vm.OpPid})
			c.expr(s.R)
			c.emit(vm.Instr{Op: vm.OpSetPrio})
		})
		return
	}
	if s.Op == "=" && s.L.Var.Special == promela.NotSpecial && !c.reduce.unread[s.L.Var] {
		if k, ok := promela.Constant(s.R); ok {
			r := c.resolve(s.L, c.locs[s.L.Var])
			if len(r.index) == 0 && !r.bad && !c.mayNotFit(typeOf(s.L), k) {
				c.setConst(t, r, k)
				return
			}
		}
	}
	if c.reduce.unread[s.L.Var] {
		c.assignUnread(t, s)
		return
	}
	c.effect(t, func() {
		if !c.o.Fits && c.assignCell(s) {
			return
		}
		if s.Op == "=" {
			c.expr(s.R)
		} else {
			c.expr(s.L)
			c.emit(vm.Instr{Op: vm.OpAddC, A: stepOf(s.Op)})
		}
		c.store(s.L)
	})
}

func stepOf(op string) int32 {
	if op == "--" {
		return -1
	}
	return 1
}

// assignCell compiles an assignment to a cell to one operation, if possible.
func (c *compiler) assignCell(s *promela.Assign) bool {
	l, ok := c.cell(s.L)
	if !ok {
		return false
	}
	in := vm.Instr{Op: vm.OpInc, C: l.cell, Base: l.base, A: int32(l.off), Mask: l.mask}
	if s.Op != "=" {
		in.B = stepOf(s.Op)
		c.emit(in)
		return true
	}
	if r, ok := c.byteCell(s.R); ok {
		in.Op, in.B, in.K = vm.OpCopy, int32(r.off), vm.Op(r.base)
		c.emit(in)
		return true
	}
	b, ok := s.R.(*promela.Binary)
	if !ok || b.Op != "+" && b.Op != "-" {
		return false
	}
	r, same := c.cell(b.X)
	k, isConst := promela.Constant(b.Y)
	if !isConst || !same || r.off != l.off || r.base != l.base {
		return false
	}
	in.B = k
	if b.Op == "-" {
		in.B = -k
	}
	c.emit(in)
	return true
}

func (c *compiler) setConst(t *vm.Trans, r ref, k int32) {
	t.Effect, t.Const = vm.EffectSetC, k
	t.Cell = vm.Instr{C: r.cell, Base: r.base, A: int32(r.off), Mask: r.mask}
}

// declare compiles a declaration that is a step: it assigns the initial value or 0, or does nothing.
func (c *compiler) declare(t *vm.Trans, s *promela.Decl) {
	v := s.Var
	if v.Type.Kind == promela.Struct || v.Chan != nil {
		return
	}
	at := c.locs[v]
	k, mask := cellOf(v.Type, v.Len > 0)
	r := ref{base: at.base, off: at.off, cell: k, mask: mask}
	var x promela.Expr = &promela.Const{}
	switch {
	case v.Init != nil:
		x = v.Init
	case len(v.List) > 0:
		x = &promela.Const{Val: v.List[0]}
	}
	if n, ok := promela.Constant(x); ok && !c.mayNotFit(v.Type, n) {
		c.setConst(t, r, n)
		return
	}
	c.effect(t, func() {
		c.expr(x)
		c.fits(v.Type)
		c.emit(vm.Instr{Op: vm.OpStore, C: k, Base: at.base, Mask: mask, A: int32(at.off)})
	})
}

// chanOf sets the channel that a send or receive uses. If a global that is never assigned holds it, it is
// known now.
func (c *compiler) chanOf(t *vm.Trans, v *promela.VarRef) {
	if t.Chan = c.staticChan(v); t.Chan > 0 {
		return
	}
	if at, ok := c.byteCell(v); ok {
		t.ChanVar, t.ChanPC, t.ChanBase = true, int32(at.off), at.base
		return
	}
	t.ChanPC = c.code(func() { c.variable(v) })
}

// staticChan returns the id of the channel that a variable always holds, because it is a global that is never
// assigned, or 0.
func (c *compiler) staticChan(v *promela.VarRef) int32 {
	if v.Var.Proc != nil || c.written[v.Var] {
		return 0
	}
	if r := c.resolve(v, c.locs[v.Var]); len(r.index) == 0 && !r.bad {
		for i, ch := range c.globalChans() {
			if ch.loc == (loc{r.base, r.off}) {
				return int32(i + 1)
			}
		}
	}
	return 0
}
