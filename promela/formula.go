package promela

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"gospin/promela/diag"
)

// ltlOps maps the words and signs of temporal logic to operators.
var ltlOps = map[string]Op{
	"always": "[]", "eventually": "<>", "next": "X", "X": "X",
	"until": "U", "stronguntil": "U", "U": "U", "weakuntil": "W", "W": "W", "release": "V", "V": "V",
	"implies": "->", "->": "->", "equivalent": "<->", "<->": "<->",
}

// withFormulas reads files as the options say, with the formulas behind the model.
func withFormulas(path string, o Options) func(string) ([]byte, error) {
	read := o.ReadFile
	if read == nil {
		read = os.ReadFile
	}
	return func(name string) ([]byte, error) {
		text, err := read(name)
		if name != path || err != nil {
			return text, err
		}
		text = slices.Clip(text)
		for _, f := range o.Formulas {
			text = fmt.Appendf(text, "\n\nltl {\n#line 1 %q\n%s\n}\n", FormulaFile, f)
		}
		return text, nil
	}
}

// formulas reads the ltl blocks that scan set aside. The last of them may have texts for names.
func (p *parser) formulas(texts []string) {
	for i, b := range p.ltl {
		p.toks = append(b[1:len(b):len(b)], token{kind: tEOF, pos: b[len(b)-1].pos})
		p.i = 0
		p.recovering(func() {
			if n := i - len(p.ltl) + len(texts); n >= 0 {
				p.formula(&b[0], texts[n])
			} else {
				p.formula(&b[0], "")
			}
		})
	}
}

func (p *parser) formula(at *token, name string) {
	f := &LTL{Pos: at.pos, Name: name, Beside: name != ""}
	switch {
	case name != "":
	case p.peek().kind == tName:
		f.Name = p.next().text
	default:
		f.Name = fmt.Sprintf("ltl_%d", p.unnamed)
		p.unnamed++
	}
	p.claimName(at, f.Name)
	p.expect("{", "after the formula's name")
	var words []string
	for _, t := range p.toks[p.i : len(p.toks)-2] {
		words = append(words, t.text)
	}
	f.Text = strings.Join(words, " ")
	f.X = p.ltlExpr(0)
	for isSep(p.peek()) {
		p.next()
	}
	p.expect("}", "after the formula")
	p.model.LTL = append(p.model.LTL, f)
}

// logic is how tightly the operators of logic bind. Those of arithmetic bind more tightly, as in expressions.
var logic = map[Op]int{"->": 1, "<->": 1, "||": 2, "&&": 3, "U": 4, "W": 4, "V": 4}

// arithmetic is the binding from which on operators make atoms.
const arithmetic = 6

// operator is the binary operator at hand and how tightly it binds; 0 if there is none.
func (p *parser) operator() (Op, int) {
	t := p.peek()
	switch {
	case t.is("||"), t.is("&&"):
		return Op(t.text), logic[Op(t.text)]
	case t.kind == tPunct && binding[t.text] >= arithmetic:
		return Op(t.text), binding[t.text]
	case t.kind == tPunct || t.kind == tName && p.lookup(t.text) == nil:
		op := ltlOps[t.text]
		return op, logic[op]
	}
	return "", 0
}

// ltlExpr reads what is made of operators that bind at least as tightly as min. Whether an operand is a formula or a
// part of an atom shows only at the operators around it: (p && q) is a formula, but (p && q) == r is an atom.
func (p *parser) ltlExpr(min int) Expr {
	defer p.enter(p.peek())()
	start := p.i
	return p.ltlRest(p.ltlUnary(), start, min)
}

// ltlRest reads on behind the first operand, which began at a token.
func (p *parser) ltlRest(x Expr, start, min int) Expr {
	for {
		op, b := p.operator()
		if b == 0 || b < min {
			return x
		}
		if _, temporal := outermost(x); temporal && b >= arithmetic && !p.toks[start].is("(") {
			x = p.trap(x.(*Unary), op)
			continue
		}
		t := p.next()
		y := p.ltlExpr(b + 1)
		if b >= arithmetic {
			p.arithmetic(t, x)
			p.arithmetic(t, y)
		}
		x = &Binary{Base{t.pos}, op, x, y}
	}
}

// outermost peels the unary operators of a formula off, and tells if one of them is temporal.
func outermost(x Expr) (inner Expr, temporal bool) {
	for {
		u, ok := x.(*Unary)
		if !ok || u.Op == "-" || u.Op == "~" {
			return x, temporal
		}
		temporal = temporal || u.Op != "!"
		x = u.X
	}
}

// trap refuses [] x == 0, which SPIN reads as ([] x) == 0, and reads it as [] (x == 0).
func (p *parser) trap(x *Unary, op Op) Expr {
	at, last, words := p.peek(), x, string(x.Op)
	for {
		u, ok := last.X.(*Unary)
		if !ok || u.Op == "-" || u.Op == "~" {
			break
		}
		last = u
		words += " " + string(u.Op)
	}
	last.X = p.ltlRest(last.X, p.i, arithmetic) // the operator itself is no parenthesis
	atom := strings.TrimSuffix(strings.TrimPrefix(exprText(last.X), "("), ")")
	p.report(diag.Error, x.Pos, at.notes, fmt.Sprintf("%s binds more tightly than %s", x.Op, op), fmt.Sprintf("write %s (%s)", words, atom))
	return x
}

// arithmetic refuses formulas as operands of what is no operator of logic.
func (p *parser) arithmetic(op *token, x Expr) {
	if temporal(x) {
		hint := ""
		if op.is("&") || op.is("|") {
			hint = "the operators of logic are && and ||"
		}
		p.errorAt(op, op.text+" cannot stand between formulas", hint)
	}
	p.operand(op, x)
}

// temporal tells if an expression has operators that only formulas have.
func temporal(x Expr) bool {
	switch x := x.(type) {
	case *Unary:
		return strings.Contains(" [] <> X ", " "+string(x.Op)+" ") || temporal(x.X)
	case *Binary:
		return strings.Contains(" -> <-> U W V ", " "+string(x.Op)+" ") || temporal(x.X) || temporal(x.Y)
	}
	return false
}

// unaryLTL takes a unary operator of logic.
func (p *parser) unaryLTL() (Op, bool) {
	t, n := p.peek(), p.peekAt(1)
	switch {
	case t.is("!"):
		p.next()
		return "!", true
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
	if op, ok := p.unaryLTL(); ok {
		return &Unary{Base{t.pos}, op, p.ltlUnary()}
	}
	switch {
	case t.is("-"), t.is("~"):
		p.next()
		x := p.ltlUnary()
		p.arithmetic(t, x)
		return &Unary{Base{t.pos}, Op(t.text), x}
	case t.is("("):
		return p.ltlParen()
	case t.is("run"):
		p.fail(t, "run has a side effect: a formula only looks at states", "")
	}
	return p.primary()
}

// ltlParen reads ( formula ) or ( condition -> value : value ).
func (p *parser) ltlParen() Expr {
	t := p.next()
	x := p.ltlExpr(0)
	if b, ok := x.(*Binary); ok && b.Op == "->" && p.peek().is(":") && !temporal(b.X) && !temporal(b.Y) {
		p.next()
		y := p.ltlExpr(0)
		if temporal(y) {
			p.errorAt(t, "a formula cannot be a value of a conditional expression", "")
		}
		x = &CondExpr{Base: Base{t.pos}, If: b.X, Then: b.Y, Else: y}
	}
	p.expect(")", "after the formula")
	return x
}
