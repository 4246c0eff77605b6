package ltl

import (
	"strings"
)

// Parse reads a formula in SPIN's syntax. The second result are the texts of its atoms, by number: equal ones have one
// number, and the order is that of their first occurrence. The error is an *Error.
//
// Operators, loosest first, each group associating to the left: -> <-> then || then && then U V W then the operators of
// Promela's expressions, then the unary [] <> X !. An atom is the largest part without any of the operators of logic.
func Parse(text string) (f *Formula, atoms []string, err error) {
	p := &parser{text: text, toks: lex(text), ids: map[string]int{}}
	defer func() {
		if r := recover(); r != nil {
			b, ok := r.(bad)
			if !ok {
				panic(r)
			}
			f, atoms, err = nil, nil, b.err
		}
	}()
	x := p.expr(0)
	if t := p.peek(); t.kind != tEnd {
		p.unexpected(t)
	}
	return p.formula(x), p.atoms, nil
}

// maxDepth bounds how deeply a formula may be nested, so that no text exhausts the stack.
const maxDepth = 1000

type parser struct {
	text  string
	toks  []token
	i     int
	depth int
	atoms []string
	ids   map[string]int // number of the atom with these tokens
}

// expr is a formula or expression before it is known which: (p && q) is two atoms, (p && q) == r is one.
type expr struct {
	op         string // operator; "" for what is not made of operators
	x, y       *expr
	bare       bool // no parentheses around it
	temporal   bool // an operator that only formulas have is in it
	first, end int  // tokens without the parentheses around it
	from, to   int  // bytes with them
}

// binding is how tightly binary operators bind. From arithmetic on they make atoms.
var binding = map[string]int{
	"->": 1, "<->": 1, "||": 2, "&&": 3, "U": 4, "V": 4, "W": 4,
	"|": 6, "^": 7, "&": 8, "==": 9, "!=": 9, "<": 10, "<=": 10, ">": 10, ">=": 10,
	"<<": 11, ">>": 11, "+": 12, "-": 12, "*": 13, "/": 13, "%": 13,
}

const arithmetic = 6

func (p *parser) peek() *token { return &p.toks[p.i] }

func (p *parser) is(sign string) bool {
	t := p.peek()
	return t.kind == tSign && t.text == sign
}

func (p *parser) accept(sign string) bool {
	ok := p.is(sign)
	if ok {
		p.i++
	}
	return ok
}

func (p *parser) expect(sign, why string) {
	if !p.accept(sign) {
		p.fail(p.peek().start, "", "%s expected %s, not %s", sign, why, p.show(p.peek()))
	}
}

// show names a token in a message, as it is spelled.
func (p *parser) show(t *token) string {
	if t.kind == tEnd {
		return "the end"
	}
	return p.text[t.start:t.end]
}

func (p *parser) enter(t *token) func() {
	if p.depth++; p.depth > maxDepth {
		p.fail(t.start, "", "the formula is nested more than %d deep", maxDepth)
	}
	return func() { p.depth-- }
}

// expr reads what is made of operators that bind at least as tightly as min.
func (p *parser) expr(min int) *expr {
	defer p.enter(p.peek())()
	first := p.i
	x := p.unary()
	for {
		t := p.peek()
		b := binding[t.text]
		if t.kind != tSign || b == 0 || b < min {
			return x
		}
		p.i++
		if b >= arithmetic {
			p.trap(t, x)
		}
		y := p.expr(b + 1)
		if b >= arithmetic && y.temporal {
			p.fail(t.start, p.oneBar(t), "%s cannot stand between temporal formulas", t.text)
		}
		x = &expr{op: t.text, x: x, y: y, bare: true, temporal: b == binding["U"] || b == binding["->"] || x.temporal || y.temporal,
			first: first, end: p.i, from: x.from, to: y.to}
	}
}

// oneBar is the hint for those who write & for &&.
func (p *parser) oneBar(t *token) string {
	if t.text == "&" || t.text == "|" {
		return "the operators of logic are && and ||"
	}
	return ""
}

