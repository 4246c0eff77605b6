package promela

import (
	"fmt"
	"strings"
)

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// scoped reads within a scope of its own.
func (p *parser) scoped(read func()) {
	p.scopes = append(p.scopes, map[string]*Var{})
	read()
	p.scopes = p.scopes[:len(p.scopes)-1]
}

// braces reads { sequence } in a scope of its own; the first statement may not be labelled.
func (p *parser) braces(what string) *Seq {
	p.expect("{", "at the start of "+what)
	s := &Seq{}
	p.scoped(func() {
		if t := p.peek(); t.kind == tName && p.peekAt(1).is(":") {
			p.errorAt(t, "the first statement of "+what+" cannot be labelled", "put the label before the {")
		}
		p.sequence(s, what, false)
	})
	p.expect("}", "at the end of "+what)
	return s
}

// sequence reads steps up to }, fi, od or ::. At top, declarations before the first statement are no steps.
func (p *parser) sequence(s *Seq, what string, top bool) {
	defer p.enter(p.peek())()
	declared := false
	for {
		t := p.peek()
		switch {
		case one(t, " } fi od :: ") || t.kind == tEOF:
			if len(s.Steps) == 0 && !(top && declared) {
				p.fail(t, what+" is empty", "write skip")
			}
			return
		case one(t, " xr xs "):
			p.next()
			p.whole = true
			for {
				v := p.varRef()
				p.chanRef(v)
				p.exclusive(t, v)
				if !p.accept(",") {
					break
				}
			}
			p.whole = false
			declared = true
		case p.startsDecl():
			vars := p.declaration(true)
			declared = true
			if !top || len(s.Steps) > 0 {
				for _, v := range vars {
					if v.Chan != nil {
						p.warnAt(t, "channel '"+v.Name+"' is made when the process starts, not here", "declare it before the first statement")
						continue
					}
					s.Steps = append(s.Steps, &Decl{Base{v.Pos}, v})
				}
			}
		default:
			s.Steps = append(s.Steps, p.step()...)
		}
		t = p.peek()
		if one(t, " } fi od :: ") {
			continue
		}
		if !isSep(t) {
			hint := "separate statements by ;"
			if t.is("?") {
				hint = "a conditional expression is (c -> a : b)"
			}
			p.fail(t, "; or -> expected before "+show(t), hint)
		}
		for isSep(p.peek()) {
			p.next()
		}
	}
}

// exclusive notes that the process alone receives from a channel (xr), or sends to it (xs).
func (p *parser) exclusive(t *token, v *VarRef) {
	switch {
	case p.proc == nil:
	case t.is("xr"):
		p.proc.XR = append(p.proc.XR, v)
	default:
		p.proc.XS = append(p.proc.XS, v)
	}
}

// step reads a statement and an unless behind it.
func (p *parser) step() []Stmt {
	t := p.peek()
	out := p.statement()
	if !p.peek().is("unless") {
		return out
	}
	p.next()
	// The assignment in front of the loop of a for or select is not part of the unless.
	lead, main := out[:len(out)-1:len(out)-1], side(out[len(out)-1:])
	var escape *Seq
	p.scoped(func() {
		s := p.statement()
		lead, escape = append(lead, s[:len(s)-1]...), side(s[len(s)-1:])
	})
	if p.peek().is("unless") {
		p.warnAt(p.peek(), "chained unless", "use braces")
		p.next()
		p.statement()
	}
	return append(lead, &Unless{Base{t.pos}, main, escape})
}

func side(s []Stmt) *Seq {
	if b, ok := s[0].(*Block); ok && len(s) == 1 {
		return b.Body
	}
	return &Seq{s}
}

func (p *parser) one(s Stmt) []Stmt { return []Stmt{s} }

