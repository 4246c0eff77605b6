package resolve

import (
	"cmp"
	"fmt"
	"slices"

	"gospin/promela"
	"gospin/promela/diag"
	"gospin/promela/expr"
	"gospin/promela/syntax"
)

// first returns the first token of an expression.
func (r *resolver) first(x expr.Expr) *syntax.Token { return r.nth(expr.SpanOf(x).From) }

// expr resolves an expression.
func (r *resolver) expr(x expr.Expr) promela.Expr {
	switch x := x.(type) {
	case nil:
		panic(giveUp{}) // unreadable, already reported
	case *expr.Constant:
		t := r.tok(x.Tok)
		return &promela.Const{Base: base(t.Pos), Val: t.Val, Given: t.Given()}
	case *expr.Ref:
		return r.name(x)
	case *expr.Unary:
		t, e := r.tok(x.Op), r.expr(x.X)
		if !r.formula || x.Sign == "-" || x.Sign == "~" {
			r.operand(t, e)
		}
		return &promela.Unary{Base: base(t.Pos), Op: promela.Op(x.Sign), X: e}
	case *expr.Binary:
		t, l, m := r.tok(x.Op), r.expr(x.X), r.expr(x.Y)
		if !slices.Contains([]string{"->", "<->", "U", "W", "V"}, x.Sign) {
			r.operand(t, l)
			r.operand(t, m)
		}
		return &promela.Binary{Base: base(t.Pos), Op: promela.Op(x.Sign), X: l, Y: m}
	case *expr.Cond:
		e := &promela.CondExpr{Base: base(r.tok(x.Open).Pos), If: r.expr(x.If), Then: r.expr(x.Then)}
		e.Else = r.expr(x.Else)
		return e
	case *expr.Call:
		return r.call(x)
	case *expr.Poll:
		c := r.varRef(x.Chan)
		r.chanRef(c)
		return &promela.Poll{Base: c.Base, Chan: c, Args: r.recvArgs(x.Args), Random: x.Op.Value == "??"}
	case *expr.Run:
		return r.run(x)
	case *expr.Remote:
		return r.remote(x)
	}
	panic(fmt.Sprintf("resolve: %T", x))
}

// inner resolves an expression inside brackets, where temporal operators are not allowed.
func (r *resolver) inner(x expr.Expr) promela.Expr {
	formula := r.formula
	r.formula = false
	e := r.expr(x)
	r.formula = formula
	return e
}

// operand rejects expressions that may not be operands.
func (r *resolver) operand(op *syntax.Token, x promela.Expr) {
	switch x := x.(type) {
	case *promela.Run:
		r.errorAt(op, "run cannot be part of an expression",
			"make it a statement of its own: n = run "+x.Proc.Name+"(...), where n is a byte")
	case *promela.ChanOp:
		if x.Op != "len" && op.Text != "&&" && op.Text != "||" {
			r.errorAt(op, string(x.Op)+"(...) can only be combined by && and ||",
				"use its opposite: full/nfull, empty/nempty")
		}
	case *promela.Binary:
		c := channelQuestion(x)
		switch {
		case c == nil || r.formula || r.measure || op.Text == "&&" || op.Text == "||":
		case op.Text == "!":
			r.errorAt(op, "! cannot stand before what "+string(c.Op)+"(...) is part of",
				"write the opposite of each part: !(full(c) && p) is nfull(c) || !p")
		default:
			r.errorAt(op, "what "+string(c.Op)+"(...) is part of can only be combined by && and ||", "")
		}
	}
}

// asks returns a question about a channel's contents that is an operand of an expression, or nil.
func channelQuestion(x promela.Expr) *promela.ChanOp {
	switch x := x.(type) {
	case *promela.ChanOp:
		if x.Op != "len" {
			return x
		}
	case *promela.Binary:
		if x.Op == "&&" || x.Op == "||" {
			return cmp.Or(channelQuestion(x.X), channelQuestion(x.Y))
		}
	}
	return nil
}

// call resolves a call of a predefined function.
func (r *resolver) call(x *expr.Call) promela.Expr {
	t := r.tok(x.Fn)
	b := base(t.Pos)
	switch t.Text {
	case "timeout":
		r.model.UsesTimeout = true
		return &promela.Timeout{Base: b}
	case "np_":
		r.model.UsesNp = true
		if r.proc != nil && r.proc.Kind != promela.Never {
			r.errorAt(t, "np_ is for never claims", "")
		}
		return &promela.Np{Base: b}
	case "enabled", "pc_value", "get_priority":
		e := &promela.Call{Base: b, Fn: t.Text, X: r.inner(x.Arg)}
		switch t.Text {
		case "enabled":
			r.model.UsesEnabled = true
		case "pc_value":
			r.model.UsesPcValue = true
		default:
			r.model.UsesPriority = true
		}
		return e
	case "eval":
		r.fail(t, "eval belongs into a receive", "")
	}
	c := r.varRef(r.asRef(x.Arg))
	r.chanRef(c)
	return &promela.ChanOp{Base: b, Op: promela.Op(t.Text), Chan: c}
}

