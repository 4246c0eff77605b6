package promela

import (
	"gospin/promela/diag"
)

// binding is the precedence of the binary operators.
var binding = map[string]int{
	"||": 3, "&&": 4, "|": 6, "^": 7, "&": 8, "==": 9, "!=": 9, "<": 10, "<=": 10, ">": 10, ">=": 10,
	"<<": 11, ">>": 11, "+": 12, "-": 12, "*": 13, "/": 13, "%": 13,
}

// expr reads an expression whose operators bind at least as tightly as min.
func (p *parser) expr(min int) Expr {
	defer p.enter(p.peek())()
	x := p.unary()
	for {
		t := p.peek()
		b := 0
		if t.kind == tPunct {
			b = binding[t.text]
		}
		if b == 0 || b < min {
			return x
		}
		p.next()
		y := p.expr(b + 1)
		p.operand(t, x)
		p.operand(t, y)
		x = &Binary{Base: Base{t.pos}, Op: Op(t.text), X: x, Y: y}
	}
}

// operand refuses what may not be part of a compound expression.
func (p *parser) operand(op *token, x Expr) {
	switch x := x.(type) {
	case *Run:
		p.errorAt(op, "run cannot be part of an expression", "make it a statement: pid = run "+x.Proc.Name+"(...)")
	case *ChanOp:
		if x.Op != "len" && op.text != "&&" && op.text != "||" {
			p.errorAt(op, string(x.Op)+"(...) can only be combined by && and ||", "use its opposite: full/nfull, empty/nempty")
		}
	}
}

func (p *parser) unary() Expr {
	t := p.peek()
	switch {
	case t.is("-"), t.is("!"), t.is("~"):
		p.next()
		defer p.enter(t)()
		x := p.unary()
		p.operand(t, x)
		return &Unary{Base: Base{t.pos}, Op: Op(t.text), X: x}
	}
	return p.primary()
}

// flagged notes that the model uses a predefined variable.
func (p *parser) flagged(v *Var) {
	switch v.Special {
	case Last:
		p.model.UsesLast = true
	case PriorityVar:
		p.model.UsesPriority = true
	}
}

func (p *parser) primary() Expr {
	t := p.peek()
	switch {
	case t.kind == tConst:
		p.next()
		return &Const{Base: Base{t.pos}, Val: t.val}
	case t.is("("):
		p.next()
		x := p.expr(0)
		if p.accept("->") {
			a := p.expr(0)
			p.expect(":", "in (condition -> value : other value)")
			b := p.expr(0)
			x = &CondExpr{Base: Base{t.pos}, If: x, Then: a, Else: b}
		}
		p.expect(")", "after the expression")
		return x
	case t.kind == tName:
		return p.nameExpr()
	}
	switch {
	case one(t, " len full nfull empty nempty "):
		p.next()
		p.expect("(", "after "+t.text)
		c := p.varRef()
		p.chanRef(c)
		p.expect(")", "after the channel")
		return &ChanOp{Base: Base{t.pos}, Op: Op(t.text), Chan: c}
	case t.is("run"):
		return p.run()
	case t.is("timeout"):
		p.next()
		p.model.UsesTimeout = true
		return &Timeout{Base{t.pos}}
	case t.is("np_"):
		p.next()
		p.model.UsesNp = true
		if p.proc != nil && p.proc.Kind != Never {
			p.errorAt(t, "np_ is for never claims", "")
		}
		return &Np{Base{t.pos}}
	case one(t, " enabled pc_value get_priority "):
		p.next()
		p.expect("(", "after "+t.text)
		x := p.expr(0)
		p.expect(")", "after the process number")
		switch t.text {
		case "enabled":
			p.model.UsesEnabled = true
		case "pc_value":
			p.model.UsesPcValue = true
		default:
			p.model.UsesPriority = true
		}
		return &Call{Base: Base{t.pos}, Fn: t.text, X: x}
	case one(t, " c_code c_expr c_decl c_state c_track "):
		p.fail(t, "embedded C is not supported", "write the model in Promela alone")
	}
	p.fail(t, "an expression expected, not "+show(t), "")
	return nil
}

