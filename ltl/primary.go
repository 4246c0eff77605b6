package ltl

import "strings"

// functions take one argument and have no side effect.
var functions = map[string]bool{
	"len": true, "full": true, "empty": true, "nfull": true, "nempty": true,
	"enabled": true, "pc_value": true, "get_priority": true, "eval": true,
}

// primary reads an operand of Promela: a number, a call, a variable, a remote reference or a poll of a
// channel.
func (p *parser) primary() {
	t := p.peek()
	switch {
	case t.kind == tNumber:
		p.i++
		return
	case t.kind != tName:
		p.unexpected(t)
	case t.text == "run":
		p.fail(t.start, "", "run has a side effect: a formula only looks at states")
	case functions[t.text]:
		p.i++
		p.expect("(", "after "+t.text)
		p.value()
		p.expect(")", "after the argument of "+t.text)
		return
	}
	p.i++
	p.index()
	if p.remote() {
		return
	}
	p.fields()
	p.poll()
}

// value reads an expression that must be free of temporal operators.
func (p *parser) value() {
	if x := p.expr(0); x.temporal {
		p.fail(x.from, "", "a temporal formula cannot be part of an expression")
	}
}

func (p *parser) index() {
	if p.accept("[") {
		p.value()
		p.expect("]", "after the index")
	}
}

func (p *parser) fields() {
	for p.accept(".") {
		p.name("after .")
		p.index()
	}
}

// name reads a name. After @ and : and . even the words of temporal logic are names.
func (p *parser) name(why string) {
	t := p.peek()
	if t.kind == tEnd || !isNameRune(rune(p.text[t.start])) || t.kind == tNumber {
		p.fail(t.start, "", "a name expected %s, not %s", why, p.show(t))
	}
	p.i++
}

// remote reads the rest of P[1]@label or P[1]:variable. The colon must touch both names: with blanks around,
// it is that of a conditional expression.
func (p *parser) remote() bool {
	if p.accept("@") {
		p.name("after @")
		return true
	}
	if t := p.peek(); p.is(":") && p.toks[p.i-1].end == t.start && p.toks[p.i+1].start == t.end {
		p.i++
		p.name("after :")
		p.index()
		p.fields()
		return true
	}
	return false
}

// poll reads the rest of c?[m,1].
func (p *parser) poll() {
	t := p.peek()
	switch {
	case !p.is("?") && !p.is("??"):
		return
	case p.i+1 < len(p.toks) && p.toks[p.i+1].kind == tSign && (p.toks[p.i+1].text == "[" || p.toks[p.i+1].text == "[]"):
		p.i++
		if p.is("[]") {
			p.fail(p.peek().start, "", "a poll needs a message between [ and ]")
		}
	default:
		p.fail(t.start, "c?[m] asks whether m could be received",
			"a receive has a side effect: a formula only looks at states")
	}
	p.i++
	for {
		p.value()
		if p.is("(") { // the form c?[m(x,y)]
			p.arguments()
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect("]", "after the message")
}

func (p *parser) arguments() {
	p.expect("(", "before the message")
	p.value()
	for p.accept(",") {
		p.value()
	}
	p.expect(")", "after the message")
}

// unexpected is the error for a token that cannot be here, with a hint for those who write another logic's
// dialect.
func (p *parser) unexpected(t *token) {
	before := ""
	if p.i > 0 {
		before = p.toks[p.i-1].text
	}
	hint := ""
	switch {
	case t.kind == tSign && t.text == "=":
		hint = "equality is ==, implication is ->"
		p.fail(t.start, hint, "= assigns: a formula only looks at states")
	case t.kind == tSign && (t.text == "++" || t.text == "--"):
		p.fail(t.start, "", "%s assigns: a formula only looks at states", t.text)
	case before == "G" || before == "F":
		hint = map[string]string{"G": "always is written []", "F": "eventually is written <>"}[before]
	case before == "R" || t.text == "R":
		hint = "release is written V"
	case t.kind == tEnd && p.i == 0:
		p.fail(t.start, "such as [] (p -> <> q)", "the formula is empty")
	case t.kind == tSign && binding[t.text] > 0:
		hint = "a formula or expression is missing before " + strings.TrimSpace(p.show(t))
	}
	p.fail(t.start, hint, "unexpected %s", p.show(t))
}
