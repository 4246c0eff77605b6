package graph

import (
	"fmt"
	"strings"

	"gospin/ltl"
)

// ParseCTL parses a CTL formula: EX AX EF AF EG AG, E[f U g], A[f U g], and ! && || -> <->, which bind as in
// package ltl, the loosest last. Conditions on states are names, or anything in parentheses without a
// temporal operator; the model defines their meaning. Errors are of type *ltl.Error.
func ParseCTL(text string) (*CTL, error) {
	p := &ctlParser{text: text}
	f, err := p.implication()
	if err != nil {
		return nil, err
	}
	if p.blanks(); p.at < len(text) {
		return nil, p.surplusError()
	}
	return f, nil
}

type ctlParser struct {
	text string
	at   int
	deep int
}

const deepest = 500

func (p *ctlParser) fail(at int, hint, format string, a ...any) error {
	return &ltl.Error{Text: p.text, Column: at + 1, Msg: fmt.Sprintf(format, a...), Hint: hint}
}

const operators = "there are EX AX EF AF EG AG, E[f U g], A[f U g], ! && || -> <->"

// surplusError returns the error for text after a formula.
func (p *ctlParser) surplusError() error {
	rest := p.text[p.at:]
	switch {
	case rest[0] == ')' || rest[0] == ']':
		return p.fail(p.at, "", "%q without a bracket that it closes", rest[0])
	case strings.ContainsRune("=<>+-*/%.:?[@", rune(rest[0])) || strings.HasPrefix(rest, "!="):
		return p.fail(p.at, "write conditions in parentheses: (x == 0)",
			"a condition that is not a name stands without parentheses")
	case word(rest) == "U":
		return p.fail(p.at, "write E[f U g] or A[f U g]", "U stands outside of E[ ] and A[ ]")
	}
	return p.fail(p.at, operators, "%s follows a formula without an operator", shown(rest))
}

// shown returns the part of a text that an error message quotes.
func shown(text string) string {
	if text == "" {
		return "the end"
	}
	if w := word(text); w != "" {
		return w
	}
	return fmt.Sprintf("%q", []rune(text)[0])
}

func letter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// word returns the name or number at the beginning of a text.
func word(text string) string {
	n := 0
	for n < len(text) && letter(text[n]) {
		n++
	}
	return text[:n]
}

func (p *ctlParser) blanks() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// take skips one of the signs if it comes next, and reports whether it did.
func (p *ctlParser) take(signs ...string) bool {
	p.blanks()
	for _, s := range signs {
		if strings.HasPrefix(p.text[p.at:], s) {
			p.at += len(s)
			return true
		}
	}
	return false
}

func (p *ctlParser) implication() (*CTL, error) {
	x, err := p.left(p.disjunction, "||", `\/`)
	for err == nil {
		op := Implies
		if p.take("<->") {
			op = Equiv
		} else if !p.take("->") {
			break
		}
		var y *CTL
		if y, err = p.left(p.disjunction, "||", `\/`); err == nil {
			x = &CTL{Op: op, X: x, Y: y}
		}
	}
	return x, err
}