func (p *parser) statement() []Stmt {
	defer p.enter(p.peek())()
	t := p.peek()
	b := Base{t.pos}
	switch {
	case t.kind == tName && p.peekAt(1).is(":"):
		return p.labelled()
	case t.kind == tName:
		return p.one(p.nameStmt())
	case t.is("{"):
		return p.one(&Block{b, p.braces("a block")})
	case t.is("if"), t.is("do"):
		return p.one(p.selection())
	case t.is("atomic"):
		p.next()
		return p.one(&Atomic{b, p.braces("an atomic sequence")})
	case t.is("d_step"):
		p.next()
		p.dsteps++
		outer := p.dstepID
		p.dstep++
		if outer == 0 {
			p.dstepID = p.dsteps
		}
		s := p.braces("a d_step sequence")
		p.dstep--
		p.dstepID = outer
		return p.one(&DStep{b, s})
	case t.is("for"):
		return p.forLoop()
	case t.is("select"):
		return p.selectStmt()
	case t.is("goto"):
		p.next()
		l := p.name("a label")
		p.gotos = append(p.gotos, gotoAt{l, p.dstepID})
		return p.one(&Goto{b, l.text})
	case t.is("break"):
		p.next()
		if n := len(p.loops); n == 0 {
			p.errorAt(t, "break outside a loop", "")
		} else if p.loops[n-1] != p.dstepID {
			p.errorAt(t, "break jumps out of a d_step sequence", "")
		}
		return p.one(&Break{b})
	case t.is("else"):
		p.next()
		return p.one(&Else{b})
	case t.is("assert"):
		p.next()
		x := p.expr(0)
		return p.one(&Assert{b, x, p.lastPos()})
	case t.is("printf"):
		return p.one(p.printf())
	case t.is("printm"):
		p.next()
		p.expect("(", "after printm")
		x := p.expr(0)
		p.expect(")", "after the value")
		return p.one(&Printm{b, x})
	case t.is("set_priority"):
		p.next()
		p.model.UsesPriority = true
		p.expect("(", "after set_priority")
		x := p.expr(0)
		p.expect(",", "between process and priority")
		y := p.expr(0)
		p.expect(")", "after the priority")
		return p.one(&SetPriority{b, x, y})
	case one(t, " c_code c_expr c_decl c_state c_track "):
		p.fail(t, "embedded C is not supported", "write the model in Promela alone")
	case isSep(t):
		p.fail(t, "a statement expected before "+show(t), "")
	}
	x := p.expr(0)
	return p.one(&Cond{b, x, p.lastPos()})
}

func (p *parser) labelled() []Stmt {
	t := p.next()
	p.next()
	if old, ok := p.labels[t.text]; ok {
		if old.inline || len(t.notes) > 0 {
			p.errorAt(t, "label "+t.text+" is there twice", "a label of an inline that is called twice is one of them")
		} else {
			p.warnAt(t, "label "+t.text+" is there twice", "")
		}
	}
	if v := p.lookup(t.text); v != nil {
		p.warnAt(t, "label "+t.text+" has the name of a variable", "")
	}
	p.labels[t.text] = labelAt{p.dstepID, len(t.notes) > 0}
	n := p.peek()
	if one(n, " } fi od :: ; -> ") {
		return p.one(&Labelled{Base{t.pos}, t.text, &Cond{Base{t.pos}, &Const{Base: Base{t.pos}, Val: 1}, t.pos}})
	}
	if p.startsDecl() {
		p.fail(n, "a declaration cannot be labelled", "put skip behind the label")
	}
	s := p.statement()
	last := len(s) - 1 // of a for or select, SPIN labels the loop, not the assignment before it
	s[last] = &Labelled{Base{t.pos}, t.text, s[last]}
	return s
}

func (p *parser) nameStmt() Stmt {
	t := p.peek()
	if p.lookup(t.text) == nil {
		x := p.expr(0)
		return &Cond{Base{t.pos}, x, p.lastPos()}
	}
	start, errs := p.i, len(p.errs)
	v := p.varRef()
	op := p.peek()
	b := Base{t.pos}
	switch {
	case op.is("="):
		p.next()
		p.target(t, v)
		x := p.expr(0)
		if _, ok := x.(*Run); ok && p.dstep > 0 {
			p.errorAt(op, "no run in a d_step", "")
		}
		return &Assign{b, "=", v, x}
	case op.is("++"), op.is("--"):
		p.next()
		p.target(t, v)
		return &Assign{b, op.text, v, nil}
	case op.is("!"), op.is("!!"):
		p.next()
		p.chanRef(v)
		args := p.sendArgs(op)
		if len(args) > 0 {
			p.later = append(p.later, func() {
				if len(args) > p.maxMsg && p.maxMsg > 0 {
					p.errorAt(op, fmt.Sprintf("too many parameters in the send: no channel has %d fields", len(args)), "")
				}
			})
		}
		return &Send{b, v, args, op.text == "!!"}
	case (op.is("?") || op.is("??")) && !p.peekAt(1).is("["):
		p.next()
		p.chanRef(v)
		r := &Recv{Base: b, Chan: v, Random: op.text == "??"}
		if p.accept("<") {
			r.Copy = true
			r.Args = p.recvArgs(">")
			p.expect(">", "after the message")
		} else {
			r.Args = p.recvArgs("")
		}
		p.distinct(r.Args)
		return r
	}
	p.i, p.errs = start, p.errs[:errs]
	x := p.expr(0)
	return &Cond{b, x, p.lastPos()}
}

func (p *parser) target(t *token, v *VarRef) {
	switch v.Var.Special {
	case PidVar, NrPr, Last:
		p.errorAt(t, v.Var.Name+" cannot be assigned", "")
	}
	if last(v).Var.Type.Kind == Struct {
		p.errorAt(t, "typedef variables cannot be assigned as a whole", "assign the fields")
	}
}