// constant returns the mtype constant with a name, or nil.
func (r *resolver) constant(x *expr.Ref) *promela.Const {
	t := r.tok(x.Name)
	c := r.consts[t.Text]
	if c == nil || r.lookup(t.Text) != nil && !r.hidden[t.Text] {
		return nil
	}
	if x.Index != nil || x.Field != nil {
		r.fail(t, "'"+t.Text+"' is an mtype constant", "")
	}
	r.use(t, c, Reads)
	return &promela.Const{Base: base(t.Pos), Val: c.Val, Name: c.Name, Sub: c.Sub}
}

// name resolves a variable or an mtype constant.
func (r *resolver) name(x *expr.Ref) promela.Expr {
	if c := r.constant(x); c != nil {
		return c
	}
	t, v := r.tok(x.Name), r.varRef(x)
	events := r.proc != nil && (r.proc.Kind == promela.Trace || r.proc.Kind == promela.Notrace)
	if v.Var.Special == promela.Scratch && !events {
		r.errorAt(t, "_ cannot be read", "it takes what nobody wants")
	}
	if last(v).Var.Type.Kind == promela.Struct && !r.structs {
		r.errorAt(t, "'"+v.Var.Name+"' is a whole typedef variable", "name one of its fields")
	}
	return v
}

func last(v *promela.VarRef) *promela.VarRef {
	for v.Field != nil {
		v = v.Field
	}
	return v
}

// asRef returns an expression as a variable, which is required in its place.
func (r *resolver) asRef(x expr.Expr) *expr.Ref {
	ref, ok := x.(*expr.Ref)
	if !ok {
		r.fail(r.first(x), "a variable expected, not "+r.first(x).Show(), "")
	}
	return ref
}

// varRef resolves a variable with indices and fields.
func (r *resolver) varRef(x *expr.Ref) *promela.VarRef {
	t := r.tok(x.Name)
	v := r.lookup(t.Text)
	if v == nil {
		r.undeclared(t, nil)
		panic(giveUp{})
	}
	switch v.Special {
	case promela.Last:
		r.model.UsesLast = true
	case promela.PriorityVar:
		r.model.UsesPriority = true
	}
	if r.hidden[t.Text] {
		r.fail(t, "'"+t.Text+"' is an mtype constant, which hides the variable", "choose another name")
	}
	out := &promela.VarRef{Base: base(t.Pos), Var: v}
	r.use(t, v, Reads)
	for at := out; ; at = at.Field {
		if x.Index != nil {
			at.Index = r.inner(x.Index)
		} else if at.Var.Len > 0 && !r.whole {
			r.warnAt(t, "array-without-index", "'"+at.Var.Name+"' is an array; element 0 is meant",
				"write "+at.Var.Name+"[0]")
		}
		if x.Field == nil {
			return out
		}
		x = x.Field
		if at.Field = r.field(at.Var, r.tok(x.Name)); at.Field == nil {
			panic(giveUp{})
		}
	}
}

// undeclared reports an unknown name. The names in known are further candidates for the hint.
func (r *resolver) undeclared(t *syntax.Token, known []string) {
	for _, s := range r.scopes {
		known = append(known, names(s)...)
	}
	known = append(known, names(r.consts)...)
	hint := diag.DidYouMean(t.Text, known)
	for i := range r.toks {
		if &r.toks[i] != t {
			continue
		}
		if msg, hint := r.file.Foreign(r.toks, i); msg != "" {
			r.unknown(t, msg, hint)
			return
		}
		if i > 1 && r.toks[i-1].Is("..") && r.file.Src.IsMacro(t.Text) {
			hint = "put spaces around ..: " + r.toks[i-2].Text + ".." + t.Text +
				" is a single number to the preprocessor, which leaves the macro in it alone"
		}
	}
	if t.Text == "not" {
		hint = "not is written !"
	}
	r.unknown(t, "undeclared variable: "+t.Text, hint)
}

// field finds a field of a typedef variable.
func (r *resolver) field(v *promela.Var, t *syntax.Token) *promela.VarRef {
	if v.Type.Kind != promela.Struct {
		r.errorAt(t, "'"+v.Name+"' has no fields", "")
		return nil
	}
	var known []string
	for _, f := range v.Type.Struct.Fields {
		if f.Name == t.Text {
			r.use(t, f, Reads)
			return &promela.VarRef{Base: base(t.Pos), Var: f}
		}
		known = append(known, f.Name)
	}
	r.unknown(t, "typedef "+v.Type.Struct.Name+" has no field "+t.Text, diag.DidYouMean(t.Text, known))
	return nil
}

func (r *resolver) chanRef(v *promela.VarRef) {
	if k := last(v).Var; k.Type.Kind != promela.Chan && k.Special == promela.NotSpecial {
		r.errorPos(v.Pos, "'"+k.Name+"' is no channel", "")
	}
}
