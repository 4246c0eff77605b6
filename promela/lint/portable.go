package lint

import (
	"gospin/promela"
)

const notInSpin = "not-in-spin"

var portableLints = []Lint{
	{
		Name: notInSpin, Says: "what gospin knows, and SPIN refuses; off without -W not-in-spin=warning",
		Example: "byte x;\nproctype P(byte n) provided (n > x) { x == n }\ninit { run P(1) }\n",
		Off:     true,
	},
}

// portable reports what SPIN 6.5.2 refuses.
func portable(p *pass) {
	tell := func(pos promela.Pos, format string, args ...any) {
		p.report(notInSpin, pos, "", "SPIN refuses "+format, args...)
	}
	for _, q := range p.m.Order {
		promela.EachExpr(q.Provided, func(e promela.Expr) {
			if what := notProvided(e); what != "" {
				tell(e.At(), "a provided clause with %s", what)
			}
		})
	}
	synchronous := false
	p.declared(func(v *promela.Var) {
		synchronous = synchronous || v.Chan != nil && v.Chan.Slots == 0
		if v.Len > 0 && v.Type.Kind == promela.Unsigned {
			tell(v.Pos, "an array of unsigned, such as %s", v.Name)
		}
	})
	p.expressions(func(e promela.Expr) {
		switch e := e.(type) {
		case *promela.Call:
			if synchronous && e.Fn == "enabled" {
				tell(e.Pos, "enabled() beside a channel without a buffer")
			}
		case *promela.Unary:
			if e.Op == "X" {
				tell(e.Pos, "X in formulas, unless compiled otherwise")
			}
		}
	})
}

// notProvided says what SPIN does not evaluate for a provided clause, of which e is a part: in proper_enabler
// of its flow.c.
func notProvided(e promela.Expr) string {
	switch e := e.(type) {
	case *promela.VarRef:
		if e.Var.Proc != nil && e.Var.Special == promela.NotSpecial {
			return "a parameter"
		}
	case *promela.RemoteLabel, *promela.RemoteVar:
		return "a remote reference"
	}
	return ""
}
