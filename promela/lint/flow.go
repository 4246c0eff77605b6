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
		Name: "misplaced-label", Says: "a label before the first statement of a branch, where there is no state",
		Example: "byte x;\nactive proctype P() { do :: end: x == 1 -> x = 2 od }\n",
	},
	{
		Name: "timeout-loop", Says: "a loop that goes on at a timeout, and changes nothing",
		Example: "byte x;\nactive proctype P() { do :: x == 1 -> break :: timeout od }\n",
	},
	{
		Name: "timeout-never", Says: "a timeout beside a branch that can always be taken, so that it never comes",
		Example: "byte x;\nactive proctype P() { do :: x == 1 -> x = 0 :: timeout -> break :: x < 3 -> x++ :: true od }\n",
	},
	{
		Name: "unreachable", Says: "statements that no path leads to",
		Example: "byte x;\nactive proctype P() { goto L; x = 1; L: assert(x == 0) }\n",
	},
}

// guards returns the possible first statements of a statement, without labels.
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

// options returns the branches of a selection or loop in the source.
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

// branches reports branches that can always be taken.
func branches(p *pass) {
	p.statements(func(s promela.Stmt) {
		c := choice{tested: map[*promela.Var]bool{}, assigned: map[*promela.Var]int{}}
		for _, o := range options(s) {
			c.option(o)
		}
		if c.otherwise {
			for _, g := range c.executable {
				p.report("always-true-guard", g.At(), "", "this branch can always be taken, so that else never is")
			}
			return
		}
		for _, a := range c.assignments {
			if c.looksLikeCondition(a) {
				p.report("always-true-guard", a.Pos, equals(a), "an assignment is no condition: this branch can "+
					"always be taken")
			}
		}
	})
}

// equals returns the condition that an assignment may be meant as.
func equals(a *promela.Assign) string {
	if a.Op != "=" {
		return ""
	}
	return "a comparison is written " + promela.ExprText(a.L) + " == " + promela.ExprText(a.R)
}

// choice describes the first statements of a selection's or loop's branches.
type choice struct {
	executable  []promela.Stmt        // statements that can always be executed
	assignments []*promela.Assign     // can always be executed
	otherwise   bool                  // one branch is else
	tested      map[*promela.Var]bool // variables in conditions
	assigned    map[*promela.Var]int  // number of assignments in bare
}

// looksLikeCondition reports whether an assignment looks like a condition: a branch has a condition on its
// variable, or -> follows it. Several assignments to a variable are a choice of its value.
func (c *choice) looksLikeCondition(a *promela.Assign) bool {
	return len(c.tested) > 0 && c.assigned[a.L.Var] == 1 && (a.Arrow || c.tested[a.L.Var])
}

func (c *choice) option(o *promela.Seq) {
	all := guardsOf(o)
	if len(all) != 1 {
		return
	}
	if alwaysExecutable(all[0]) {
		c.executable = append(c.executable, all[0])
	}
	switch g := all[0].(type) {
	case *promela.Else:
		c.otherwise = true
	case *promela.Cond:
		promela.EachExpr(g.X, func(e promela.Expr) {
			if v, ok := e.(*promela.VarRef); ok {
				c.tested[v.Var] = true
			}
		})
	case *promela.Assign:
		if promela.Unlabelled(o.Steps[0]) == g {
			c.assignments = append(c.assignments, g)
			c.assigned[g.L.Var]++
		}
	}
}

// elses reports else that is not a guard.
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
			p.report("misplaced-else", s.At(), "write :: else", "this else is in no branch of its own")
		}
	})
}

// branchLabels reports labels at the start of a branch.
func branchLabels(p *pass) {
	p.statements(func(s promela.Stmt) {
		for _, o := range options(s) {
			if len(o.Steps) == 0 {
				continue
			}
			if l, ok := o.Steps[0].(*promela.Labelled); ok {
				p.report("misplaced-label", l.At(), "put "+l.Label+": before the if or do",
					"a branch has no state of its own before its first statement; SPIN calls this label misplaced")
			}
		}
	})
}

// timeouts reports loops that can always continue at a timeout, and timeouts that never occur.
func timeouts(p *pass) {
	for _, q := range p.m.Order {
		names := map[promela.Stmt]map[string]bool{}
		eachLabel(q.Body, func(l *promela.Labelled) {
			s := promela.Unlabelled(l)
			if names[s] == nil {
				names[s] = map[string]bool{}
			}
			names[s][l.Label] = true
		})
		promela.EachStmt(q.Body, func(s promela.Stmt) {
			p.checkContext()
			_, loop := s.(*promela.Do)
			open := false
			for _, o := range options(s) {
				open = open || alwaysEntered(o)
			}
			for _, o := range options(s) {
				for _, g := range guardsOf(o) {
					if !isTimeout(g) {
						continue
					}
					if open {
						p.report("timeout-never", g.At(), "", "another branch can be taken here, so that no timeout comes")
					} else if idle, back := idle(o, names[s]); idle && (loop || back) {
						p.report("timeout-loop", g.At(), "leave the loop, or change something",
							"nothing can change here: when only the timeout is left, it is taken for ever")
					}
				}
			}
		})
	}
}

// alwaysEntered reports whether a branch can always be entered, or is else, which is entered if no other can
// be.
func alwaysEntered(o *promela.Seq) bool {
	for _, g := range guardsOf(o) {
		if _, ok := g.(*promela.Else); ok || alwaysExecutable(g) {
			return true
		}
	}
	return false
}

// open reports whether a statement can always be executed.
func alwaysExecutable(s promela.Stmt) bool {
	switch s := s.(type) {
	case *promela.Cond:
		c, ok := s.X.(*promela.Const)
		return ok && c.Val != 0 && !c.Given // not if another configuration or call may have another value
	case *promela.Decl, *promela.Assign, *promela.Printf, *promela.Printm, *promela.Assert:
		return true
	default:
		return false
	}
}

func isTimeout(s promela.Stmt) bool {
	c, ok := s.(*promela.Cond)
	if ok {
		_, ok = c.X.(*promela.Timeout)
	}
	return ok
}

// idle reports whether a branch changes nothing, and whether it then leads back, or to one of the enclosing
// labels.
func idle(o *promela.Seq, labels map[string]bool) (idle, back bool) {
	idle = true
	promela.EachStmt(o, func(s promela.Stmt) {
		switch s := s.(type) {
		case *promela.Cond:
			if _, run := s.X.(*promela.Run); run {
				idle = false
			}
		case *promela.Goto:
			back = labels[s.Label]
			idle = idle && back
		case *promela.Atomic, *promela.DStep, *promela.Block, *promela.Printf, *promela.Printm:
		default:
			idle = false
		}
	})
	return idle, back
}
