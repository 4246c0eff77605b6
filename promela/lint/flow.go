package lint

import "gospin/promela"

var flowLints = []Lint{
	{
		Name: "always-true-guard", Says: "a branch that can always be taken, such as x = 2, beside one with a condition",
		Example: "byte x;\nactive proctype P() { do :: x == 1 -> break :: x = 2 od }\n",
	},
	{
		Name: "misplaced-else", Says: "an else that begins no branch, so that it is none of a condition",
		Example: "byte x;\nactive proctype P() { if :: x == 0 -> x = 1; else -> assert(x == 1) fi }\n",
	},
	{
		Name: "timeout-loop", Says: "a loop that goes on at a timeout, and changes nothing",
		Example: "byte x;\nactive proctype P() { do :: x == 1 -> break :: timeout od }\n",
	},
	{
		Name: "unreachable", Says: "statements that no path leads to",
		Example: "byte x;\nactive proctype P() { goto L; x = 1; L: assert(x == 0) }\n",
	},
}

// guards are the statements that a statement may begin with, without labels.
func guards(s promela.Stmt) []promela.Stmt {
	s = promela.Unlabelled(s)
	var out []promela.Stmt
	switch s.(type) {
	case *promela.If, *promela.Do:
		for _, o := range promela.Blocks(s) {
			out = append(out, guardsOf(o)...)
		}
		return out
	case *promela.Unless:
		return guardsOf(promela.Blocks(s)[0])
	}
	for _, b := range promela.Blocks(s) {
		return guardsOf(b)
	}
	return []promela.Stmt{s}
}

func guardsOf(s *promela.Seq) []promela.Stmt {
	if len(s.Steps) == 0 {
		return nil
	}
	return guards(s.Steps[0])
}

// options are the branches of a selection or loop that is written as one.
func options(s promela.Stmt) []*promela.Seq {
	switch s := s.(type) {
	case *promela.If:
		return s.Options
	case *promela.Do:
		if !s.Select {
			return s.Options
		}
	}
	return nil
}

// branches tells of branches that can always be taken.
func branches(p *pass) {
	p.statements(func(s promela.Stmt) {
		c := choice{tested: map[*promela.Var]bool{}, assigned: map[*promela.Var]int{}}
		for _, o := range options(s) {
			c.option(o)
		}
		if c.otherwise {
			for _, g := range c.open {
				p.say("always-true-guard", g.At(), "", "this branch can always be taken, so that else never is")
			}
			return
		}
		for _, a := range c.bare {
			if c.meant(a) {
				p.say("always-true-guard", a.Pos, equals(a), "an assignment is no condition: this branch can "+
					"always be taken")
			}
		}
	})
}

// equals is the condition that an assignment may be meant as.
func equals(a *promela.Assign) string {
	if a.Op != "=" {
		return ""
	}
	return "a comparison is written " + promela.ExprText(a.L) + " == " + promela.ExprText(a.R)
}

// choice is what the branches of a selection or loop begin with.
type choice struct {
	open      []promela.Stmt        // what can always be executed
	bare      []*promela.Assign     // of those: a block around one shows that it is a step among others
	otherwise bool                  // one is else
	tested    map[*promela.Var]bool // in conditions
	assigned  map[*promela.Var]int  // how often in bare
}

// meant tells if an assignment looks like a condition: one on its variable stands beside it, or -> behind it.
// Several assignments of a variable choose its value.
func (c *choice) meant(a *promela.Assign) bool {
	return len(c.tested) > 0 && c.assigned[a.L.Var] == 1 && (a.Arrow || c.tested[a.L.Var])
}

func (c *choice) option(o *promela.Seq) {
	all := guardsOf(o)
	if len(all) != 1 {
		return
	}
	switch g := all[0].(type) {
	case *promela.Else:
		c.otherwise = true
	case *promela.Cond:
		if n, ok := promela.Constant(g.X); ok && n != 0 {
			c.open = append(c.open, g)
		}
		promela.EachExpr(g.X, func(e promela.Expr) {
			if v, ok := e.(*promela.VarRef); ok {
				c.tested[v.Var] = true
			}
		})
	case *promela.Assign, *promela.Printf, *promela.Printm, *promela.Assert:
		c.open = append(c.open, g)
		if a, ok := g.(*promela.Assign); ok && promela.Unlabelled(o.Steps[0]) == g {
			c.bare = append(c.bare, a)
			c.assigned[a.L.Var]++
		}
	}
}

// elses tells of else where it is no guard.
func elses(p *pass) {
	guard := map[promela.Stmt]bool{}
	p.statements(func(s promela.Stmt) {
		for _, o := range options(s) {
			for _, g := range guardsOf(o) {
				guard[g] = true
			}
		}
	})
	p.statements(func(s promela.Stmt) {
		if _, ok := s.(*promela.Else); ok && !guard[s] {
			p.say("misplaced-else", s.At(), "write :: else", "this else is in no branch of its own")
		}
	})
}

// timeouts tells of loops that cannot but go on.
func timeouts(p *pass) {
	p.statements(func(s promela.Stmt) {
		do, ok := s.(*promela.Do)
		if !ok {
			return
		}
		for _, o := range options(do) {
			for _, g := range guardsOf(o) {
				if isTimeout(g) && idle(o) {
					p.say("timeout-loop", g.At(), "leave the loop, or change something",
						"nothing can change here: when only the timeout is left, it is taken for ever")
				}
			}
		}
	})
}

func isTimeout(s promela.Stmt) bool {
	c, ok := s.(*promela.Cond)
	if ok {
		_, ok = c.X.(*promela.Timeout)
	}
	return ok
}

// idle tells if a sequence goes through, and changes nothing.
func idle(s *promela.Seq) bool {
	out := true
	promela.EachStmt(s, func(s promela.Stmt) {
		switch s := s.(type) {
		case *promela.Cond:
			if _, run := s.X.(*promela.Run); run {
				out = false
			}
		case *promela.Atomic, *promela.DStep, *promela.Block, *promela.Printf, *promela.Printm:
		default:
			out = false
		}
	})
	return out
}
