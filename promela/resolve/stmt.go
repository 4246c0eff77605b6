package resolve

import (
	"slices"
	"strings"

	"gospin/promela"
	"gospin/promela/diag"
	"gospin/promela/expr"
	"gospin/promela/syntax"
)

// block is inScope for a block whose first statement may not have a label, unless it is a loop.
func (r *resolver) block(b *syntax.Block, what string) *promela.Seq {
	if len(b.Steps.Steps) > 0 {
		first, ok := b.Steps.Steps[0].(*syntax.Sentence)
		if ok && len(first.Stmt.Labels) > 0 && !first.Stmt.Loops() {
			r.errorAt(r.at(first.Stmt.Pos), "the first statement of "+what+" cannot be labelled",
				"put the label before the {")
		}
	}
	return r.inScope(b, what)
}

// inScope resolves { sequence } in a new scope.
func (r *resolver) inScope(b *syntax.Block, what string) *promela.Seq {
	s := &promela.Seq{}
	r.opened++
	r.blocks = append(r.blocks, r.opened)
	defer func() { r.blocks = r.blocks[:len(r.blocks)-1] }()
	r.scoped(func() {
		r.sequence(s, b.Steps, what, false)
	})
	return s
}

// sequence resolves steps. With top, declarations before the first statement are not steps.
func (r *resolver) sequence(s *promela.Seq, x *syntax.Sequence, what string, top bool) {
	if x == nil {
		return
	}
	declared := false
	for _, step := range x.Steps {
		if r.ended() {
			return
		}
		switch step := step.(type) {
		case *syntax.Lost:
			r.lost(step)
			declared = true
		case *syntax.Sentence:
			ok := r.attempt(func() {
				if d := step.Stmt; d.Decl != nil || d.Chans != nil {
					r.declStep(s, step, top && len(s.Steps) == 0)
					declared = true
					return
				}
				s.Steps = append(s.Steps, r.sentence(step)...)
			})
			declared = declared || !ok
		}
	}
	if len(s.Steps) == 0 && !declared || len(s.Steps) == 0 && !top && r.errs.Errors() == 0 {
		r.fail(r.at(x.EndPos), what+" is empty", "write skip")
	}
}

// lost reports an unreadable statement, and excuses the names in it. If the statement begins with an unknown
// name, or the parser stopped after one, that name is the likely mistake.
func (r *resolver) lost(l *syntax.Lost) {
	within := l.Within()
	switch first, before := r.nth(l.Start), r.nth(l.At-1); {
	case len(within) > 0:
		for _, x := range within { // it is unreadable because of these
			r.lost(x)
		}
	case l.At > l.Start && r.stranger(first):
		r.undeclared(first, syntax.Words)
	case l.At > l.Start+1 && r.stranger(before) &&
		!slices.Contains([]string{".", "goto", "run", "@", ":"}, r.nth(l.At-2).Text):
		r.undeclared(before, syntax.Words)
	default:
		r.explain(l)
	}
	r.file.Lose(l.Start, l.End)
}

// explain reports an unreadable statement, instead of the error that its unit has for the same reason.
func (r *resolver) explain(l *syntax.Lost) {
	d := r.file.Explain(l, false)
	same := func(e *diag.Diagnostic) bool { return e.Pos == d.Pos && e.Severity == diag.Error }
	if i := slices.IndexFunc(r.errs, same); i >= 0 {
		r.errs[i] = d
		return
	}
	r.errs.Add(d)
}

// stranger reports whether a token is an unknown name.
func (r *resolver) stranger(t *syntax.Token) bool {
	n := t.Text
	return t.Type == expr.Name && r.lookup(n) == nil && r.consts[n] == nil && r.types[n] == nil &&
		r.procs[n] == nil
}

// declStep resolves a declaration. With top, declarations before all statements are not steps.
func (r *resolver) declStep(s *promela.Seq, x *syntax.Sentence, top bool) {
	t := r.at(x.Stmt.Pos)
	d := x.Stmt
	switch {
	case len(d.Labels) > 0:
		r.errorAt(r.start(d), "a declaration cannot be labelled", "put skip behind the label")
	case len(x.Escapes) > 0:
		r.errorAt(r.nth(x.Escapes[0].Pos.Offset-1), "unless stands behind statements", "")
	}
	switch {
	case d.Chans != nil:
		r.whole = true
		for _, c := range d.Chans {
			v := r.varRef(r.asRef(c))
			r.chanRef(v)
			if d.Exclusive.Value == "xr" {
				r.proc.XR = append(r.proc.XR, v)
			} else {
				r.proc.XS = append(r.proc.XS, v)
			}
		}
		r.whole = false
	default:
		vars := r.declare(d.Decl)
		if top {
			return
		}
		for _, v := range vars {
			if v.Chan != nil {
				r.warnAt(t, "late-channel", "channel '"+v.Name+"' is made when the process starts, not here",
					"declare it before the first statement")
				continue
			}
			s.Steps = append(s.Steps, &promela.Decl{Base: base(v.Pos), Var: v})
		}
	}
}

func base(p promela.Pos) promela.Base { return promela.Base{Pos: p} }

