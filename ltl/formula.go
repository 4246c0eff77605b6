package ltl

import (
	"fmt"
	"strings"
)

// Op is an operator of linear temporal logic.
type Op uint8

// The operators. Those from OpUntil on are binary.
const (
	OpTrue Op = iota
	OpFalse
	OpAtom
	OpNot
	OpNext
	OpAlways
	OpEventually
	OpAnd
	OpOr
	OpImplies
	OpEquiv
	OpUntil
	OpWeakUntil
	OpRelease
)

// signs are SPIN's spellings; Release is V there.
var signs = [...]string{
	OpTrue:       "true",
	OpFalse:      "false",
	OpNot:        "!",
	OpNext:       "X",
	OpAlways:     "[]",
	OpEventually: "<>",
	OpAnd:        "&&",
	OpOr:         "||",
	OpImplies:    "->",
	OpEquiv:      "<->",
	OpUntil:      "U",
	OpWeakUntil:  "W",
	OpRelease:    "V",
}

// String returns the operator in SPIN's spelling.
func (o Op) String() string {
	if int(o) < len(signs) && o != OpAtom {
		return signs[o]
	}
	return fmt.Sprintf("Op(%d)", o)
}

// Formula is a formula as written. It is immutable, so parts may be shared.
type Formula struct {
	Op   Op
	Atom int      // the atom's number, for OpAtom
	X, Y *Formula // unary operators have only X
}

var (
	constTrue  = &Formula{Op: OpTrue}
	constFalse = &Formula{Op: OpFalse}
)

// True holds for every run.
func True() *Formula { return constTrue }

// False holds for no run.
func False() *Formula { return constFalse }

// Atom returns a formula that holds if the atom with a number, at least 0, holds in the first state.
func Atom(id int) *Formula {
	if id < 0 {
		panic(fmt.Sprintf("ltl: atom %d", id))
	}
	return &Formula{Op: OpAtom, Atom: id}
}

// Not returns !x.
func Not(x *Formula) *Formula { return &Formula{Op: OpNot, X: x} }

// Next returns X x: x holds from the second state on.
func Next(x *Formula) *Formula { return &Formula{Op: OpNext, X: x} }

// Always returns [] x: x holds for every suffix.
func Always(x *Formula) *Formula { return &Formula{Op: OpAlways, X: x} }

// Eventually returns <> x: x holds for some suffix.
func Eventually(x *Formula) *Formula { return &Formula{Op: OpEventually, X: x} }

// And returns x && y.
func And(x, y *Formula) *Formula { return &Formula{Op: OpAnd, X: x, Y: y} }

// Or returns x || y.
func Or(x, y *Formula) *Formula { return &Formula{Op: OpOr, X: x, Y: y} }

// Implies returns x -> y.
func Implies(x, y *Formula) *Formula { return &Formula{Op: OpImplies, X: x, Y: y} }

// Equiv returns x <-> y.
func Equiv(x, y *Formula) *Formula { return &Formula{Op: OpEquiv, X: x, Y: y} }

// Until returns x U y: y holds for some suffix, and x for all before it.
func Until(x, y *Formula) *Formula { return &Formula{Op: OpUntil, X: x, Y: y} }

// WeakUntil returns x W y: x U y, or always x.
func WeakUntil(x, y *Formula) *Formula { return &Formula{Op: OpWeakUntil, X: x, Y: y} }

// Release returns x V y: y holds up to and including the first suffix for which x holds, or always if there
// is none.
func Release(x, y *Formula) *Formula { return &Formula{Op: OpRelease, X: x, Y: y} }

// mentions collects the numbers of the atoms.
func (f *Formula) mentions(ids map[int]bool) {
	if f == nil {
		return
	}
	if f.Op == OpAtom {
		ids[f.Atom] = true
	}
	f.X.mentions(ids)
	f.Y.mentions(ids)
}

// String formats the formula with atoms called a0, a1, ... and all parentheses that spin -f needs.
func (f *Formula) String() string { return f.Text(nil) }

// Text formats the formula with the given texts of atoms. An atom without a text is called a and its number.
// Texts other than names are put in parentheses, so that Parse and spin -f read them correctly.
func (f *Formula) Text(atoms []string) string {
	var b strings.Builder
	f.write(&b, atoms)
	return b.String()
}

func (f *Formula) write(b *strings.Builder, atoms []string) {
	part := func(x *Formula) {
		plain := x.Op == OpNot && x.X.Op == OpAtom && f.Op != OpNot // !! is a sign of its own
		if x.Op == OpTrue || x.Op == OpFalse || x.Op == OpAtom || plain {
			x.write(b, atoms)
			return
		}
		b.WriteByte('(')
		x.write(b, atoms)
		b.WriteByte(')')
	}
	switch f.Op {
	case OpAtom:
		b.WriteString(atomText(f.Atom, atoms))
	case OpTrue, OpFalse:
		b.WriteString(f.Op.String())
	case OpNot, OpNext, OpAlways, OpEventually:
		b.WriteString(f.Op.String())
		if f.Op != OpNot {
			b.WriteByte(' ')
		}
		part(f.X)
	default:
		part(f.X)
		b.WriteString(" " + f.Op.String() + " ")
		part(f.Y)
	}
}

// atomText formats an atom in a formula or guard. Texts other than names are put in parentheses.
func atomText(id int, atoms []string) string {
	if id >= len(atoms) || atoms[id] == "" {
		return fmt.Sprintf("a%d", id)
	}
	text := atoms[id]
	if strings.ContainsFunc(text, func(r rune) bool { return !isNameRune(r) }) {
		return "(" + text + ")"
	}
	return text
}

func isNameRune(r rune) bool {
	return r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}