// distinct refuses a scalar that a receive would assign twice.
func (p *parser) distinct(args []Arg) {
	seen := map[*Var]bool{}
	for _, a := range args {
		if a.Kind == ArgVar && a.Var.Index == nil && a.Var.Field == nil && a.Var.Var.Special == NotSpecial {
			if seen[a.Var.Var] {
				p.errorPos(a.Var.Pos, "cannot use var ('"+a.Var.Var.Name+"') in multiple msg fields", "")
			}
			seen[a.Var.Var] = true
		}
	}
}

// sendArgs reads a, b or a(b, c).
func (p *parser) sendArgs(op *token) []Expr {
	var out []Expr
	p.structs = true
	add := func() {
		x := p.expr(0)
		p.operand(op, x)
		if v, ok := x.(*VarRef); ok {
			for _, r := range expand(v) {
				out = append(out, r)
			}
			return
		}
		out = append(out, x)
	}
	add()
	if p.accept("(") {
		for {
			add()
			if !p.accept(",") {
				break
			}
		}
		p.expect(")", "after the arguments")
	} else {
		for p.accept(",") {
			add()
		}
	}
	p.structs = false
	return out
}

// recvArgs reads a, b or a(b, c) or (a, b); nested as one likes.
func (p *parser) recvArgs(end string) []Arg {
	var out []Arg
	if p.accept("(") {
		out = p.recvArgs(")")
		p.expect(")", "after the arguments")
		return out
	}
	for {
		out = append(out, p.recvArg()...)
		if p.accept("(") {
			out = append(out, p.recvArgs(")")...)
			p.expect(")", "after the arguments")
			return out
		}
		if !p.accept(",") {
			return out
		}
	}
}

func (p *parser) recvArg() []Arg {
	t := p.peek()
	switch {
	case t.is("eval"):
		p.next()
		p.expect("(", "after eval")
		x := p.expr(0)
		p.expect(")", "after the value")
		return []Arg{{Kind: ArgEval, X: x}}
	case t.is("-"):
		p.next()
		n := p.next()
		if n.kind != tConst {
			p.fail(n, "a number expected behind -", "use eval(...) for other expressions")
		}
		return []Arg{{Kind: ArgConst, X: &Const{Base: Base{t.pos}, Val: -n.val}}}
	case t.kind == tConst:
		p.next()
		return []Arg{{Kind: ArgConst, X: &Const{Base: Base{t.pos}, Val: t.val}}}
	}
	if c := p.consts[t.text]; t.kind == tName && c != nil && p.lookup(t.text) == nil {
		p.next()
		return []Arg{{Kind: ArgConst, X: &Const{Base: Base{t.pos}, Val: c.Val, Name: c.Name, Sub: c.Sub}}}
	}
	v := p.varRef()
	if v.Var.Special == Scratch {
		return []Arg{{Kind: ArgAny}}
	}
	var out []Arg
	for _, r := range expand(v) {
		out = append(out, Arg{Kind: ArgVar, Var: r})
	}
	return out
}

// expand lists the scalar fields of a typedef variable; a scalar stands for itself.
func expand(v *VarRef) []*VarRef {
	l := last(v)
	if l.Var.Type.Kind != Struct {
		return []*VarRef{v}
	}
	var out []*VarRef
	for _, f := range l.Var.Type.Struct.Fields {
		for i := 0; i < max(1, f.Len); i++ {
			c := clone(v)
			r := &VarRef{Base: v.Base, Var: f}
			if f.Len > 0 {
				r.Index = &Const{Base: v.Base, Val: int32(i)}
			}
			last(c).Field = r
			out = append(out, expand(c)...)
		}
	}
	return out
}

func clone(v *VarRef) *VarRef {
	c := *v
	if v.Field != nil {
		c.Field = clone(v.Field)
	}
	return &c
}

func (p *parser) selection() Stmt {
	t := p.next()
	loop := t.is("do")
	end := "fi"
	if loop {
		end = "od"
		p.loops = append(p.loops, p.dstepID)
	}
	if !p.peek().is("::") {
		p.fail(p.peek(), ":: expected after "+t.text+", not "+show(p.peek()), "")
	}
	var options []*Seq
	elses := 0
	p.scoped(func() {
		for p.accept("::") {
			if isSep(p.peek()) {
				p.fail(p.peek(), "an option begins with a statement", "")
			}
			s := &Seq{}
			if p.peek().is("else") {
				if elses++; elses == 2 {
					p.errorAt(p.peek(), "a second else in one selection", "")
				}
			}
			p.sequence(s, "an option", false)
			options = append(options, s)
		}
	})
	p.expect(end, "at the end of "+t.text)
	behind := p.peek().pos
	if isSep(p.peek()) {
		behind = p.toks[min(p.i+1, len(p.toks)-1)].pos
	}
	if loop {
		p.loops = p.loops[:len(p.loops)-1]
		return &Do{Base: Base{t.pos}, Options: options, Behind: behind}
	}
	return &If{Base: Base{t.pos}, Options: options, Behind: behind}
}