// trap refuses a temporal formula to the left of an arithmetic operator: [] x == 0 would be ([] x) == 0.
func (p *parser) trap(t *token, x *expr) {
	if !x.temporal {
		return
	}
	inner := x
	for inner.bare && inner.y == nil && inner.x != nil {
		inner = inner.x
	}
	if inner == x || inner.temporal {
		p.fail(t.start, p.oneBar(t), "%s cannot stand between temporal formulas", t.text)
	}
	rest := p.expr(arithmetic)
	if rest.temporal {
		p.fail(t.start, p.oneBar(t), "%s cannot stand between temporal formulas", t.text)
	}
	p.fail(x.from, "write "+strings.TrimSpace(p.text[x.from:inner.from])+" ("+p.text[inner.from:rest.to]+")",
		"%s binds more tightly than %s", p.text[x.from:p.toks[x.first].end], t.text)
}

func (p *parser) unary() *expr {
	t := p.peek()
	defer p.enter(t)()
	if t.kind == tSign {
		switch t.text {
		case "[]", "<>", "X", "!":
			first := p.i
			p.i++
			x := p.unary()
			return &expr{op: t.text, x: x, bare: true, temporal: t.text != "!" || x.temporal, first: first, end: p.i, from: t.start, to: x.to}
		case "-", "~":
			first := p.i
			p.i++
			x := p.unary()
			if x.temporal {
				p.fail(t.start, "not is written !", "%s cannot stand before a temporal formula", t.text)
			}
			return &expr{bare: true, first: first, end: p.i, from: t.start, to: x.to}
		case "(":
			return p.paren()
		}
	}
	first := p.i
	p.primary()
	return &expr{bare: true, first: first, end: p.i, from: t.start, to: p.toks[p.i-1].end}
}

// paren reads ( formula ) or ( condition -> value : value ).
func (p *parser) paren() *expr {
	open, from := p.peek(), p.i
	p.i++
	x := p.expr(0)
	if colon := p.peek(); p.is(":") && x.op == "->" && x.bare && !x.x.temporal && !x.y.temporal {
		p.i++
		if y := p.expr(0); y.temporal {
			p.fail(colon.start, "", "a temporal formula cannot be the value of a conditional expression")
		}
		x = &expr{}
	}
	if !p.accept(")") {
		if p.peek().kind == tEnd {
			p.fail(open.start, "", "this ( is not closed")
		}
		p.unexpected(p.peek())
	}
	c := *x
	if c.first == c.end { // the conditional expression keeps its parentheses
		c.first, c.end = from, p.i
	}
	c.bare, c.from, c.to = false, open.start, p.toks[p.i-1].end
	return &c
}

// formula makes formulas of logic's operators and atoms of all else.
func (p *parser) formula(e *expr) *Formula {
	switch b := binding[e.op]; {
	case e.op == "" || b >= arithmetic:
		return p.atom(e)
	case e.y == nil:
		x := p.formula(e.x)
		switch e.op {
		case "!":
			return Not(x)
		case "[]":
			return Always(x)
		case "<>":
			return Eventually(x)
		}
		return Next(x)
	}
	x, y := p.formula(e.x), p.formula(e.y)
	switch e.op {
	case "->":
		return Implies(x, y)
	case "<->":
		return Equiv(x, y)
	case "||":
		return Or(x, y)
	case "&&":
		return And(x, y)
	case "U":
		return Until(x, y)
	case "W":
		return WeakUntil(x, y)
	}
	return Release(x, y)
}

func (p *parser) atom(e *expr) *Formula {
	toks := p.toks[e.first:e.end]
	if len(toks) == 1 {
		switch toks[0].text {
		case "true", "1", "skip":
			return True()
		case "false", "0":
			return False()
		}
	}
	var key []string
	for i := range toks {
		key = append(key, toks[i].text)
	}
	k := strings.Join(key, " ")
	id, ok := p.ids[k]
	if !ok {
		id = len(p.atoms)
		p.ids[k] = id
		text := p.text[toks[0].start:toks[len(toks)-1].end]
		p.atoms = append(p.atoms, strings.Join(strings.Fields(text), " "))
	}
	return Atom(id)
}