// start returns the first token of a statement after its labels.
func (r *resolver) start(s *syntax.Stmt) *syntax.Token {
	if n := len(s.Labels); n > 0 {
		return r.nth(s.Labels[n-1].Pos.Offset + 1)
	}
	return r.at(s.Pos)
}

// sentence resolves a statement and its unless.
func (r *resolver) sentence(x *syntax.Sentence) []promela.Stmt {
	out := r.labelled(x.Stmt)
	if len(x.Escapes) == 0 {
		return out
	}
	r.noLabels(x)
	// the assignment before the loop of a for or select does not belong to the unless
	lead, main := out[:len(out)-1:len(out)-1], side(out[len(out)-1:])
	var escape *promela.Seq
	r.scoped(func() {
		s := r.labelled(x.Escapes[0])
		lead, escape = append(lead, s[:len(s)-1]...), side(s[len(s)-1:])
	})
	for _, e := range x.Escapes[1:] {
		r.warnAt(r.nth(e.Pos.Offset-1), "chained-unless", "chained unless", "use braces")
		r.labelled(e)
	}
	return append(lead, &promela.Unless{Base: base(r.at(x.Stmt.Pos).Pos), Main: main, Escape: escape})
}

// noLabels reports labels that SPIN refuses beside an unless: it has no state for them. The assignment before
// a loop gives it one.
func (r *resolver) noLabels(x *syntax.Sentence) {
	if labels := x.Stmt.Labels; len(labels) > 0 && !x.Stmt.Loops() && !x.Stmt.Encloses() {
		r.errorAt(r.tok(labels[0]), "a statement with an unless cannot be labelled",
			"put braces behind the label: "+labels[0].Value+": { STATEMENT unless ESCAPE }")
	}
	if labels := x.Escapes[0].Labels; len(labels) > 0 && !x.Escapes[0].Loops() {
		r.errorAt(r.tok(labels[0]), "the escape of an unless cannot be labelled",
			"label a statement behind its first")
	}
}

func side(s []promela.Stmt) *promela.Seq {
	if b, ok := s[0].(*promela.Block); ok && len(s) == 1 {
		return b.Body
	}
	return &promela.Seq{Steps: s}
}

// labelled resolves a statement with its labels.
func (r *resolver) labelled(x *syntax.Stmt) []promela.Stmt {
	var labels []*labelAt
	for _, l := range x.Labels {
		if l.Value != ":" {
			labels = append(labels, &labelAt{token: r.tok(l), dstep: r.dstep, open: r.open,
				symbol: r.symbol(l.Value)})
		}
	}
	out := r.statement(x)
	if out == nil {
		if len(labels) == 0 {
			r.fail(r.start(x), "a statement expected, not "+r.start(x).Show(), "")
		}
		at := labels[len(labels)-1].token.Pos
		out = []promela.Stmt{&promela.Cond{Base: base(at), X: &promela.Const{Base: base(at), Val: 1},
			End: at}}
	}
	last := len(out) - 1 // SPIN labels the loop of a for or select, not the assignment before it
	for _, l := range slices.Backward(labels) {
		l.stmt = out[last]
		l.node = &promela.Labelled{Base: base(l.token.Pos), Label: l.token.Text, Stmt: l.stmt}
		r.label(l)
		out[last] = l.node
	}
	return out
}

// passed records the globals in the arguments of an inline's call that expanded to a block.
func (r *resolver) passed(x *syntax.Stmt) {
	at := x.Pos.Offset
	if n := len(x.Labels); n > 0 {
		at = x.Labels[n-1].Pos.Offset + 1
	}
	for _, name := range r.file.Passed[at] {
		if v := r.lookup(name); v != nil && v.Proc == nil {
			r.model.Passed = append(r.model.Passed, v)
		}
	}
}

// statement resolves a statement without labels, and records the inline calls from which it was expanded. It
// returns nil if there is no statement.
func (r *resolver) statement(x *syntax.Stmt) []promela.Stmt {
	t := r.start(x)
	out := r.unlabelled(t, x)
	var calls []promela.InlineCall
	for _, n := range t.Notes {
		name, is := strings.CutPrefix(n.Msg, syntax.InCall)
		call := promela.InlineCall{Pos: n.Pos, Name: name}
		if is && !slices.Contains(calls, call) { // an argument brings the calls that it comes from along
			calls = append(calls, call)
		}
	}
	for _, s := range out {
		if calls != nil {
			r.model.Calls[s] = calls
		}
	}
	return out
}

