package resolve

import (
	"fmt"
	"strings"

	"gospin/promela"
	"gospin/promela/expr"
	"gospin/promela/syntax"
)

func (r *resolver) send(b promela.Base, c *promela.VarRef, x *syntax.Send) promela.Stmt {
	op := r.tok(x.Op)
	r.useOf(c, Sends)
	s := &promela.Send{Base: b, Chan: c, Sorted: x.Op.Value == "!!"}
	r.structs = true
	for _, a := range x.Args {
		e := r.expr(a)
		r.operand(op, e)
		if v, ok := e.(*promela.VarRef); ok {
			for _, f := range expand(v) {
				s.Args = append(s.Args, f)
			}
			continue
		}
		s.Args = append(s.Args, e)
	}
	r.structs = false
	r.later = append(r.later, func() {
		if n := len(s.Args); n > r.longest && r.longest > 0 {
			r.errorAt(op, fmt.Sprintf("too many parameters in the send: no channel has %d fields", n), "")
		}
	})
	return s
}

func (r *resolver) receive(b promela.Base, c *promela.VarRef, x *syntax.Recv) promela.Stmt {
	r.useOf(c, Receives)
	s := &promela.Recv{Base: b, Chan: c, Random: x.Op.Value == "??", Copy: x.Copy != nil}
	if s.Copy {
		x.Args = x.Copy
	}
	s.Args = r.recvArgs(x.Args)
	seen := map[*promela.Var]bool{}
	for _, a := range s.Args {
		if a.Kind == promela.ArgVar {
			r.useOf(a.Var, Writes)
		}
		if a.Kind == promela.ArgVar && a.Var.Index == nil && a.Var.Field == nil &&
			a.Var.Var.Special == promela.NotSpecial {
			if seen[a.Var.Var] {
				r.errorPos(a.Var.Pos, "cannot use var ('"+a.Var.Var.Name+"') in multiple msg fields", "")
			}
			seen[a.Var.Var] = true
		}
	}
	return s
}

func (r *resolver) recvArgs(x expr.Args) (out []promela.Arg) {
	for _, a := range x.List() {
		out = append(out, r.recvArg(a)...)
	}
	return out
}

func (r *resolver) recvArg(x expr.Expr) []promela.Arg {
	t := r.first(x)
	b := base(t.Pos)
	switch x := x.(type) {
	case *expr.Call:
		if x.Fn.Value == "eval" {
			return []promela.Arg{{Kind: promela.ArgEval, X: r.expr(x.Arg)}}
		}
	case *expr.Unary:
		if n, ok := x.X.(*expr.Constant); ok && x.Sign == "-" {
			return []promela.Arg{{Kind: promela.ArgConst, X: &promela.Const{Base: b, Val: -r.tok(n.Tok).Val}}}
		}
	case *expr.Constant:
		return []promela.Arg{{Kind: promela.ArgConst, X: &promela.Const{Base: b, Val: t.Val}}}
	case *expr.Ref:
		if c := r.constant(x); c != nil {
			return []promela.Arg{{Kind: promela.ArgConst, X: c}}
		}
		v := r.varRef(x)
		if v.Var.Special == promela.Scratch {
			return []promela.Arg{{Kind: promela.ArgAny}}
		}
		var out []promela.Arg
		for _, f := range expand(v) {
			out = append(out, promela.Arg{Kind: promela.ArgVar, Var: f})
		}
		return out
	}
	r.fail(t, "a variable, a constant, _ or eval(...) expected, not "+t.Show(),
		"use eval(...) for other expressions")
	return nil
}

// expand returns the scalar fields of a typedef variable, or the variable itself if it is a scalar.
func expand(v *promela.VarRef) []*promela.VarRef {
	l := last(v)
	if l.Var.Type.Kind != promela.Struct {
		return []*promela.VarRef{v}
	}
	var out []*promela.VarRef
	for _, f := range l.Var.Type.Struct.Fields {
		for i := range max(1, f.Len) {
			c := clone(v)
			e := &promela.VarRef{Base: v.Base, Var: f}
			if f.Len > 0 {
				e.Index = &promela.Const{Base: v.Base, Val: int32(i)}
			}
			last(c).Field = e
			out = append(out, expand(c)...)
		}
	}
	return out
}

func clone(v *promela.VarRef) *promela.VarRef {
	c := *v
	if v.Field != nil {
		c.Field = clone(v.Field)
	}
	return &c
}

func unescape(s string) string {
	return strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\r`, "\r", `\"`, `"`, `\\`, `\`).Replace(s)
}
