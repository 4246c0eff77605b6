package compile

import (
	"fmt"
	"slices"
	"strings"

	"gospin/promela"
	"gospin/vm"
)

// Ways in which SPIN's reduction may miss errors. Each is reported once, at the first place.
const (
	trapOrder    = "the run here may come before or after another one, and the numbers of processes depend on that"
	trapDeath    = "the run here may come before or after the end of another process, and the number depends on that"
	trapCount    = "_nr_pr changes with run and with the end of a process, which reduction takes for local"
	trapIndex    = "%s is taken for local although the index %s is not"
	trapArgument = "run is taken for local although its argument %s is not"
	trapKeyword  = "%s is declared local, but %s"
	trapRemote   = "%s is taken for local although a claim refers to it"
	trapClaim    = "a claim refers to _nr_pr, but run and the end of a process are taken for invisible"
)

// traps collects them.
type traps struct {
	c    *compiler
	seen map[string]bool
}

// findTraps lists the traps of the model, given the statements in safe control states.
func (c *compiler) findTraps(local []promela.Stmt) {
	t := &traps{c: c, seen: map[string]bool{}}
	for _, s := range local {
		c.checkContext()
		promela.EachIn(s, func(e promela.Expr) { t.expr(s, e) })
	}
	t.births(local)
	t.keywords()
	for _, p := range c.model.Claims {
		if p.Kind == promela.Never {
			promela.EachStmt(p.Body, func(s promela.Stmt) { promela.EachIn(s, t.claimed) })
		}
	}
	for _, f := range c.model.LTL {
		promela.EachExpr(f.X, t.claimed)
	}
}

// add adds a trap, unless there is one of its kind.
func (t *traps) add(at promela.Pos, claim bool, format string, args ...any) {
	if !t.seen[format] {
		t.seen[format] = true
		t.c.p.Marks.Traps = append(t.c.p.Marks.Traps,
			vm.Trap{File: at.File, Line: at.Line, Text: fmt.Sprintf(format, args...), Claim: claim})
	}
}

// expr examines an expression in a statement that is treated as local.
func (t *traps) expr(s promela.Stmt, e promela.Expr) {
	switch e := e.(type) {
	case *promela.VarRef:
		for v := e; v != nil; v = v.Field {
			if v.Index != nil && t.c.locality.expr(v.Index) {
				t.add(s.At(), false, trapIndex, e.Var.Name, promela.ExprText(v.Index))
			}
		}
	case *promela.Run:
		for _, a := range e.Args {
			if t.c.locality.expr(a) {
				t.add(s.At(), false, trapArgument, promela.ExprText(a))
			}
		}
	}
}

// births examines what creates processes, and what counts them.
func (t *traps) births(local []promela.Stmt) {
	var first, late promela.Stmt
	creators, active := 0, 0
	isLocal := map[promela.Stmt]bool{}
	for _, s := range local {
		isLocal[s] = true
	}
	for _, p := range t.c.model.Procs {
		active += p.Active
	}
	for _, p := range t.c.model.Procs {
		begins := opening(p)
		creates := false
		promela.EachStmt(p.Body, func(s promela.Stmt) {
			if !hasRun(s) {
				return
			}
			creates = true
			if !isLocal[s] {
				return
			}
			if first == nil {
				first = s
			}
			if late == nil && (active > 1 || !slices.Contains(begins, s)) {
				late = s
			}
		})
		if creates {
			creators += p.Active
			if t.isRun(p) {
				creators += 2
			}
		}
	}
	if first != nil && creators > 1 {
		t.add(first.At(), false, trapOrder)
	}
	if late != nil {
		t.add(late.At(), false, trapDeath)
	}
	for _, p := range t.c.model.Procs {
		promela.EachStmt(p.Body, func(s promela.Stmt) {
			promela.EachIn(s, func(e promela.Expr) {
				if v, ok := e.(*promela.VarRef); ok && v.Var.Special == promela.NrPr {
					t.add(s.At(), false, trapCount)
				}
			})
		})
	}
}

// hasRun reports whether a statement creates a process.
func hasRun(s promela.Stmt) (found bool) {
	promela.EachIn(s, func(e promela.Expr) {
		_, is := e.(*promela.Run)
		found = found || is
	})
	return found
}

func (t *traps) isRun(q *promela.Proc) bool {
	found := false
	for _, p := range t.c.model.Procs {
		promela.EachStmt(p.Body, func(s promela.Stmt) {
			promela.EachIn(s, func(e promela.Expr) {
				r, is := e.(*promela.Run)
				found = found || is && r.Proc == q
			})
		})
	}
	return found
}

// opening returns the statements that create processes before another one can end, provided that the process
// is alone at first: the first one that does, or those of the first atomic sequence that does.
func opening(p *promela.Proc) []promela.Stmt {
	for _, s := range p.Body.Steps {
		var found []promela.Stmt
		s = unlabel(s)
		promela.EachStmt(&promela.Seq{Steps: []promela.Stmt{s}}, func(s promela.Stmt) {
			if hasRun(s) {
				found = append(found, s)
			}
		})
		if _, atomic := s.(*promela.Atomic); len(found) > 0 && !atomic && !hasRun(s) {
			return found[:1]
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// keywords finds variables that are declared local, but used by several processes.
func (t *traps) keywords() {
	users := map[*promela.Var][]*promela.Proc{}
	for _, p := range t.c.model.Procs {
		promela.EachStmt(p.Body, func(s promela.Stmt) {
			promela.EachIn(s, func(e promela.Expr) {
				if v, ok := e.(*promela.VarRef); ok && v.Var.Local && v.Var.Proc == nil &&
					!slices.Contains(users[v.Var], p) {
					users[v.Var] = append(users[v.Var], p)
				}
			})
		})
	}
	for _, v := range t.c.model.Globals {
		var names []string
		for _, p := range users[v] {
			names = append(names, p.Name)
		}
		switch {
		case len(names) > 1:
			t.add(v.Pos, false, trapKeyword, v.Name, strings.Join(names, ", ")+" use it")
		case len(names) == 1 && (users[v][0].Active > 1 || t.isRun(users[v][0])):
			t.add(v.Pos, false, trapKeyword, v.Name, "there may be several "+names[0])
		}
	}
}

// claimed examines an expression of a claim.
func (t *traps) claimed(e promela.Expr) {
	switch e := e.(type) {
	case *promela.RemoteVar:
		t.add(e.Pos, true, trapRemote, e.Proc.Name+":"+promela.ExprText(e.Ref))
	case *promela.VarRef:
		if e.Var.Special == promela.NrPr {
			t.add(e.Pos, true, trapClaim)
		}
	}
}