func (r *resolver) unlabelled(t *syntax.Token, x *syntax.Stmt) []promela.Stmt {
	b := base(t.Pos)
	one := func(s promela.Stmt) []promela.Stmt { return []promela.Stmt{s} }
	switch {
	case x.Plain != nil:
		return one(r.plain(t, x.Plain))
	case x.Block != nil:
		r.passed(x)
		return one(&promela.Block{Base: b, Body: r.block(x.Block, "a block")})
	case x.If != nil:
		return one(&promela.If{Base: b, Options: r.options(x.If), After: r.behind(x.If)})
	case x.Do != nil:
		r.loops = append(r.loops, r.dstep)
		s := &promela.Do{Base: b, Options: r.options(x.Do), After: r.behind(x.Do)}
		r.loops = r.loops[:len(r.loops)-1]
		return one(s)
	case x.Atomic != nil:
		return one(&promela.Atomic{Base: b, Body: r.block(x.Atomic, "an atomic sequence")})
	case x.DStep != nil:
		outer := r.dstep
		r.dsteps++
		r.dstep, r.open = r.dsteps, r.dsteps
		s := &promela.DStep{Base: b, Body: r.block(x.DStep, "a d_step sequence")}
		r.dstep, r.open = outer, 0
		return one(s)
	case x.For != nil:
		return r.forLoop(t, x.For)
	case x.Select != nil:
		return r.selectStmt(t, x.Select)
	case x.Goto != nil:
		s := &promela.Goto{Base: b, Label: x.Goto.Value}
		r.gotos = append(r.gotos, gotoAt{r.tok(*x.Goto), r.dstep, r.open, r.symbol(s.Label), s})
		return one(s)
	case x.Break:
		if n := len(r.loops); n == 0 {
			r.errorAt(t, "break outside a loop", "")
		} else if r.loops[n-1] != r.dstep {
			r.errorAt(t, "break jumps out of a d_step sequence", "")
		}
		return one(&promela.Break{Base: b})
	case x.Else:
		return one(&promela.Else{Base: b})
	case x.Assert != nil:
		return one(&promela.Assert{Base: b, X: r.expr(x.Assert.X),
			End: r.nth(x.Assert.EndPos.Offset - 1).Pos})
	case x.Printf != nil:
		return one(r.printf(t, x.Printf))
	case x.Printm != nil:
		return one(&promela.Printm{Base: b, X: r.expr(x.Printm)})
	case x.SetPrio != nil:
		r.model.UsesPriority = true
		return one(&promela.SetPriority{Base: b, PidX: r.expr(x.SetPrio.Proc), Prio: r.expr(x.SetPrio.Prio)})
	case x.Decl != nil || x.Chans != nil:
		r.fail(t, "a statement expected, not a declaration", "")
	}
	return nil
}

// behind returns the place after fi or od, which SPIN reports for the join.
func (r *resolver) behind(x *syntax.Selection) promela.Pos {
	next := r.nth(x.EndPos.Offset + 1)
	if next.IsSeparator() {
		next = r.nth(x.EndPos.Offset + 2)
	}
	return next.Pos
}

func (r *resolver) options(x *syntax.Selection) []*promela.Seq {
	var out []*promela.Seq
	elses := 0
	for _, o := range x.Options { // they open no scope: what one declares, the statements after fi may use
		if len(o.Steps) > 0 {
			if first, ok := o.Steps[0].(*syntax.Sentence); ok && first.Stmt.Else {
				if elses++; elses == 2 {
					r.errorAt(r.at(first.Stmt.Pos), "a second else in one selection", "")
				}
			}
		}
		s := &promela.Seq{}
		r.sequence(s, o, "an option", false)
		out = append(out, s)
	}
	return out
}

// plain resolves a condition, an assignment, a send or a receive.
func (r *resolver) plain(t *syntax.Token, x *syntax.Plain) promela.Stmt {
	b := base(t.Pos)
	if x.Value == nil && x.Step.Value == "" && x.Send == nil && x.Recv == nil {
		return &promela.Cond{Base: b, X: r.expr(x.X), End: r.nth(x.EndPos.Offset - 1).Pos}
	}
	ref, ok := x.X.(*expr.Ref)
	if !ok || !expr.Bare(x.X) {
		r.expr(x.X)
		op := r.nth(expr.SpanOf(x.X).To)
		r.fail(op, "; or -> expected before "+op.Show(), "separate statements by ;")
	}
	v, arrow := r.varRef(ref), r.at(x.EndPos).Text == "->"
	switch {
	case x.Value != nil:
		r.target(t, v)
		return &promela.Assign{Base: b, Op: "=", L: v, R: r.expr(x.Value), Arrow: arrow}
	case x.Step.Value != "":
		r.target(t, v)
		return &promela.Assign{Base: b, Op: x.Step.Value, L: v, Arrow: arrow}
	}
	r.chanRef(v)
	if x.Send != nil {
		return r.send(b, v, x.Send)
	}
	return r.receive(b, v, x.Recv)
}

func (r *resolver) target(t *syntax.Token, v *promela.VarRef) {
	r.useOf(v, Writes)
	switch v.Var.Special {
	case promela.PidVar, promela.NrPr, promela.Last:
		r.errorAt(t, v.Var.Name+" cannot be assigned", "")
	}
	if last(v).Var.Type.Kind == promela.Struct {
		r.errorAt(t, "typedef variables cannot be assigned as a whole", "assign the fields")
	}
}

func (r *resolver) printf(t *syntax.Token, x *syntax.Printf) promela.Stmt {
	s := &promela.Printf{Base: base(t.Pos), Raw: x.Format, Format: unescape(x.Format[1 : len(x.Format)-1])}
	for _, a := range x.Args {
		s.Args = append(s.Args, r.expr(a))
	}
	return s
}