func (p *parser) printf() Stmt {
	t := p.next()
	p.expect("(", "after printf")
	f := p.next()
	if f.kind != tString {
		p.fail(f, "a format in quotes expected, not "+show(f), "")
	}
	s := &Printf{Base: Base{t.pos}, Raw: f.text, Format: unescape(f.text[1 : len(f.text)-1])}
	for p.accept(",") {
		s.Args = append(s.Args, p.expr(0))
	}
	p.expect(")", "after the arguments")
	return s
}

func unescape(s string) string {
	return strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\r`, "\r", `\"`, `"`, `\\`, `\`).Replace(s)
}

// forLoop rewrites a for as the statements that it stands for.
func (p *parser) forLoop() []Stmt {
	t := p.next()
	b := Base{t.pos}
	num := func(v int32) Expr { return &Const{Base: b, Val: v} }
	p.expect("(", "after for")
	x := p.varRef()
	if x.Index != nil || x.Field != nil {
		p.fail(t, "the variable of a for is a plain variable", "")
	}
	var init Stmt
	var guard, first Expr
	var pre []Stmt
	count := x
	if p.accept(":") {
		first = p.expr(0)
		p.expect("..", "between the bounds")
		hi := p.expr(0)
		guard = &Binary{b, "<=", x, hi}
	} else {
		if n := p.peek(); n.kind != tName || n.text != "in" {
			p.fail(n, "':' or in expected, not "+show(n), "for (i : 1 .. 3) or for (i in array)")
		}
		p.next()
		p.whole = true
		a := p.varRef()
		p.whole = false
		v := last(a).Var
		first = num(0)
		switch {
		case v.Type.Kind == Chan && v.Len == 0 || v.Type.Kind == Chan && last(a).Index != nil:
			if x.Var.Type.Kind != Struct {
				p.fail(t, "a for over a channel needs a typedef variable for the messages", "")
			}
			c := &Var{Pos: t.pos, Name: fmt.Sprintf("_for%d", len(p.proc.Locals)), Type: Type{Kind: Byte}, Proc: p.proc}
			if v.Chan != nil && v.Chan.Slots > 255 {
				c.Type.Kind = Short
			}
			p.proc.Locals = append(p.proc.Locals, c)
			count = &VarRef{Base: b, Var: c}
			guard = &Binary{b, "<", count, &ChanOp{b, "len", a}}
			r := &Recv{Base: b, Chan: a}
			s := &Send{Base: b, Chan: a}
			for _, f := range expand(x) {
				r.Args = append(r.Args, Arg{Kind: ArgVar, Var: f})
				s.Args = append(s.Args, f)
			}
			pre = []Stmt{r, s}
		case v.Len > 0:
			guard = &Binary{b, "<=", x, num(int32(v.Len - 1))}
		default:
			p.fail(t, "'"+v.Name+"' is neither an array nor a channel", "")
		}
	}
	p.expect(")", "after the bounds")
	init = &Assign{b, "=", count, first}
	p.loops = append(p.loops, p.dstepID)
	body := p.braces("the body of for")
	p.loops = p.loops[:len(p.loops)-1]
	steps := append([]Stmt{&Cond{b, guard, t.pos}}, pre...)
	steps = append(steps, body.Steps...)
	steps = append(steps, &Assign{b, "=", count, &Binary{b, "+", count, num(1)}})
	return []Stmt{init, &Do{Base: b, Options: []*Seq{{steps}, {[]Stmt{&Else{b}, &Break{b}}}}, Behind: t.pos}}
}

// selectStmt rewrites a select whose bounds are no literals.
func (p *parser) selectStmt() []Stmt {
	t := p.next()
	b := Base{t.pos}
	p.expect("(", "after select")
	x := p.varRef()
	if x.Index != nil || x.Field != nil {
		p.fail(t, "the variable of a select is a plain variable", "")
	}
	p.expect(":", "after the variable")
	lo := p.expr(0)
	p.expect("..", "between the bounds")
	hi := p.expr(0)
	p.expect(")", "after the bounds")
	inc := &Assign{b, "=", x, &Binary{b, "+", x, &Const{Base: b, Val: 1}}}
	more := &Cond{b, &Binary{b, "<", x, hi}, t.pos}
	return []Stmt{&Assign{b, "=", x, lo},
		&Do{Base: b, Options: []*Seq{{[]Stmt{&Break{b}}}, {[]Stmt{more, inc}}}, Behind: t.pos, Select: true}}
}