// nameExpr reads what begins with a name: a variable, an mtype constant, a poll, a remote reference.
func (p *parser) nameExpr() Expr {
	t := p.peek()
	if c := p.consts[t.text]; c != nil && p.lookup(t.text) == nil {
		p.next()
		return &Const{Base: Base{t.pos}, Val: c.Val, Name: c.Name, Sub: c.Sub}
	}
	if p.lookup(t.text) == nil {
		if x := p.remote(); x != nil {
			return x
		}
	}
	v := p.varRef()
	if q := p.peek(); (q.is("?") || q.is("??")) && p.peekAt(1).is("[") {
		p.next()
		p.next()
		p.chanRef(v)
		args := p.recvArgs("]")
		p.expect("]", "after the message")
		return &Poll{Base: Base{t.pos}, Chan: v, Args: args, Random: q.text == "??"}
	}
	if events := p.proc != nil && (p.proc.Kind == Trace || p.proc.Kind == Notrace); v.Var.Special == Scratch && !events {
		p.errorAt(t, "_ cannot be read", "it takes what nobody wants")
	}
	p.scalar(t, v)
	return v
}

// scalar refuses whole typedef variables where a value is needed.
func (p *parser) scalar(t *token, v *VarRef) {
	if last(v).Var.Type.Kind == Struct && !p.structs {
		p.errorAt(t, "'"+v.Var.Name+"' is a whole typedef variable", "name one of its fields")
	}
}

func last(v *VarRef) *VarRef {
	for v.Field != nil {
		v = v.Field
	}
	return v
}

// remote reads P[e]@l, P@l, P[e]:v or P:v; nil if that is not what stands here.
func (p *parser) remote() Expr {
	t := p.peek()
	start := p.i
	n := p.peekAt(1)
	switch {
	case n.is("@"), n.is(":") && p.peekAt(2).kind == tName:
		p.next()
	case n.is("["):
		p.i += 2
		depth := 1
		for j := p.i; ; j++ {
			u := &p.toks[j]
			if u.kind == tEOF || isSep(u) {
				p.i = start
				return nil
			}
			if u.is("[") {
				depth++
			}
			if u.is("]") {
				if depth--; depth == 0 {
					if after := &p.toks[j+1]; !after.is("@") && !after.is(":") {
						p.i = start
						return nil
					}
					break
				}
			}
		}
	default:
		return nil
	}
	var pid Expr
	if n.is("[") {
		pid = p.expr(0)
		p.expect("]", "after the process number")
	}
	if p.dstep > 0 {
		p.errorAt(t, "no remote references in a d_step", "")
	}
	if p.accept("@") {
		r := &RemoteLabel{Base: Base{t.pos}, PidX: pid, Label: p.name("a label").text}
		p.later = append(p.later, func() {
			if r.Proc = p.procOf(t); r.Proc != nil {
				p.model.Remote[LabelRef{r.Proc, r.Label}] = true
				if !p.hasLabel(r.Proc, r.Label) {
					p.errorAt(t, "proctype "+t.text+" has no label "+r.Label, "")
				}
			}
		})
		return r
	}
	p.expect(":", "in the remote reference")
	r := &RemoteVar{Base: Base{t.pos}, PidX: pid}
	n = p.name("a local variable")
	r.Ref = &VarRef{Base: Base{n.pos}}
	if p.accept("[") {
		r.Ref.Index = p.expr(0)
		p.expect("]", "after the index")
	}
	var fields []*token
	for p.accept(".") {
		fields = append(fields, p.name("a field"))
	}
	p.later = append(p.later, func() {
		if r.Proc = p.procOf(t); r.Proc == nil {
			return
		}
		for _, v := range append(append([]*Var{}, r.Proc.Params...), r.Proc.Locals...) {
			if v.Name == n.text {
				r.Ref.Var = v
			}
		}
		if r.Ref.Var == nil {
			p.errorAt(n, "proctype "+t.text+" has no variable "+n.text, "")
			return
		}
		at := r.Ref
		for _, f := range fields {
			if at.Field = p.field(at.Var, f); at.Field == nil {
				return
			}
			at = at.Field
		}
	})
	return r
}

