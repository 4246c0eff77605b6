package resolve

import (
	"fmt"
	"slices"

	"gospin/promela"
	"gospin/promela/diag"
	"gospin/promela/expr"
	"gospin/promela/syntax"
)

// remote resolves P[e]@l and P[e]:v. The names in them are looked up at the end of the file; until then,
// empty references take their place.
func (r *resolver) remote(x *expr.Remote) promela.Expr {
	t := r.tok(x.Proc)
	var pid promela.Expr
	if x.Pid != nil {
		pid = r.inner(x.Pid)
	}
	if r.dstep > 0 {
		r.errorAt(t, "no remote references in a d_step", "")
	}
	if x.Var != nil {
		return r.remoteVar(t, pid, x.Var)
	}
	e := &promela.RemoteLabel{Base: base(t.Pos), Proc: &promela.Proc{Name: t.Text}, PidX: pid,
		Label: x.Label.Value}
	measure, label := r.measure, r.tok(x.Label)
	r.later = append(r.later, func() {
		q := r.procOf(t)
		if q == nil {
			return
		}
		e.Proc = q
		r.use(label, Label{q, label.Text}, Reads)
		if !measure {
			r.model.Remote[promela.LabelRef{Proc: e.Proc, Label: e.Label}] = true
		}
		if r.labelsOf[e.Proc][e.Label] == nil && !r.file.Lost[e.Label] {
			r.errorAt(t, "proctype "+t.Text+" has no label "+e.Label, "")
		}
	})
	return e
}

func (r *resolver) remoteVar(t *syntax.Token, pid promela.Expr, x *expr.Ref) promela.Expr {
	n := r.tok(x.Name)
	e := &promela.RemoteVar{Base: base(t.Pos), Proc: &promela.Proc{Name: t.Text}, PidX: pid,
		Ref: &promela.VarRef{Base: base(n.Pos), Var: &promela.Var{Name: n.Text}}}
	if x.Index != nil {
		e.Ref.Index = r.inner(x.Index)
	}
	var fields []*syntax.Token
	for f := x.Field; f != nil; f = f.Field {
		if f.Index != nil {
			r.fail(r.first(f.Index), "a field of a remote variable has no index", "")
		}
		fields = append(fields, r.tok(f.Name))
	}
	r.later = append(r.later, func() {
		q := r.procOf(t)
		if q == nil {
			return
		}
		e.Proc = q
		known := false
		for _, v := range slices.Concat(q.Params, q.Locals) {
			if v.Name == n.Text {
				e.Ref.Var, known = v, true
				r.use(n, v, Reads)
			}
		}
		if !known {
			r.unknown(n, "proctype "+t.Text+" has no variable "+n.Text, "")
			return
		}
		for at, i := e.Ref, 0; at != nil && i < len(fields); at, i = at.Field, i+1 {
			at.Field = r.field(at.Var, fields[i])
		}
	})
	return e
}

func (r *resolver) procOf(t *syntax.Token) *promela.Proc {
	q := r.procs[t.Text]
	if q != nil {
		r.use(t, q, Reads)
	} else {
		r.unknown(t, "undeclared variable or proctype: "+t.Text, diag.DidYouMean(t.Text, names(r.procs)))
	}
	return q
}

// run resolves run P(args) priority n.
func (r *resolver) run(x *expr.Run) promela.Expr {
	t, n := r.tok(x.Run), r.tok(x.Proc)
	if r.dstep > 0 {
		r.errorAt(t, "no run in a d_step", useAtomic)
	}
	e := &promela.Run{Base: base(t.Pos), Proc: &promela.Proc{Name: n.Text}}
	r.structs = true
	for _, a := range x.Args {
		v := r.expr(a)
		r.operand(t, v)
		e.Args = append(e.Args, v)
	}
	r.structs = false
	if x.Prio != nil {
		e.Priority = r.priority(x.Prio)
	}
	r.later = append(r.later, func() {
		q := r.procs[n.Text]
		if q == nil || q.Kind != promela.Proctype {
			r.unknown(n, "no proctype "+n.Text, diag.DidYouMean(n.Text, names(r.procs)))
			return
		}
		e.Proc = q
		r.use(n, q, Runs)
		if len(e.Args) != len(q.Params) {
			has, not := plural(len(q.Params), "parameter"), plural(len(e.Args), "argument")
			r.errorAt(n, "proctype "+n.Text+" has "+has+", not "+not, "")
		}
	})
	return e
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
