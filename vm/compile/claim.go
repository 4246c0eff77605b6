package compile

import (
	"fmt"

	"gospin/ltl"
	"gospin/promela"
	"gospin/vm"
)

// Claims that are not in the model, by names that no claim of a model has.
const (
	AcceptanceClaim  = "-acceptance" // true for ever: the model's own acceptance states are looked for
	NonProgressClaim = "-progress"   // at some time, no process is in a progress state any more
)

// findClaim returns the never claim that Options.Claim names, nil if it is another kind of claim.
func (c *compiler) findClaim() *promela.Proc {
	for _, p := range c.model.Claims {
		if p.Kind == promela.Never && p.Name == c.o.Claim {
			return p
		}
	}
	return nil
}

// claim makes the automaton of the claim.
func (c *compiler) claim(f *flow) {
	switch {
	case f != nil:
		if len(c.localChans(f.proc)) > 0 {
			c.errorf(f.proc.Pos, "make them globals", "channels that a claim makes are not supported")
			return
		}
		c.proctype(len(c.p.Procs), f)
	case c.o.Claim == AcceptanceClaim:
		c.p.Procs = append(c.p.Procs, c.automaton(&ltl.Automaton{States: []ltl.State{{Edges: []ltl.Edge{{Guard: ltl.Guard{{}}}}}}}, nil))
	case c.o.Claim == NonProgressClaim:
		np := ltl.Guard{{{Atom: 0}}}
		c.p.Procs = append(c.p.Procs, c.automaton(&ltl.Automaton{States: []ltl.State{
			{Edges: []ltl.Edge{{Guard: np, To: 1}, {Guard: ltl.Guard{{}}}}},
			{Accepting: true, Edges: []ltl.Edge{{Guard: np, To: 1}}},
		}}, []promela.Expr{&promela.Np{}}))
	default:
		c.formula()
	}
}

// formula makes the automaton of the negation of an ltl block.
func (c *compiler) formula() {
	for _, l := range c.model.LTL {
		if l.Name != c.o.Claim {
			continue
		}
		var atoms []promela.Expr
		f := convert(l.X, &atoms)
		a, err := ltl.Translate(ltl.Not(f))
		if err != nil {
			c.errorf(l.Pos, "", "the formula cannot be translated: %v", err)
			return
		}
		c.p.Procs = append(c.p.Procs, c.automaton(a, atoms))
		return
	}
	c.errorf(promela.Pos{File: c.model.Name}, "", "the model has no claim %s", c.o.Claim)
}

// convert turns a formula of the model into one of package ltl. Equal atoms have one number.
func convert(e promela.Expr, atoms *[]promela.Expr) *ltl.Formula {
	sub := func(e promela.Expr) *ltl.Formula { return convert(e, atoms) }
	switch e := e.(type) {
	case *promela.Const:
		if e.Val != 0 {
			return ltl.True()
		}
		return ltl.False()
	case *promela.Unary:
		switch e.Op {
		case "!":
			return ltl.Not(sub(e.X))
		case "[]":
			return ltl.Always(sub(e.X))
		case "<>":
			return ltl.Eventually(sub(e.X))
		case "X":
			return ltl.Next(sub(e.X))
		}
	case *promela.Binary:
		make := map[promela.Op]func(x, y *ltl.Formula) *ltl.Formula{"&&": ltl.And, "||": ltl.Or, "->": ltl.Implies, "<->": ltl.Equiv,
			"U": ltl.Until, "W": ltl.WeakUntil, "V": ltl.Release}[e.Op]
		if make != nil {
			return make(sub(e.X), sub(e.Y))
		}
	}
	text := promela.ExprText(e)
	for i, a := range *atoms {
		if promela.ExprText(a) == text {
			return ltl.Atom(i)
		}
	}
	*atoms = append(*atoms, e)
	return ltl.Atom(len(*atoms) - 1)
}

// automaton makes a claim of a Büchi automaton: its state i is the control state i+1.
func (c *compiler) automaton(a *ltl.Automaton, atoms []promela.Expr) vm.Proctype {
	pt := vm.Proctype{Name: c.o.Claim, Claim: true, Provided: -1, Start: uint32(a.Initial + 1), States: make([]vm.StateInfo, len(a.States)+1)}
	for i, s := range a.States {
		st := &pt.States[i+1]
		st.First, st.Accept = uint32(len(c.p.Trans)), s.Accepting
		for _, e := range s.Edges {
			t := vm.Trans{From: uint32(i + 1), To: uint32(e.To + 1), Stmt: c.claimStmt(e.Guard)}
			if x := guardExpr(e.Guard, atoms); x != nil {
				t.Guard = vm.GuardExpr
				t.GuardPC = c.code(func() { c.truth(x) })
			}
			c.p.Trans = append(c.p.Trans, t)
			st.N++
		}
	}
	return pt
}

func (c *compiler) claimStmt(g ltl.Guard) int32 {
	c.p.Stmts = append(c.p.Stmts, vm.Stmt{Text: fmt.Sprintf("claim %s", c.o.Claim), File: c.model.Name})
	return int32(len(c.p.Stmts) - 1)
}

// guardExpr is a guard as an expression of the model; nil if it is always true.
func guardExpr(g ltl.Guard, atoms []promela.Expr) promela.Expr {
	if g.True() {
		return nil
	}
	var or promela.Expr = &promela.Const{}
	for i, cube := range g {
		var and promela.Expr = &promela.Const{Val: 1}
		for k, l := range cube {
			x := atoms[l.Atom]
			if l.Negated {
				x = &promela.Unary{Op: "!", X: x}
			}
			if k == 0 {
				and = x
			} else {
				and = &promela.Binary{Op: "&&", X: and, Y: x}
			}
		}
		if i == 0 {
			or = and
		} else {
			or = &promela.Binary{Op: "||", X: or, Y: and}
		}
	}
	return or
}

func (c *compiler) asksForTimeout(pt *vm.Proctype) bool {
	for _, st := range pt.States {
		for _, t := range c.p.Trans[st.First : st.First+st.N] {
			if t.Guard != vm.GuardExpr {
				continue
			}
			for pc := t.GuardPC; c.p.Code[pc].Op != vm.OpEnd; pc++ {
				if c.p.Code[pc].Op == vm.OpTimeout {
					return true
				}
			}
		}
	}
	return false
}
