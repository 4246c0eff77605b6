package resolve

import (
	"strings"

	"gospin/promela"
	"gospin/promela/diag"
	"gospin/promela/syntax"
)

// Measure is the text of a promela.Measure.
type Measure struct {
	Name string // replaces the file's name in errors
	Text string
}

// closed rejects texts that would extend into the model before them.
func (m *Measure) closed() *diag.Diagnostic {
	for i, line := range strings.Split(m.Text, "\n") {
		at := strings.IndexAny(line, "{}#;\"\\")
		if c := strings.Index(line, "/*"); c >= 0 && (at < 0 || c < at) {
			at = c
		}
		if at < 0 {
			continue
		}
		d := diag.Errorf(diag.Pos{File: m.Name, Line: i + 1, Col: at + 1}, "'%c' cannot stand in an expression",
			line[at])
		d.Source, d.Hint = line, "expressions are separated by commas"
		return d
	}
	return nil
}

// measures resolves blocks as measures.
func (r *resolver) measures(list []Measure, blocks [][]syntax.Token) {
	for i, block := range blocks {
		m := &promela.Measure{Name: list[i].Name}
		for _, toks := range syntax.SplitList(block) {
			r.attempt(func() { m.Parts = append(m.Parts, r.part(toks)) })
		}
		r.model.Measures = append(r.model.Measures, m)
		r.toks = r.file.Toks
	}
}

// part resolves one expression of a measure.
func (r *resolver) part(toks []syntax.Token) promela.Expr {
	r.toks = toks
	x, err := r.file.ReadPart(toks, r.declared)
	if err != nil {
		r.errs.Add(err)
		panic(giveUp{})
	}
	m := r.model
	was := *m
	r.measure = true
	e := r.expr(x)
	r.measure = false
	m.UsesTimeout, m.UsesLast, m.UsesNp = was.UsesTimeout, was.UsesLast, was.UsesNp
	m.UsesPriority, m.UsesEnabled, m.UsesPcValue = was.UsesPriority, was.UsesEnabled, was.UsesPcValue
	first := &toks[0]
	r.later = append(r.later, func() {
		r.toks = toks
		constant := true
		promela.EachExpr(e, func(e promela.Expr) {
			switch e.(type) {
			case *promela.VarRef, *promela.ChanOp, *promela.Poll, *promela.RemoteLabel, *promela.RemoteVar,
				*promela.Call:
				constant = false
			default: // operands are checked separately
			}
			if msg, hint := noMeasure(e, &was); msg != "" {
				t := first
				for i := range toks {
					if toks[i].Pos == e.At() {
						t = &toks[i]
					}
				}
				r.errorAt(t, msg, hint)
				constant = false
			}
		})
		if constant {
			r.warnAt(first, "", "the expression is the same in all states", "name a variable that changes")
		}
		r.toks = r.file.Toks
	})
	return e
}

// noMeasure returns an error if a part of a measure depends on anything except the stored parts of a state.
// The model does not include the measure.
func noMeasure(e promela.Expr, m *promela.Model) (msg, hint string) {
	const stored = "an expression over states depends on what is stored of them"
	switch e := e.(type) {
	case *promela.Run:
		return "run has a side effect", stored
	case *promela.Timeout:
		return "timeout is nothing that a state has", stored
	case *promela.Np:
		return "np_ is for never claims", stored
	case *promela.Call:
		switch {
		case e.Fn == "enabled":
			return "enabled(...) is nothing that a state has", stored
		case e.Fn == "get_priority" && !m.UsesPriority:
			return "the model has no priorities", ""
		}
	case *promela.VarRef:
		switch {
		case e.Var.Special == promela.Last && !m.UsesLast:
			return "_last is not used in the model, so no state has it", stored
		case e.Var.Special == promela.PidVar:
			return "_pid belongs to a process", "name one: proctype[pid]:variable"
		case e.Var.Special == promela.PriorityVar:
			return "_priority belongs to a process", "ask for get_priority(pid)"
		case e.Var.Hidden:
			return "'" + e.Var.Name + "' is hidden, so no state has it", "declare it without hidden"
		}
	default: // operands are checked separately
	}
	return "", ""
}

func closed(list []Measure) (errs diag.List) {
	for i := range list {
		if d := list[i].closed(); d != nil {
			errs.Add(d)
		}
	}
	return errs
}
