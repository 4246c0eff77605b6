package compile

import (
	"gospin/ltl"
	"gospin/promela"
	"gospin/vm"
)

// Claims that are not in the model. No claim of a model can have these names.
const (
	AcceptanceClaim  = "-acceptance" // always true, to search for the model's own acceptance states
	NonProgressClaim = "-progress"   // eventually, no process is in a progress state any more
)

// nonProgressID is pan's number for the first statement of the claim of pan -l. Its other statements follow.
const nonProgressID = 9997

// findClaim returns the never claim that Options.Claim names, or nil if the claim is of another kind.
func (c *compiler) findClaim() *promela.Proc {
	for _, p := range c.model.Claims {
		if p.Kind == promela.Never && p.Name == c.o.Claim {
			return p
		}
	}
	return nil
}

// claim builds the automaton of the claim.
func (c *compiler) claim(f *flow) {
	switch {
	case f != nil:
		if len(c.localChans(f.proc)) > 0 {
			c.errorf(f.proc.Pos, "make them globals", "channels that a claim makes are not supported")
			return
		}
		c.proctype(len(c.p.Procs), f)
	case c.o.Claim == AcceptanceClaim:
		c.p.Procs = append(
			c.p.Procs,
			c.automaton(
				&ltl.Automaton{States: []ltl.State{{Edges: []ltl.Edge{{Guard: ltl.Guard{{}}}}}}},
				nil,
			),
		)
	case c.o.Claim == NonProgressClaim:
		np := ltl.Guard{{{Atom: 0}}}
		first := c.nextID
		c.nextID = nonProgressID
		c.p.Procs = append(c.p.Procs, c.automaton(&ltl.Automaton{States: []ltl.State{
			{Edges: []ltl.Edge{{Guard: np, To: 1}, {Guard: ltl.Guard{{}}}}},
			{Accepting: true, Edges: []ltl.Edge{{Guard: np, To: 1}}},
		}}, []promela.Expr{&promela.Np{}}))
		c.nextID = first
	default:
		c.formula()
	}
}

// ClaimType returns the number of the claim named in Options.Claim, or -1 if there is none. SPIN counts
// proctypes, never claims and ltl blocks, and gives the next number to the claim of pan -l. Higher numbers
// are for gospin's translations of formulas, which differ from SPIN's.
func ClaimType(m *promela.Model, claim string) int {
	for i, p := range m.Order {
		if p.Kind == promela.Never && p.Name == claim {
			return i
		}
	}
	next := len(m.Order)
	for _, l := range m.LTL {
		if !l.FromOptions {
			next++
		}
	}
	if claim == NonProgressClaim {
		return next
	}
	for i, l := range m.LTL {
		if l.Name == claim {
			return next + 1 + i
		}
	}
	return -1
}

// ClaimOf returns the claim with a number, or "" if there is none or it is SPIN's translation of a formula.
func ClaimOf(m *promela.Model, number int) string {
	if number >= 0 && number < len(m.Order) && m.Order[number].Kind == promela.Never {
		return m.Order[number].Name
	}
	for _, l := range m.LTL {
		if ClaimType(m, l.Name) == number {
			return l.Name
		}
	}
	if ClaimType(m, NonProgressClaim) == number {
		return NonProgressClaim
	}
	return ""
}

// formula builds the automaton of the negation of an ltl block. Where the automaton accepts everything, the
// claim is at its end: the formula is violated, whatever follows.
func (c *compiler) formula() {
	for _, l := range c.model.LTL {
		if l.Name != c.o.Claim {
			continue
		}
		var atoms []promela.Expr
		f := convert(l.X, &atoms)
		a, err := ltl.ForSearch(c.ctx, ltl.Not(f))
		c.checkContext()
		if err != nil {
			c.errorf(l.Pos, "", "the formula cannot be translated: %v", err)
			return
		}
		c.p.Procs = append(c.p.Procs, c.automaton(endsOf(a), atoms))
		if c.o.Explain {
			c.p.Formula = c.formulaOf(l.X)
		}
		return
	}
	c.errorf(promela.Pos{File: c.model.Name}, "", "the model has no claim %s", c.o.Claim)
}

// convert converts a formula of the model for package ltl. Equal atoms get the same number.
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
		make := map[promela.Op]func(x, y *ltl.Formula) *ltl.Formula{
			"&&": ltl.And, "||": ltl.Or, "->": ltl.Implies, "<->": ltl.Equiv,
			"U": ltl.Until, "W": ltl.WeakUntil, "V": ltl.Release,
		}[e.Op]
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

// endsOf removes what follows a state in which the automaton accepts everything. The initial state is no such
// state.
func endsOf(a *ltl.Automaton) *ltl.Automaton {
	for s := range a.States {
		if a.AcceptsAll(s) {
			a.States[s].Edges = nil
		}
	}
	if start := &a.States[a.Initial]; start.Accepting && len(start.Edges) == 0 {
		a.States = append(a.States, ltl.State{Edges: []ltl.Edge{{Guard: ltl.Guard{{}}, To: a.Initial}}})
		a.Initial = len(a.States) - 1
	}
	return a
}

// automaton converts a Büchi automaton to a claim: its state i is the control state i+1. An accepting state
// without transitions is the end of the claim.
func (c *compiler) automaton(a *ltl.Automaton, atoms []promela.Expr) vm.Proctype {
	c.p.ClaimWeak = a.Weak()
	pt := vm.Proctype{
		Name:     c.o.Claim,
		Claim:    true,
		Provided: -1,
		Start:    uint32(a.Initial + 1),
		States:   make([]vm.StateInfo, len(a.States)+1),
	}
	for i, s := range a.States {
		st := &pt.States[i+1]
		st.First, st.Accept = uint32(len(c.p.Trans)), s.Accepting
		if st.End = s.Accepting && len(s.Edges) == 0; st.End {
			st.Accept = false
		}
		for _, e := range s.Edges {
			x := guardExpr(e.Guard, atoms)
			t := vm.Trans{
				From: uint32(i + 1),
				To:   uint32(e.To + 1),
				Stmt: c.claimStmt(x, e.To+1),
				ID:   int32(c.nextID),
			}
			c.nextID++
			if x != nil {
				t.Guard = vm.GuardExpr
				t.GuardPC = c.code(func() { c.truth(x) })
			}
			c.p.Trans = append(c.p.Trans, t)
			st.N++
		}
	}
	return pt
}

// claimStmt returns the statement for a transition with a guard (nil if always true) to a state.
func (c *compiler) claimStmt(guard promela.Expr, to int) int32 {
	shown := guard
	if guard == nil {
		guard = &promela.Const{Val: 1}
		shown = &promela.Const{Name: "true"}
	}
	c.p.Stmts = append(
		c.p.Stmts,
		vm.Stmt{
			Text: promela.Text(&promela.Cond{X: guard}), File: c.model.Name, State: to,
			Told: written{c.model, &promela.Cond{X: shown}},
		},
	)
	return int32(len(c.p.Stmts) - 1)
}

// guardExpr converts a guard to an expression of the model, or nil if it is always true.
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

// asksForTimeout reports whether the claim evaluates timeout.
func (c *compiler) asksForTimeout() bool {
	for _, st := range c.p.Claim.States {
		for _, a := range c.p.Accesses[st.First : st.First+st.N] {
			if a.Guard.Timeout {
				return true
			}
		}
	}
	return false
}
