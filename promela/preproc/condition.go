package preproc

import "errors"

// value is an integer of #if: 64 bits, signed or not.
type value struct {
	bits     uint64
	unsigned bool
}

func (v value) isTrue() bool { return v.bits != 0 }

func truth(b bool) value {
	if b {
		return value{bits: 1}
	}
	return value{}
}

// errReported ends the evaluation of a condition whose error has been reported.
var errReported = errors.New("reported")

// condition evaluates the rest of an #if or #elif. If it has an error, the result is false.
func (p *reader) condition(directive token) bool {
	e := &evaluator{p: p, directive: directive}
	e.advance()
	if e.tok.kind == kEOF {
		p.errorf(directive.loc, "#%s with no expression", directive.text)
		return false
	}
	v, err := e.sequence(true)
	if err != nil {
		return false
	}
	if e.tok.kind != kEOF {
		if e.tok.kind == kClose {
			e.fail("missing '(' in expression")
		} else {
			e.unexpected()
		}
		return false
	}
	return v.isTrue()
}

// evaluator evaluates constant expressions by recursive descent. The argument live of its methods means that
// the value matters; otherwise a division by zero is no error.
type evaluator struct {
	p         *reader
	directive token
	tok       token
	depth     int
	before    string // the operator before the next operand
}

func (e *evaluator) advance() { e.tok = e.p.directiveToken() }

func (e *evaluator) fail(format string, args ...any) error {
	loc := e.tok.loc
	if e.tok.exp != 0 {
		loc = e.p.records[e.tok.exp].use
	}
	if !e.p.stopped {
		e.p.errorf(loc, format, args...)
	}
	return errReported
}

// unexpected reports a token that can't follow an operand.
func (e *evaluator) unexpected() {
	switch e.tok.kind {
	case kEq:
		e.fail("token \"=\" is not valid in preprocessor expressions")
		if n := len(e.p.list); n > 0 {
			e.p.list[n-1].Hint = "write == to compare"
		}
	case kOther, kString, kAssignOp, kPunct, kHash, kPaste, kArrow, kDot, kEllipsis, kScope:
		e.fail("token %q is not valid in preprocessor expressions", e.tok.text)
	default:
		e.fail("missing binary operator before token %q", e.tok.text)
	}
}

// sequence evaluates a, b. Gcc takes the last value without a warning.
func (e *evaluator) sequence(live bool) (value, error) {
	v, err := e.conditional(live)
	for err == nil && e.tok.kind == kComma {
		e.before = ","
		e.advance()
		v, err = e.conditional(live)
	}
	return v, err
}

// conditional evaluates a ? b : c.
func (e *evaluator) conditional(live bool) (value, error) {
	if e.depth++; e.depth > maxNesting {
		return value{}, e.fail("#%s expression is too complex", e.directive.text)
	}
	defer func() { e.depth-- }()
	c, err := e.binary(1, live)
	if err != nil || e.tok.kind != kQuery {
		return c, err
	}
	e.before = "?"
	e.advance()
	yes, err := e.sequence(live && c.isTrue())
	if err != nil {
		return yes, err
	}
	if e.tok.kind != kColon {
		return yes, e.fail("'?' without following ':'")
	}
	e.before = ":"
	e.advance()
	no, err := e.conditional(live && !c.isTrue())
	if err != nil {
		return no, err
	}
	result := no
	if c.isTrue() {
		result = yes
	}
	result.unsigned = yes.unsigned || no.unsigned
	return result, nil
}

// precedences has the precedences of binary operators, and 0 for other tokens.
var precedences = [kPunct + 1]int{
	kOrOr: 1, kAndAnd: 2, kOr: 3, kXor: 4, kAnd: 5, kEqEq: 6, kNotEq: 6, kLt: 7, kGt: 7, kLe: 7, kGe: 7,
	kShl: 8, kShr: 8, kPlus: 9, kMinus: 9, kMul: 10, kDiv: 10, kMod: 10,
}

func (e *evaluator) binary(least int, live bool) (value, error) {
	left, err := e.unary(live)
	for err == nil {
		op := e.tok
		prec := precedences[op.kind]
		if prec < least || prec == 0 {
			break
		}
		e.before = op.text
		e.advance()
		rightLive := live
		switch op.kind {
		case kOrOr:
			rightLive = live && !left.isTrue()
		case kAndAnd:
			rightLive = live && left.isTrue()
		}
		var right value
		if right, err = e.binary(prec+1, rightLive); err != nil {
			break
		}
		left, err = e.apply(op, left, right, live)
	}
	return left, err
}

