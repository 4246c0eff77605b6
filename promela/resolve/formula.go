package resolve

import (
	"fmt"
	"slices"
	"strings"

	"gospin/promela"
	"gospin/promela/expr"
	"gospin/promela/preproc"
	"gospin/promela/syntax"
)

// withTexts returns a function that reads files, and appends the formulas and measures to the model, in
// blocks.
func withTexts(path string, o Options) func(string) ([]byte, error) {
	read := o.ReadFile
	if read == nil {
		read = preproc.ReadFile
	}
	return func(name string) ([]byte, error) {
		text, err := read(name)
		if name != path || err != nil {
			return text, err
		}
		const block = "\n\nltl {\n#line 1 %q\n%s\n}\n"
		text = slices.Clip(text)
		for _, f := range o.Formulas {
			text = fmt.Appendf(text, block, FormulaFile, f)
		}
		for _, m := range o.Measures {
			text = fmt.Appendf(text, block, m.Name, m.Text)
		}
		return text, nil
	}
}

// formulas resolves the ltl blocks. The names of the last blocks are their texts.
func (r *resolver) formulas(texts []string) {
	for i, b := range r.file.Formulas {
		name := ""
		if n := i - len(r.file.Formulas) + len(texts); n >= 0 {
			name = texts[n]
		}
		r.attempt(func() { r.ltl(b, name) })
		r.toks = r.file.Toks
	}
}

func (r *resolver) declared(name string) (variable, proctype bool) {
	return r.lookup(name) != nil, r.procs[name] != nil
}

func (r *resolver) ltl(block []syntax.Token, name string) {
	x, toks, err := r.file.ReadFormula(block, r.declared)
	r.toks = toks
	if x != nil && x.Formula != nil {
		for _, p := range x.Formula.Problems() {
			r.problem(&p)
		}
	}
	if err != nil {
		r.errs.Add(err)
		return
	}
	f := &promela.LTL{Pos: block[0].Pos, Name: name, FromOptions: name != ""}
	switch {
	case name != "":
	case x.Name != "":
		f.Name = x.Name
	default:
		f.Name = fmt.Sprintf("ltl_%d", r.unnamed)
		r.unnamed++
	}
	r.claimName(&block[0], f.Name)
	named := &block[0]
	if x.Name != "" {
		named = &toks[0]
	}
	r.use(named, f, Declares)
	from := 1 + slices.IndexFunc(toks, func(t syntax.Token) bool { return t.Is("{") })
	var words []string
	for _, t := range toks[from : len(toks)-2] {
		words = append(words, t.Text)
	}
	f.Text = strings.Join(words, " ")
	r.formula = true
	f.X = r.expr(x.Formula.Expr())
	r.formula = false
	r.model.LTL = append(r.model.LTL, f)
}

// problem reports a malformed formula.
func (r *resolver) problem(p *expr.Problem) {
	switch p.Fault {
	case expr.Tight:
		r.tight(p)
	case expr.Between:
		hint := ""
		if p.Sign == "&" || p.Sign == "|" {
			hint = "the operators of logic are && and ||"
		}
		r.errorAt(r.tok(p.Op), p.Sign+" cannot stand between formulas", hint)
	case expr.Before:
		r.errorAt(r.tok(p.Op), p.Sign+" cannot stand before a formula", "not is written !")
	case expr.Value:
		r.errorAt(r.tok(p.Op), "a formula cannot be a value of a conditional expression", "")
	case expr.Part:
		r.errorAt(r.first(p.X), "a formula cannot be part of an expression", "")
	}
}

// tight rejects [] x == 0, which SPIN parses as ([] x) == 0.
func (r *resolver) tight(p *expr.Problem) {
	var words []string
	for x := p.X; x != p.Inner; x = x.(*expr.Unary).X {
		words = append(words, x.(*expr.Unary).Sign)
	}
	atom := ""
	r.attempt(func() { atom = promela.ExprText(r.inner(p.Inner)) })
	if atom == "" {
		return // an error inside was reported
	}
	if strings.HasPrefix(atom, "(") && strings.HasSuffix(atom, ")") {
		atom = atom[1 : len(atom)-1]
	}
	t := r.first(p.X)
	r.report(t.Pos, r.tok(p.Op).Notes, words[0]+" binds more tightly than "+p.Sign,
		fmt.Sprintf("write %s (%s)", strings.Join(words, " "), atom))
}
