package lint

import (
	"fmt"

	"gospin/promela"
)

var channelLints = []Lint{
	{
		Name: "message-fields", Says: "a send or receive with more or fewer values than messages of its channel have",
		Example: "chan c = [1] of { byte, byte };\nactive proctype P() { c!1; c?_,_ }\n",
	},
	{
		Name: "rendezvous-in-d_step", Says: "a rendezvous inside of a d_step sequence, which cannot take place",
		Example: "chan c = [0] of { byte };\nactive proctype P() { d_step { c!1; assert(true) } }\n" +
			"active proctype Q() { c?_ }\n",
	},
}

// channels has the possible declarations of each channel variable. If nil is among them, there may be others.
type channels map[*promela.Var]map[*promela.ChanInit]bool

// channels follows channels from their declarations through assignments and arguments, but not through
// messages.
func (p *pass) channels() channels {
	out := channels{}
	from := map[*promela.Var][]*promela.Var{}
	add := func(v *promela.Var, c *promela.ChanInit) bool {
		if out[v] == nil {
			out[v] = map[*promela.ChanInit]bool{}
		}
		is := out[v][c]
		out[v][c] = true
		return !is
	}
	flow := func(e promela.Expr, to *promela.Var) {
		if to.Type.Kind != promela.Chan {
			return
		}
		if v, ok := e.(*promela.VarRef); ok && lastOf(v).Var.Type.Kind == promela.Chan {
			from[to] = append(from[to], lastOf(v).Var)
		} else {
			add(to, nil)
		}
	}
	declare := func(v *promela.Var) {
		if v.Chan != nil {
			add(v, v.Chan)
		}
		if v.Init != nil {
			flow(v.Init, v)
		}
	}
	p.declared(declare)
	for _, t := range p.m.Types {
		for _, f := range t.Fields {
			declare(f)
		}
	}
	p.statements(func(s promela.Stmt) {
		switch s := s.(type) {
		case *promela.Assign:
			flow(s.R, lastOf(s.L).Var)
		case *promela.Recv:
			for _, a := range s.Args {
				if a.Kind == promela.ArgVar {
					flow(nil, lastOf(a.Var).Var)
				}
			}
		}
	})
	p.expressions(func(e promela.Expr) {
		if r, ok := e.(*promela.Run); ok {
			for i, a := range r.Args {
				to := r.Proc.Params[i]
				if v, ok := a.(*promela.VarRef); ok && to.Type.Kind == promela.Struct {
					to = lastOf(v).Var // all variables of the type share the fields
				}
				flow(a, to)
			}
		}
	})
	for changed := true; changed; {
		changed = false
		for to, list := range from {
			p.checkContext()
			for _, v := range list {
				for c := range out[v] {
					changed = add(to, c) || changed
				}
			}
		}
	}
	return out
}

// all reports whether the declarations of a channel variable are known, there is at least one, and all have a
// property.
func (c channels) all(v *promela.VarRef, property func(*promela.ChanInit) bool) bool {
	list := c[lastOf(v).Var]
	for x := range list {
		if x == nil || !property(x) {
			return false
		}
	}
	return len(list) > 0
}

// messages reports arguments that do not fit a channel's messages.
func messages(p *pass) {
	c := p.chans
	// a receive in an expression may have fewer fields than the message
	count := func(pos promela.Pos, v *promela.VarRef, n int, fewer bool) {
		fields := 0
		wrong := c.all(v, func(x *promela.ChanInit) bool {
			fields = len(x.Fields)
			return n > len(x.Fields) || n < len(x.Fields) && !fewer
		})
		if wrong {
			p.report("message-fields", pos, "", "messages of '%s' have %s, not %d", promela.ExprText(v),
				plural(fields, "field"), n)
		}
	}
	// only checks fields in which all possible channels agree
	value := func(v *promela.VarRef, i int, x promela.Expr) {
		var t *promela.Type
		if c.all(v, func(x *promela.ChanInit) bool {
			if i >= len(x.Fields) || t != nil && *t != x.Fields[i] {
				return false
			}
			t = &x.Fields[i]
			return true
		}) {
			p.fits(x, *t, fmt.Sprintf("field %d of '%s'", i+1, promela.ExprText(v)), "")
		}
	}
	received := func(v *promela.VarRef, args []promela.Arg) {
		for i, a := range args {
			if a.Kind == promela.ArgConst {
				value(v, i, a.X)
			}
		}
	}
	p.statements(func(s promela.Stmt) {
		switch s := s.(type) {
		case *promela.Send:
			count(s.Pos, s.Chan, len(s.Args), false)
			for i, a := range s.Args {
				value(s.Chan, i, a)
			}
		case *promela.Recv:
			count(s.Pos, s.Chan, len(s.Args), false)
			received(s.Chan, s.Args)
		}
	})
	p.expressions(func(e promela.Expr) {
		if e, ok := e.(*promela.Poll); ok {
			count(e.Pos, e.Chan, len(e.Args), true)
			received(e.Chan, e.Args)
		}
	})
	p.statements(func(s promela.Stmt) {
		if d, ok := s.(*promela.DStep); ok {
			p.rendezvous(d)
		}
	})
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// rendezvous reports rendezvous inside of d_step sequences, which may only begin with a receive.
func (p *pass) rendezvous(d *promela.DStep) {
	meets := func(v *promela.VarRef) bool {
		return p.chans.all(v, func(x *promela.ChanInit) bool { return x.Slots == 0 })
	}
	first := map[promela.Stmt]bool{}
	for _, g := range guards(d) {
		first[g] = true
	}
	promela.EachStmt(d.Body, func(s promela.Stmt) {
		var v *promela.VarRef
		switch s := s.(type) {
		case *promela.Send:
			v = s.Chan
		case *promela.Recv:
			if v = s.Chan; first[s] {
				return
			}
		}
		if v != nil && meets(v) {
			p.report("rendezvous-in-d_step", s.At(), "use atomic, or a channel with a slot",
				"a rendezvous on '%s' cannot take place inside of a d_step sequence", promela.ExprText(v))
		}
	})
}
