package resolve

import (
	"fmt"

	"gospin/promela"
	"gospin/promela/expr"
	"gospin/promela/syntax"
)

// counted has the parts of the statements that a for expands to.
type counted struct {
	count        *promela.VarRef
	first, guard promela.Expr
	pre          []promela.Stmt // before the body, in each round
}

// forLoop returns the statements that a for expands to.
func (r *resolver) forLoop(t *syntax.Token, x *syntax.For) []promela.Stmt {
	b := base(t.Pos)
	v := r.varRef(&expr.Ref{Name: x.Var})
	r.useOf(v, Writes)
	l := counted{count: v}
	if x.In == nil {
		l.first = r.expr(x.From)
		to := r.expr(x.To)
		l.guard = &promela.Binary{Base: b, Op: "<=", X: v, Y: to}
		lo, isConst := promela.Constant(l.first)
		if hi, both := promela.Constant(to); isConst && both && lo > hi {
			r.warnAt(t, "empty-loop", fmt.Sprintf("no value is from %d to %d: the loop ends at once", lo, hi), "")
		}
	} else {
		l = r.forIn(t, v, x)
	}
	r.loops = append(r.loops, r.dstep)
	body := r.inScope(x.Body, "the body of for")
	r.loops = r.loops[:len(r.loops)-1]
	steps := append([]promela.Stmt{&promela.Cond{Base: b, X: l.guard, End: t.Pos}}, l.pre...)
	steps = append(steps, body.Steps...)
	steps = append(steps, increment(b, l.count))
	return []promela.Stmt{
		&promela.Assign{Base: b, Op: "=", L: l.count, R: l.first},
		&promela.Do{Base: b, After: t.Pos, Options: []*promela.Seq{
			{Steps: steps},
			{Steps: []promela.Stmt{&promela.Else{Base: b}, &promela.Break{Base: b}}},
		}},
	}
}

func increment(b promela.Base, v *promela.VarRef) promela.Stmt {
	one := &promela.Const{Base: b, Val: 1}
	return &promela.Assign{Base: b, Op: "=", L: v, R: &promela.Binary{Base: b, Op: "+", X: v, Y: one}}
}

// forIn resolves for (v in array) and for (v in channel).
func (r *resolver) forIn(t *syntax.Token, v *promela.VarRef, x *syntax.For) counted {
	b := base(t.Pos)
	r.whole = true
	in := r.varRef(r.asRef(x.In))
	r.whole = false
	l := counted{count: v, first: &promela.Const{Base: b}}
	switch a := last(in).Var; {
	case a.Type.Kind == promela.Chan && (a.Len == 0 || last(in).Index != nil):
		if v.Var.Type.Kind != promela.Struct {
			r.fail(t, "a for over a channel needs a typedef variable for the messages", "")
		}
		c := &promela.Var{Pos: t.Pos, Name: fmt.Sprintf("_for%d", len(r.proc.Locals)),
			Type: promela.Type{Kind: promela.Byte}, Proc: r.proc}
		if a.Chan != nil && a.Chan.Slots > 255 {
			c.Type.Kind = promela.Short
		}
		r.proc.Locals = append(r.proc.Locals, c)
		l.count = &promela.VarRef{Base: b, Var: c}
		n := &promela.ChanOp{Base: b, Op: "len", Chan: in}
		l.guard = &promela.Binary{Base: b, Op: "<", X: l.count, Y: n}
		recv, send := &promela.Recv{Base: b, Chan: in}, &promela.Send{Base: b, Chan: in}
		for _, f := range expand(v) {
			recv.Args = append(recv.Args, promela.Arg{Kind: promela.ArgVar, Var: f})
			send.Args = append(send.Args, f)
		}
		l.pre = []promela.Stmt{recv, send}
	case a.Len > 0:
		r.model.Bounds = append(r.model.Bounds, in.Var)
		l.guard = &promela.Binary{Base: b, Op: "<=", X: v, Y: &promela.Const{Base: b, Val: int32(a.Len - 1)}}
	default:
		r.fail(t, "'"+a.Name+"' is neither an array nor a channel", "")
	}
	return l
}

// selectStmt returns the statements that a select expands to, if its bounds are not literals.
func (r *resolver) selectStmt(t *syntax.Token, x *syntax.Select) []promela.Stmt {
	b := base(t.Pos)
	v := r.varRef(&expr.Ref{Name: x.Var})
	r.useOf(v, Writes)
	from, to := r.expr(x.From), r.expr(x.To)
	more := &promela.Cond{Base: b, X: &promela.Binary{Base: b, Op: "<", X: v, Y: to}, End: t.Pos}
	return []promela.Stmt{
		&promela.Assign{Base: b, Op: "=", L: v, R: from},
		&promela.Do{Base: b, After: t.Pos, Select: true, Options: []*promela.Seq{
			{Steps: []promela.Stmt{&promela.Break{Base: b}}},
			{Steps: []promela.Stmt{more, increment(b, v)}},
		}},
	}
}
