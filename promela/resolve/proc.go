package resolve

import (
	"fmt"

	"gospin/promela"
	"gospin/promela/expr"
	"gospin/promela/syntax"
)

// body resolves the body of a process, whose scope already has the parameters.
func (r *resolver) body(q *promela.Proc, b *syntax.Body) {
	q.Body = &promela.Seq{}
	if b == nil {
		return
	}
	r.proc, r.jumps = q, jumps{labels: map[string][]*labelAt{}, symbols: map[string][][]int{}}
	r.sequence(q.Body, b.Steps, "the body", true)
	q.End = r.tok(b.End).Pos
	r.labelsOf[q] = r.labels
	if b.End.Value != "" { // otherwise there may be more labels
		r.checkJumps(q.Body)
	}
	r.proc = nil
}

func (r *resolver) addProc(q *promela.Proc) {
	r.model.Procs = append(r.model.Procs, q)
	r.model.Order = append(r.model.Order, q)
}

func (r *resolver) proctype(x *syntax.Proctype) {
	if x.Name.Value == "" {
		return
	}
	n := r.tok(x.Name)
	q := &promela.Proc{Kind: promela.Proctype, Name: n.Text, Pos: n.Pos,
		Deterministic: x.Kind.Value == "D_proctype"}
	if x.Active != nil {
		q.Active = 1
		r.attempt(func() { r.instances(q, x.Active) })
	}
	switch {
	case r.procs[n.Text] != nil:
		r.errorAt(n, "proctype "+n.Text+" is there twice", "")
	case r.lookup(n.Text) != nil:
		r.errorAt(n, "'"+n.Text+"' is the name of a variable", "")
	}
	r.procs[n.Text] = q
	r.use(n, q, Declares)
	r.scoped(func() {
		for _, p := range x.Params {
			r.attempt(func() { r.parameter(q, p) })
		}
		r.heads(q, x.Heads)
		r.body(q, x.Body)
	})
	r.addProc(q)
}

// instances resolves the n of active [n].
func (r *resolver) instances(q *promela.Proc, x *syntax.Active) {
	if x.Number == nil {
		return
	}
	t := r.first(x.Number)
	if none := r.nth(x.Active.Pos.Offset + 3); t.Text == "0" && none.Is("]") {
		q.Active = 0
		return
	}
	if q.Active = r.bound(x.Number); q.Active > 255 {
		r.fail(t, "at most 255 processes can run", "")
	}
}

// parameter resolves byte a, b.
func (r *resolver) parameter(q *promela.Proc, x *syntax.Parameter) {
	ty := r.typeOf(x.Type.Name, x.Type.Sub)
	for i := range x.Names {
		n := r.tok(x.Names[i].Tok)
		if x.Names[i].Tok.Value == "" {
			break // already reported
		}
		v := &promela.Var{Pos: n.Pos, Name: n.Text, Type: ty, Param: true, Proc: q}
		r.width(v, x.Names[i].Width)
		if ty.Kind == promela.Unsigned && v.Type.Width == 0 {
			r.fail(n, "an unsigned has 1 to 31 bits", "")
		}
		r.enter(n, v)
		q.Params = append(q.Params, v)
	}
}

// heads resolves priority and provided.
func (r *resolver) heads(q *promela.Proc, x *syntax.Heads) {
	if x == nil {
		return
	}
	if x.Priority != nil {
		q.Priority = r.priority(x.Priority)
	}
	if x.Provided != nil {
		q.Provided = r.expr(x.Provided)
		promela.EachExpr(q.Provided, func(e promela.Expr) {
			switch e := e.(type) {
			case *promela.Np:
				r.errorPos(e.Pos, "np_ is for never claims", "")
			case *promela.Run:
				r.errorPos(e.Pos, "a provided clause cannot run processes", "")
			}
		})
	}
}

// priority resolves the priority in a declaration or a run.
func (r *resolver) priority(x expr.Expr) int {
	n, ok := promela.Constant(r.expr(x))
	if !ok || n < 1 || n > 255 {
		r.fail(r.first(x), "a priority is a constant from 1 to 255", "")
	}
	r.model.UsesPriority = true
	return int(n)
}

func (r *resolver) init(t *syntax.Token, x *syntax.Init) {
	q := &promela.Proc{Pos: t.Pos, Kind: promela.Init, Name: "init", Active: 1}
	r.use(t, q, Declares)
	r.scoped(func() {
		r.heads(q, x.Heads)
		r.body(q, x.Body)
	})
	if r.procs["init"] == nil {
		r.procs["init"] = q
	}
	r.addProc(q)
}

var claimKinds = map[string]promela.ProcKind{"never": promela.Never, "trace": promela.Trace,
	"notrace": promela.Notrace}

func (r *resolver) claim(x *syntax.Claim) {
	t := r.tok(x.Kind)
	q := &promela.Proc{Pos: t.Pos, Kind: claimKinds[t.Text], Name: x.Name}
	if x.Name == "" {
		q.Name = fmt.Sprintf("%s_%d", t.Text, len(r.model.Claims))
	}
	r.claimName(t, q.Name)
	if name := r.nth(x.Kind.Pos.Offset + 1); name.Text == x.Name {
		t = name
	}
	r.use(t, q, Declares)
	r.scoped(func() { r.body(q, x.Body) })
	r.model.Claims = append(r.model.Claims, q)
	r.model.Order = append(r.model.Order, q)
}

func (r *resolver) claimName(t *syntax.Token, name string) {
	if r.named[name] {
		r.errorAt(t, "claim "+name+" is there twice", "")
	}
	r.named[name] = true
}