func (p *ctlParser) disjunction() (*CTL, error) { return p.left(p.unary, "&&", `/\`) }

// left parses operands of one left-associative operator, && or ||, with these spellings.
func (p *ctlParser) left(operand func() (*CTL, error), signs ...string) (*CTL, error) {
	op := Or
	if signs[0] == "&&" {
		op = And
	}
	x, err := operand()
	for err == nil && p.take(signs...) {
		var y *CTL
		if y, err = operand(); err == nil {
			x = &CTL{Op: op, X: x, Y: y}
		}
	}
	return x, err
}

var unaries = map[string]Op{"EX": EX, "AX": AX, "EF": EF, "AF": AF, "EG": EG, "AG": AG}

func (p *ctlParser) unary() (f *CTL, err error) {
	if p.deep++; p.deep > deepest {
		return nil, p.fail(p.at, "", "more than %d operators within each other", deepest)
	}
	defer func() { p.deep-- }()
	if p.blanks(); p.at == len(p.text) {
		return nil, p.fail(p.at, operators, "a formula is missing")
	}
	start, rest := p.at, p.text[p.at:]
	w := word(rest)
	op, temporal := unaries[w]
	switch {
	case temporal:
		p.at += len(w)
		x, err := p.unary()
		return &CTL{Op: op, X: x}, err
	case strings.HasPrefix(rest, "!") && !strings.HasPrefix(rest, "!="):
		p.at++
		x, err := p.unary()
		return &CTL{Op: Not, X: x}, err
	case (w == "E" || w == "A") && strings.HasPrefix(strings.TrimLeft(rest[1:], " \t\r\n"), "["):
		return p.until(w)
	case rest[0] == '(':
		return p.group()
	case w == "true" || w == "1":
		p.at += len(w)
		return &CTL{Op: True}, nil
	case w == "false" || w == "0":
		p.at += len(w)
		return &CTL{Op: Not, X: &CTL{Op: True}}, nil
	}
	return p.name(start, w)
}

// name parses a condition without parentheses.
func (p *ctlParser) name(start int, w string) (*CTL, error) {
	rest := p.text[start:]
	quantifier := "an operator of CTL is E or A with X, F or G: AG f, EF f; or E[f U g], A[f U g]"
	switch {
	case strings.HasPrefix(rest, "[]"), strings.HasPrefix(rest, "<>"):
		return nil, p.fail(start, quantifier, "%s is an operator of LTL: -ltl checks such formulas", rest[:2])
	case w == "X", w == "F", w == "G", w == "U", w == "E", w == "A", w == "V", w == "W", w == "R":
		return nil, p.fail(start, quantifier, "%s does not stand alone", w)
	case w == "fair":
		return nil, p.fail(start, "verify -f -ltl FORMULA looks for fair runs", "fairness is absent from CTL here")
	case w == "" || w[0] >= '0' && w[0] <= '9':
		return nil, p.fail(start, operators, "a formula cannot begin with %s", shown(rest))
	}
	p.at = start + len(w)
	if err := p.suffixes(); err != nil {
		return nil, err
	}
	return &CTL{Op: Plain, Text: p.text[start:p.at], At: start}, nil
}

// suffixes skips what belongs to a name: indices, fields, labels and variables of processes.
func (p *ctlParser) suffixes() error {
	for p.at < len(p.text) {
		switch rest := p.text[p.at:]; rest[0] {
		case '[':
			end := p.closing(p.at)
			if end < 0 {
				return p.fail(p.at, "", "the bracket is not closed")
			}
			p.at = end + 1
		case '@', ':', '.':
			w := word(rest[1:])
			if w == "" {
				return nil
			}
			p.at += len(w) + 1
		default:
			return nil
		}
	}
	return nil
}

// until parses E[f U g] or A[f U g].
func (p *ctlParser) until(w string) (*CTL, error) {
	p.at++
	p.take("[")
	open := p.at - 1
	x, err := p.implication()
	if err != nil {
		return nil, err
	}
	if p.blanks(); word(p.text[p.at:]) != "U" {
		if p.at < len(p.text) && p.text[p.at] != ']' {
			return nil, p.surplusError()
		}
		return nil, p.fail(p.at, "write "+w+"[f U g]; "+w+"G f and "+w+"F f are what has no U", "U is missing")
	}
	p.at++
	y, err := p.implication()
	if err != nil {
		return nil, err
	}
	if !p.take("]") {
		if p.at < len(p.text) {
			return nil, p.surplusError()
		}
		return nil, p.fail(open, "", "the bracket is not closed")
	}
	op := EU
	if w == "A" {
		op = AU
	}
	return &CTL{Op: op, X: x, Y: y}, nil
}

// group parses parentheses: a formula if they contain a temporal operator, otherwise a condition.
func (p *ctlParser) group() (*CTL, error) {
	open := p.at
	end := p.closing(open)
	if end < 0 {
		return nil, p.fail(open, "", "the parenthesis is not closed")
	}
	if inside := p.text[open+1 : end]; !ctlWithin(inside) && !impliesWithin(inside) {
		p.at = end + 1
		if strings.TrimSpace(p.text[open+1:end]) == "" {
			return nil, p.fail(open, operators, "there is nothing in the parentheses")
		}
		return &CTL{Op: Plain, Text: p.text[open : end+1], At: open}, nil
	}
	p.at++
	f, err := p.implication()
	if err != nil {
		return nil, err
	}
	if p.take(")") {
		return f, nil
	}
	return nil, p.surplusError()
}

// closing returns the position of the matching parenthesis or bracket, or -1 if there is none or the contents
// are unbalanced.
func (p *ctlParser) closing(open int) int {
	var awaited []byte
	for i := open; i < len(p.text); i++ {
		switch c := p.text[i]; c {
		case '\'': // character literal
			if i+2 < len(p.text) && p.text[i+2] == '\'' {
				i += 2
			}
		case '(':
			awaited = append(awaited, ')')
		case '[':
			awaited = append(awaited, ']')
		case ')', ']':
			last := len(awaited) - 1
			if awaited[last] != c {
				return -1
			}
			if awaited = awaited[:last]; last == 0 {
				return i
			}
		}
	}
	return -1
}

// ctlWithin reports whether a text contains a CTL operator.
func ctlWithin(text string) bool {
	for i := 0; i < len(text); i++ {
		w := word(text[i:])
		if w == "" {
			continue
		}
		if _, ok := unaries[w]; ok {
			return true
		}
		i += len(w) - 1
		if rest := strings.TrimLeft(text[i+1:], " \t\r\n"); (w == "E" || w == "A") && untilWithin(rest) {
			return true
		}
	}
	return false
}

// untilWithin reports whether a text begins with brackets that contain a U. Other brackets are an index.
func untilWithin(text string) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '[':
			depth++
		case c == ']':
			if depth--; depth == 0 {
				return false
			}
		case depth == 0:
			return false
		case letter(c):
			w := word(text[i:])
			if w == "U" && depth == 1 {
				return true
			}
			i += len(w) - 1
		}
	}
	return false
}

// impliesWithin reports whether a text contains an implication or equivalence. The arrow of a conditional
// expression, which has a colon after a blank, is none.
func impliesWithin(text string) bool {
	return strings.Contains(text, "->") && !strings.Contains(text, " :")
}
