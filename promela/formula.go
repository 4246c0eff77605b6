package promela

import (
	"fmt"
	"strings"
)

// ltlOps maps the words and signs of temporal logic to operators.
var ltlOps = map[string]Op{
	"always": "[]", "eventually": "<>", "next": "X", "X": "X",
	"until": "U", "stronguntil": "U", "U": "U", "weakuntil": "W", "W": "W", "release": "V", "V": "V",
	"implies": "->", "->": "->", "equivalent": "<->", "<->": "<->",
}

// formulas reads the ltl blocks that scan set aside.
func (p *parser) formulas() {
	for _, b := range p.ltl {
		p.toks = append(b[1:len(b):len(b)], token{kind: tEOF, pos: b[len(b)-1].pos})
		p.i = 0
		p.recovering(func() { p.formula(&b[0]) })
	}
}

func (p *parser) formula(at *token) {
	f := &LTL{Pos: at.pos, Name: fmt.Sprintf("ltl_%d", p.unnamed)}
	if p.peek().kind == tName {
		f.Name = p.next().text
	} else {
		p.unnamed++
	}
	p.claimName(at, f.Name)
	p.expect("{", "after the formula's name")
	var words []string
	for _, t := range p.toks[p.i : len(p.toks)-2] {
		words = append(words, t.text)
	}
	f.Text = strings.Join(words, " ")
	f.X = p.implication()
	for isSep(p.peek()) {
		p.next()
	}
	p.expect("}", "after the formula")
	p.model.LTL = append(p.model.LTL, f)
}

// binaryLTL reads a temporal binary operator of one of the ops.
func (p *parser) binaryLTL(ops string) (Op, *token) {
	t := p.peek()
	if t.kind != tName && t.kind != tPunct || t.kind == tName && p.lookup(t.text) != nil {
		return "", t
	}
	if op, ok := ltlOps[t.text]; ok && strings.Contains(ops, " "+string(op)+" ") {
		p.next()
		return op, t
	}
	return "", t
}

func (p *parser) implication() Expr {
	defer p.enter(p.peek())()
	return p.ltlLevel(" -> <-> ", func() Expr {
		return p.ltlBool("||", func() Expr { return p.ltlBool("&&", p.ltlUntil) })
	})
}

func (p *parser) ltlUntil() Expr { return p.ltlLevel(" U W V ", p.ltlUnary) }

func (p *parser) ltlLevel(ops string, sub func() Expr) Expr {
	x := sub()
	for {
		op, t := p.binaryLTL(ops)
		if op == "" {
			return x
		}
		x = &Binary{Base{t.pos}, op, x, sub()}
	}
}

func (p *parser) ltlBool(op string, sub func() Expr) Expr {
	x := sub()
	for p.peek().is(op) {
		t := p.next()
		x = &Binary{Base{t.pos}, Op(op), x, sub()}
	}
	return x
}

// temporal reads a unary temporal operator.
func (p *parser) temporal() (Op, bool) {
	t, n := p.peek(), p.peekAt(1)
	switch {
	case t.is("[") && n.is("]"):
		p.i += 2
		return "[]", true
	case t.is("<") && n.is(">"):
		p.i += 2
		return "<>", true
	case t.kind == tName && p.lookup(t.text) == nil:
		if op := ltlOps[t.text]; op == "[]" || op == "<>" || op == "X" {
			p.next()
			return op, true
		}
	}
	return "", false
}

func (p *parser) ltlUnary() Expr {
	t := p.peek()
	defer p.enter(t)()
	if op, ok := p.temporal(); ok {
		start := p.i
		x := p.ltlUnary()
		if _, isVar := x.(*Binary); isVar && !p.toks[start].is("(") && start > 0 {
			if b := x.(*Binary); binding[string(b.Op)] >= 6 {
				a := ExprText(b)
				p.warnAt(t, fmt.Sprintf("%s binds more tightly than %s in SPIN; read here as %s %s", op, b.Op, op, a), fmt.Sprintf("write %s %s", op, a))
			}
		}
		return &Unary{Base{t.pos}, op, x}
	}
	if t.is("!") {
		p.next()
		return &Unary{Base{t.pos}, "!", p.ltlUnary()}
	}
	if t.is("(") {
		start, errs := p.i, len(p.errs)
		if x := p.ltlParen(); x != nil {
			return x
		}
		p.i, p.errs = start, p.errs[:errs]
	}
	return p.expr(5)
}

// ltlParen reads ( formula ) unless what follows shows that it is part of an arithmetic expression.
func (p *parser) ltlParen() Expr {
	p.next()
	x := p.implication()
	if !p.peek().is(")") {
		return nil
	}
	p.next()
	if t := p.peek(); t.kind == tPunct && binding[t.text] >= 5 && !t.is("|") {
		return nil
	}
	return x
}
