package ltl

import (
	"context"
	"fmt"
	"slices"
)

// term is a formula in negation normal form, represented by its index in a table where equal formulas have
// one index.
type term int32

type termOp uint8

const (
	tTrue termOp = iota
	tFalse
	tLiteral
	tAnd
	tOr
	tNext
	tUntil
	tRelease
)

// shape is a term's contents.
type shape struct {
	op   termOp
	atom int    // for a literal
	neg  bool   // for a literal
	kids []term // for tAnd and tOr: sorted, and at least two
	// eventual: if it holds for a suffix, it holds for the whole run. universal: if it holds for the whole
	// run, it holds for every suffix (Etessami and Holzmann 2000).
	eventual, universal bool
	negation            term // -1 until computed
}

// alternating terms hold for all suffixes or for none.
func (s *shape) alternating() bool { return s.eventual && s.universal }

// table has the terms of one translation.
type table struct {
	watch
	shapes  []shape
	index   map[string]term
	implied map[[2]term]bool
}

const (
	theTrue  term = 0
	theFalse term = 1
)

func newTable(ctx context.Context) *table {
	t := &table{watch: watch{ctx}, index: map[string]term{}, implied: map[[2]term]bool{}}
	t.intern(shape{op: tTrue, eventual: true, universal: true})
	t.intern(shape{op: tFalse, eventual: true, universal: true})
	return t
}

func (t *table) intern(s shape) term {
	t.checkContext()
	k := fmt.Sprint(s.op, s.atom, s.neg, s.kids)
	if x, ok := t.index[k]; ok {
		return x
	}
	s.negation = -1
	x := term(len(t.shapes))
	t.shapes = append(t.shapes, s)
	t.index[k] = x
	return x
}

func (t *table) op(x term) termOp { return t.shapes[x].op }

// kids returns the operands. They must not be changed.
func (t *table) kids(x term) []term { return t.shapes[x].kids }

func (t *table) literal(atom int, neg bool) term {
	return t.intern(shape{op: tLiteral, atom: atom, neg: neg})
}

// make adds a term with simplified operands, without simplifying the term.
func (t *table) make(op termOp, kids ...term) term {
	s := shape{op: op, kids: kids, eventual: true, universal: true}
	for _, k := range kids {
		s.eventual = s.eventual && t.shapes[k].eventual
		s.universal = s.universal && t.shapes[k].universal
	}
	switch op {
	case tAnd, tOr:
		slices.Sort(kids)
	case tUntil:
		s.eventual = s.eventual || kids[0] == theTrue || t.shapes[kids[1]].eventual
	case tRelease:
		s.universal = s.universal || kids[0] == theFalse || t.shapes[kids[1]].universal
	}
	return t.intern(s)
}

var dual = [...]termOp{
	tTrue: tFalse, tFalse: tTrue, tAnd: tOr, tOr: tAnd, tNext: tNext, tUntil: tRelease, tRelease: tUntil,
}

// not returns the negation. The negation of a simplified term is simplified, since all rules have duals.
func (t *table) not(x term) term {
	if n := t.shapes[x].negation; n >= 0 {
		return n
	}
	s := t.shapes[x]
	var n term
	switch s.op {
	case tTrue:
		n = theFalse
	case tFalse:
		n = theTrue
	case tLiteral:
		n = t.literal(s.atom, !s.neg)
	default:
		kids := make([]term, len(s.kids))
		for i, k := range s.kids {
			kids[i] = t.not(k)
		}
		n = t.make(dual[s.op], kids...)
	}
	t.shapes[x].negation, t.shapes[n].negation = n, x
	return n
}

// from simplifies a formula, or its negation, bottom up.
func (t *table) from(f *Formula, neg bool) term {
	switch f.Op {
	case OpTrue, OpFalse:
		if (f.Op == OpTrue) != neg {
			return theTrue
		}
		return theFalse
	case OpAtom:
		return t.literal(f.Atom, neg)
	case OpNot:
		return t.from(f.X, !neg)
	}
	x := t.from(f.X, false)
	y := theTrue
	if f.Y != nil {
		y = t.from(f.Y, false)
	}
	r := theTrue
	switch f.Op {
	case OpNext:
		r = t.next(x)
	case OpAlways:
		r = t.release(theFalse, x)
	case OpEventually:
		r = t.until(theTrue, x)
	case OpAnd:
		r = t.and(x, y)
	case OpOr:
		r = t.or(x, y)
	case OpImplies:
		r = t.or(t.not(x), y)
	case OpEquiv:
		r = t.or(t.and(x, y), t.and(t.not(x), t.not(y)))
	case OpUntil:
		r = t.until(x, y)
	case OpWeakUntil:
		r = t.release(y, t.or(x, y))
	case OpRelease:
		r = t.release(x, y)
	}
	if neg {
		r = t.not(r)
	}
	return r
}

// formula converts a term to a formula.
func (t *table) formula(x term) *Formula {
	s := &t.shapes[x]
	var kids []*Formula
	for _, k := range s.kids {
		kids = append(kids, t.formula(k))
	}
	join := func(op func(x, y *Formula) *Formula) *Formula {
		f := kids[0]
		for _, k := range kids[1:] {
			f = op(f, k)
		}
		return f
	}
	switch s.op {
	case tTrue:
		return True()
	case tFalse:
		return False()
	case tLiteral:
		if s.neg {
			return Not(Atom(s.atom))
		}
		return Atom(s.atom)
	case tAnd:
		return join(And)
	case tOr:
		return join(Or)
	case tNext:
		return Next(kids[0])
	case tUntil:
		if s.kids[0] == theTrue {
			return Eventually(kids[1])
		}
		return join(Until)
	}
	if s.kids[0] == theFalse {
		return Always(kids[1])
	}
	return join(Release)
}
