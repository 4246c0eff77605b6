package compile

import (
	"fmt"

	"gospin/promela"
)

// This file determines what SPIN treats as global (has_global of pangen2.c). A transition that is not global
// can't be noticed by other processes, as far as SPIN knows.

// exclusion is a promise about a channel variable.
type exclusion uint8

const (
	soleReceiver exclusion = 1 << iota // xr
	soleSender                         // xs
	claimPolls
)

// locality determines what is global. It identifies variables by name, as SPIN does.
type locality struct {
	exclusive map[*promela.Var]exclusion
	unsafe    map[*promela.Proc]bool // proctypes whose creation others may notice
	dubious   map[*promela.Else]bool // next to sends, receives or polls
	safe      []promela.Stmt         // in safe control states
}

func newLocality(m *promela.Model) *locality {
	l := &locality{exclusive: map[*promela.Var]exclusion{}, unsafe: map[*promela.Proc]bool{},
		dubious: map[*promela.Else]bool{}}
	for _, p := range m.Procs {
		for _, v := range p.XR {
			l.exclusive[v.Var] |= soleReceiver
		}
		for _, v := range p.XS {
			l.exclusive[v.Var] |= soleSender
		}
		l.unsafe[p] = startsGlobally(p)
		promela.EachStmt(p.Body, func(s promela.Stmt) {
			switch s := s.(type) {
			case *promela.If:
				l.findDubious(s.Options)
			case *promela.Do:
				l.findDubious(s.Options)
			}
		})
	}
	polled := func(e promela.Expr) {
		switch e := e.(type) {
		case *promela.ChanOp:
			l.exclusive[e.Chan.Var] |= claimPolls
		case *promela.Poll:
			l.exclusive[e.Chan.Var] |= claimPolls
		}
	}
	for _, p := range m.Claims {
		if p.Kind == promela.Never {
			promela.EachStmt(p.Body, func(s promela.Stmt) { promela.EachIn(s, polled) })
		}
	}
	for _, f := range m.LTL {
		promela.EachExpr(f.X, polled)
	}
	return l
}

// startsGlobally reports whether SPIN treats a new process as global, which only depends on its last
// initialiser.
func startsGlobally(p *promela.Proc) bool {
	global := false
	for _, v := range p.Locals {
		switch {
		case v.Chan != nil || len(v.List) > 0:
			global = true
		case v.Init != nil:
			_, constant := v.Init.(*promela.Const)
			ref, variable := v.Init.(*promela.VarRef)
			global = !constant && !(variable && ref.Var.Proc != nil)
		}
	}
	return global
}

// findDubious records the else of options of which one begins with a send, a receive or a poll.
func (l *locality) findDubious(options []*promela.Seq) {
	channels := false
	var other *promela.Else
	for _, o := range options {
		switch s := unlabel(o.Steps[0]).(type) {
		case *promela.Else:
			other = s
		case *promela.Send, *promela.Recv:
			channels = true
		default:
			promela.EachIn(s, func(e promela.Expr) {
				if q, ok := e.(*promela.ChanOp); ok && q.Op != "len" {
					channels = true
				}
			})
		}
	}
	if other != nil && channels {
		l.dubious[other] = true
	}
}

func (l *locality) is(v *promela.VarRef, what exclusion) bool {
	return v.Field == nil && l.exclusive[v.Var]&(what|claimPolls) == what
}

// statement reports whether a statement is global. Indices do not count.
func (l *locality) statement(s promela.Stmt) bool {
	switch s := s.(type) {
	case *promela.Cond:
		return l.expr(s.X)
	case *promela.Assert:
		return l.expr(s.X)
	case *promela.Printf:
		return l.any(s.Args)
	case *promela.Printm:
		return l.expr(s.X)
	case *promela.Assign:
		return l.expr(s.L) || s.R != nil && l.expr(s.R)
	case *promela.Decl:
		return s.Var.Init != nil && l.expr(s.Var.Init)
	case *promela.Send:
		return !l.is(s.Chan, soleSender) || l.any(s.Args)
	case *promela.Recv:
		return !l.is(s.Chan, soleReceiver) || l.args(s.Args)
	case *promela.Else:
		return l.dubious[s]
	case *promela.SetPriority:
		return true
	case *promela.Break, *promela.Goto:
		return false
	case *promela.Labelled, *promela.If, *promela.Do, *promela.Atomic, *promela.DStep, *promela.Block,
		*promela.Unless: // the nested statements are examined separately
		return false
	}
	panic(unknown(s))
}

func (l *locality) any(list []promela.Expr) bool {
	for _, e := range list {
		if l.expr(e) {
			return true
		}
	}
	return false
}

func (l *locality) args(list []promela.Arg) bool {
	for _, a := range list {
		if a.Kind == promela.ArgVar && l.expr(a.Var) || a.Kind == promela.ArgEval && l.expr(a.X) {
			return true
		}
	}
	return false
}

func (l *locality) expr(e promela.Expr) bool {
	switch e := e.(type) {
	case *promela.VarRef:
		switch e.Var.Special {
		case promela.NotSpecial:
			return e.Var.Proc == nil && !e.Var.Local
		case promela.NrPr, promela.Last:
			return true
		}
		return false
	case *promela.Unary:
		return l.expr(e.X)
	case *promela.Binary:
		return l.expr(e.X) || l.expr(e.Y)
	case *promela.CondExpr:
		return l.expr(e.If) || l.expr(e.Then) || l.expr(e.Else)
	case *promela.ChanOp:
		switch e.Op {
		case "nempty", "full":
			return !l.is(e.Chan, soleReceiver)
		case "nfull", "empty":
			return !l.is(e.Chan, soleSender)
		}
		return !l.is(e.Chan, soleReceiver|soleSender)
	case *promela.Poll:
		return !l.is(e.Chan, soleReceiver|soleSender) || l.args(e.Args)
	case *promela.Run:
		return l.unsafe[e.Proc]
	case *promela.RemoteLabel, *promela.RemoteVar, *promela.Timeout, *promela.Np, *promela.Call:
		return true
	case *promela.Const:
		return false
	}
	panic(unknown(e))
}

// unknown is the panic message for a kind of statement or expression that a switch does not handle.
func unknown(what any) string { return fmt.Sprintf("the compiler does not know %T here", what) }