func (e *evaluator) apply(op token, a, b value, live bool) (value, error) {
	unsigned := a.unsigned || b.unsigned
	x, y := int64(a.bits), int64(b.bits)
	less := x < y
	if unsigned {
		less = a.bits < b.bits
	}
	out := func(bits uint64) (value, error) { return value{bits, unsigned}, nil }
	switch op.kind {
	case kOrOr:
		return truth(a.isTrue() || b.isTrue()), nil
	case kAndAnd:
		return truth(a.isTrue() && b.isTrue()), nil
	case kOr:
		return out(a.bits | b.bits)
	case kXor:
		return out(a.bits ^ b.bits)
	case kAnd:
		return out(a.bits & b.bits)
	case kEqEq:
		return truth(x == y), nil
	case kNotEq:
		return truth(x != y), nil
	case kLt:
		return truth(less), nil
	case kGe:
		return truth(!less), nil
	case kGt:
		return truth(!less && x != y), nil
	case kLe:
		return truth(less || x == y), nil
	case kShl, kShr:
		return shifted(a, b, op.kind == kShl), nil
	case kPlus:
		return out(a.bits + b.bits)
	case kMinus:
		return out(a.bits - b.bits)
	case kMul:
		return out(a.bits * b.bits)
	}
	if y == 0 {
		if live {
			return value{}, e.fail("division by zero in #%s", e.directive.text)
		}
		return out(0)
	}
	switch {
	case unsigned && op.kind == kDiv:
		return out(a.bits / b.bits)
	case unsigned:
		return out(a.bits % b.bits)
	case op.kind == kDiv:
		return out(uint64(x / y))
	}
	return out(uint64(x % y))
}

// shifted returns a shifted by b. A negative b shifts in the other direction.
func shifted(a, b value, left bool) value {
	by := b.bits
	if !b.unsigned && int64(by) < 0 {
		left, by = !left, -by
	}
	switch {
	case left:
		a.bits <<= by
	case a.unsigned:
		a.bits >>= by
	default:
		a.bits = uint64(int64(a.bits) >> by)
	}
	return a
}

func (e *evaluator) unary(live bool) (value, error) {
	if e.depth++; e.depth > maxNesting {
		return value{}, e.fail("#%s expression is too complex", e.directive.text)
	}
	defer func() { e.depth-- }()
	op := e.tok
	switch op.kind {
	case kPlus, kMinus, kNot, kTilde:
		e.before = op.text
		e.advance()
		v, err := e.unary(live)
		switch op.kind {
		case kMinus:
			v.bits = -v.bits
		case kNot:
			v = truth(!v.isTrue())
		case kTilde:
			v.bits = ^v.bits
		}
		return v, err
	case kOpen:
		e.before = "("
		e.advance()
		if e.tok.kind == kClose {
			return value{}, e.fail("missing expression between '(' and ')'")
		}
		v, err := e.sequence(live)
		if err != nil {
			return v, err
		}
		if e.tok.kind != kClose {
			if e.tok.kind == kEOF {
				return v, e.fail("missing ')' in expression")
			}
			e.unexpected()
			return v, errReported
		}
		e.advance()
		return v, nil
	}
	return e.operand()
}

func (e *evaluator) operand() (value, error) {
	t := e.tok
	switch t.kind {
	case kNumber:
		v, err := e.number(t.text)
		if err == nil {
			e.advance()
		}
		return v, err
	case kChar:
		v, err := e.character(t.text)
		if err == nil {
			e.advance()
		}
		return v, err
	case kName:
		if t.text == "defined" {
			return e.defined()
		}
		e.advance()
		if e.tok.kind == kOpen {
			return value{}, e.fail("function-like macro %q is not defined", t.text)
		}
		return value{}, nil
	case kEOF:
		if e.before == "" {
			return value{}, e.fail("#%s with no expression", e.directive.text)
		}
		return value{}, e.fail("operator '%s' has no right operand", e.before)
	case kString, kOther, kAssignOp, kPunct, kHash, kPaste, kArrow, kDot, kEllipsis, kScope, kEq:
		return value{}, e.fail("token %q is not valid in preprocessor expressions", t.text)
	}
	return value{}, e.fail("operator '%s' has no left operand", t.text)
}

// defined evaluates the operator defined, whose operand is not expanded.
func (e *evaluator) defined() (value, error) {
	e.p.noExpand++
	defer func() { e.p.noExpand-- }()
	e.advance()
	paren := e.tok.kind == kOpen
	if paren {
		e.advance()
	}
	if e.tok.kind != kName {
		return value{}, e.fail("operator \"defined\" requires an identifier")
	}
	v := truth(e.tok.id.defined())
	if paren {
		e.advance()
		if e.tok.kind != kClose {
			return v, e.fail("missing ')' after \"defined\"")
		}
	}
	e.p.noExpand--
	e.advance()
	e.p.noExpand++
	return v, nil
}