func (p *parser) procOf(t *token) *Proc {
	q := p.procs[t.text]
	if q == nil {
		names := make([]string, 0, len(p.procs))
		for n := range p.procs {
			names = append(names, n)
		}
		p.errorAt(t, "undeclared variable or proctype: "+t.text, diag.DidYouMean(t.text, names))
	}
	return q
}

// field finds a field of a typedef variable.
func (p *parser) field(v *Var, t *token) *VarRef {
	if v.Type.Kind != Struct {
		p.errorAt(t, "'"+v.Name+"' has no fields", "")
		return nil
	}
	var names []string
	for _, f := range v.Type.Struct.Fields {
		if f.Name == t.text {
			return &VarRef{Base: Base{t.pos}, Var: f}
		}
		names = append(names, f.Name)
	}
	p.errorAt(t, "typedef "+v.Type.Struct.Name+" has no field "+t.text, diag.DidYouMean(t.text, names))
	return nil
}

// varRef reads a variable with indices and fields.
func (p *parser) varRef() *VarRef {
	t := p.name("a variable")
	v := p.lookup(t.text)
	if v == nil {
		var names []string
		for _, s := range p.scopes {
			for n := range s {
				names = append(names, n)
			}
		}
		p.fail(t, "undeclared variable: "+t.text, diag.DidYouMean(t.text, names))
	}
	p.flagged(v)
	r := &VarRef{Base: Base{t.pos}, Var: v}
	at := r
	for {
		if p.accept("[") {
			at.Index = p.expr(0)
			p.expect("]", "after the index")
		} else if at.Var.Len > 0 && !p.whole {
			p.warnAt(t, "'"+at.Var.Name+"' is an array; element 0 is meant", "write "+at.Var.Name+"[0]")
		}
		if !p.peek().is(".") {
			return r
		}
		p.next()
		f := p.name("a field")
		if at.Field = p.field(at.Var, f); at.Field == nil {
			panic(syntax{})
		}
		at = at.Field
	}
}

func (p *parser) chanRef(v *VarRef) {
	if k := last(v).Var; k.Type.Kind != Chan && k.Special == NotSpecial {
		p.errorPos(v.Pos, "'"+k.Name+"' is no channel", "")
	}
}

// run reads run P(args) priority n.
func (p *parser) run() Expr {
	t := p.next()
	n := p.name("the name of a proctype")
	if p.dstep > 0 {
		p.errorAt(t, "no run in a d_step", "use atomic")
	}
	r := &Run{Base: Base{t.pos}}
	p.expect("(", "after the proctype's name")
	p.structs = true
	for !p.peek().is(")") {
		x := p.expr(0)
		p.operand(t, x)
		r.Args = append(r.Args, x)
		if !p.accept(",") {
			break
		}
	}
	p.structs = false
	p.expect(")", "after the arguments")
	if p.accept("priority") {
		r.Prio = p.expr(0)
		p.model.UsesPriority = true
	}
	r.Proc = &Proc{Name: n.text}
	p.later = append(p.later, func() {
		q := p.procs[n.text]
		if q == nil || q.Kind != Proctype {
			names := make([]string, 0, len(p.procs))
			for k := range p.procs {
				names = append(names, k)
			}
			p.errorAt(n, "no proctype "+n.text, diag.DidYouMean(n.text, names))
			return
		}
		r.Proc = q
		if len(r.Args) != len(q.Params) {
			p.errorAt(n, "proctype "+n.text+" has "+plural(len(q.Params), "parameter")+", not "+plural(len(r.Args), "argument"), "")
		}
	})
	return r
}
