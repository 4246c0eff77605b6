package promela

import (
	"fmt"
	"slices"
	"strings"

	"gospin/promela/diag"
)

type labelAt struct {
	dstep  int
	inline bool
}

type gotoAt struct {
	label *token
	dstep int
}

// body reads the body of a process; its scope holds the parameters already.
func (p *parser) body(q *Proc) {
	p.proc = q
	p.labels, p.gotos, p.loops = map[string]labelAt{}, nil, nil
	p.expect("{", "at the start of the body")
	q.Body = &Seq{}
	p.sequence(q.Body, "the body", true)
	q.End = p.expect("}", "at the end of the body").pos
	p.labelsOf[q] = p.labels
	for _, g := range p.gotos {
		l, ok := p.labels[g.label.text]
		if !ok {
			var names []string
			for n := range p.labels {
				names = append(names, n)
			}
			p.errorAt(g.label, "undefined label: "+g.label.text, diag.DidYouMean(g.label.text, names))
		} else if l.dstep != g.dstep {
			p.errorAt(g.label, "this goto jumps into or out of a d_step sequence", "use atomic")
		}
	}
	p.gotoLoops(q.Body)
	p.proc = nil
}

// gotoLoops refuses labels whose gotos lead in a circle without a statement. A goto that carries a label with a meaning
// stands behind a skip, as in SPIN, so that it is a step.
func (p *parser) gotoLoops(s *Seq) {
	to := map[string]*Goto{}
	var found []string
	var walk func(s *Seq)
	walk = func(s *Seq) {
		for _, st := range s.Steps {
			var ls []string
			for {
				l, ok := st.(*Labelled)
				if !ok {
					break
				}
				ls = append(ls, l.Label)
				st = l.Stmt
			}
			if g, ok := st.(*Goto); ok && !slices.ContainsFunc(ls, Marks) {
				for _, l := range ls {
					to[l] = g
				}
				found = append(found, ls...)
			}
			for _, b := range blocks(st) {
				walk(b)
			}
		}
	}
	walk(s)
	for _, l := range found {
		at := l
		for n := 0; to[at] != nil && n < len(to); n++ {
			if at = to[at].Label; at == l {
				p.errorPos(to[l].Pos, "infinite goto loop at label "+l, "")
				return
			}
		}
	}
}

// Marks says whether a label marks states: as valid ends, of acceptance, or of progress.
func Marks(label string) bool {
	return strings.HasPrefix(label, "end") || strings.HasPrefix(label, "accept") || strings.HasPrefix(label, "progress")
}

// blocks are the sequences inside a statement.
func blocks(s Stmt) []*Seq {
	switch s := s.(type) {
	case *If:
		return s.Options
	case *Do:
		return s.Options
	case *Atomic:
		return []*Seq{s.Body}
	case *DStep:
		return []*Seq{s.Body}
	case *Block:
		return []*Seq{s.Body}
	case *Unless:
		return []*Seq{s.Main, s.Escape}
	}
	return nil
}

func (p *parser) hasLabel(q *Proc, l string) bool {
	_, ok := p.labelsOf[q][l]
	return ok
}

func (p *parser) addProc(q *Proc) {
	p.model.Procs = append(p.model.Procs, q)
	p.model.Order = append(p.model.Order, q)
}

func (p *parser) proctype() {
	q := &Proc{Kind: Proctype}
	if p.accept("active") {
		q.Active = 1
		if p.accept("[") {
			t := p.peek()
			if t.kind == tConst && t.val == 0 && p.peekAt(1).is("]") {
				p.next()
				q.Active = 0
			} else {
				q.Active = p.bound(t)
			}
			p.expect("]", "after the number of processes")
			if q.Active > 255 {
				p.fail(t, "at most 255 processes can run", "")
			}
		}
	}
	switch {
	case p.accept("D_proctype"):
		q.Deterministic = true
	default:
		p.expect("proctype", "after active")
	}
	n := p.name("the name of the proctype")
	q.Name, q.Pos = n.text, n.pos
	switch {
	case p.procs[n.text] != nil:
		p.errorAt(n, "proctype "+n.text+" is there twice", "")
	case p.lookup(n.text) != nil:
		p.errorAt(n, "'"+n.text+"' is the name of a variable", "")
	}
	p.procs[n.text] = q
	p.expect("(", "after the name")
	p.scoped(func() {
		p.parameters(q)
		p.heads(q)
		p.body(q)
	})
	p.addProc(q)
}

// parameters reads byte a, b; chan c).
func (p *parser) parameters(q *Proc) {
	for !p.peek().is(")") {
		for one(p.peek(), " hidden show local ") {
			p.next()
		}
		ty := p.baseType()
		for {
			n := p.name("a parameter")
			v := &Var{Pos: n.pos, Name: n.text, Type: ty, Param: true, Proc: q}
			if v.Type.Kind == Unsigned {
				if p.accept(":") {
					v.Type.Width = int(p.next().val)
				}
				if v.Type.Width < 1 || v.Type.Width > 31 {
					p.fail(n, "an unsigned has 1 to 31 bits", "")
				}
			}
			if p.peek().is("[") {
				p.fail(p.peek(), "a parameter cannot be an array", "put the array into a typedef or make it global")
			}
			p.declare(n, v)
			q.Params = append(q.Params, v)
			if !p.accept(",") {
				break
			}
		}
		if !isSep(p.peek()) {
			break
		}
		p.next()
		if p.peek().is(")") {
			p.fail(p.peek(), "a parameter expected behind ;", "")
		}
	}
	p.expect(")", "after the parameters")
}

// heads reads priority and provided.
func (p *parser) heads(q *Proc) {
	if p.accept("priority") {
		t := p.peek()
		n, ok := Constant(p.expr(0))
		if !ok || n < 1 || n > 255 {
			p.fail(t, "a priority is a constant from 1 to 255", "")
		}
		q.Priority = int(n)
		p.model.UsesPriority = true
	}
	if p.accept("provided") {
		p.expect("(", "after provided")
		q.Provided = p.expr(0)
		p.expect(")", "after the condition")
	}
}

func (p *parser) initProc() {
	t := p.next()
	q := &Proc{Pos: t.pos, Kind: Init, Name: "init", Active: 1}
	p.scoped(func() {
		p.heads(q)
		p.body(q)
	})
	if p.procs["init"] == nil {
		p.procs["init"] = q
	}
	p.addProc(q)
}

func (p *parser) claim() {
	t := p.next()
	q := &Proc{Pos: t.pos, Kind: map[string]ProcKind{"never": Never, "trace": Trace, "notrace": Notrace}[t.text]}
	q.Name = fmt.Sprintf("%s_%d", t.text, len(p.model.Claims))
	if p.peek().kind == tName {
		q.Name = p.next().text
	}
	p.claimName(t, q.Name)
	p.scoped(func() { p.body(q) })
	p.model.Claims = append(p.model.Claims, q)
	p.model.Order = append(p.model.Order, q)
}

func (p *parser) claimName(t *token, name string) {
	if p.named[name] {
		p.errorAt(t, "claim "+name+" is there twice", "")
	}
	p.named[name] = true
}

// finish resolves what had to wait for the end of the file.
func (p *parser) finish() {
	for _, f := range p.later {
		f()
	}
	runnable := false
	for _, q := range p.model.Procs {
		runnable = runnable || q.Active > 0
	}
	if !runnable && p.errs.Errors() == 0 {
		p.errorPos(Pos{File: p.model.Name}, "the model has no process to run", "write init { ... } or active proctype P() { ... }")
	}
}
