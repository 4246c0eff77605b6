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

// String is the operator in SPIN's spelling.
func (o Op) String() string {
	if int(o) < len(signs) && o != OpAtom {
		return signs[o]
	}
	return fmt.Sprintf("Op(%d)", o)
}

// Formula is a formula as written. It is never changed once built, so parts may be shared.
type Formula struct {
	Op   Op
	Atom int      // the atom's number, for OpAtom
	X, Y *Formula // X alone for the unary operators
}

var (
	constTrue  = &Formula{Op: OpTrue}
	constFalse = &Formula{Op: OpFalse}
)

// True holds of every run.
func True() *Formula { return constTrue }

// False holds of no run.
func False() *Formula { return constFalse }

// Atom holds if the atom of that number, at least 0, does in the first state.
func Atom(id int) *Formula {
	if id < 0 {
		panic(fmt.Sprintf("ltl: atom %d", id))
	}
	return &Formula{Op: OpAtom, Atom: id}
}

// Not is !x.
func Not(x *Formula) *Formula { return &Formula{Op: OpNot, X: x} }

// Next is X x: x holds from the second state on.
func Next(x *Formula) *Formula { return &Formula{Op: OpNext, X: x} }

// Always is [] x: x holds of every suffix.
func Always(x *Formula) *Formula { return &Formula{Op: OpAlways, X: x} }

// Eventually is <> x: x holds of some suffix.
func Eventually(x *Formula) *Formula { return &Formula{Op: OpEventually, X: x} }

// And is x && y.
func And(x, y *Formula) *Formula { return &Formula{Op: OpAnd, X: x, Y: y} }

// Or is x || y.
func Or(x, y *Formula) *Formula { return &Formula{Op: OpOr, X: x, Y: y} }

// Implies is x -> y.
func Implies(x, y *Formula) *Formula { return &Formula{Op: OpImplies, X: x, Y: y} }

// Equiv is x <-> y.
func Equiv(x, y *Formula) *Formula { return &Formula{Op: OpEquiv, X: x, Y: y} }

// Until is x U y: y holds of some suffix, x of all before it.
func Until(x, y *Formula) *Formula { return &Formula{Op: OpUntil, X: x, Y: y} }

// WeakUntil is x W y: x U y, or x always.
func WeakUntil(x, y *Formula) *Formula { return &Formula{Op: OpWeakUntil, X: x, Y: y} }

// Release is x V y: y holds up to and including the first suffix of which x does, always if there is none.
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

// String is the formula with atoms called a0, a1, ... and with all the parentheses that spin -f needs.
func (f *Formula) String() string { return f.Text(nil) }

// Text is the formula with the given texts of atoms, an atom without one called a and its number. Whatever is
// not a name is put into parentheses, so that Parse and spin -f read it as it is meant.
func (f *Formula) Text(atoms []string) string {
	var b strings.Builder
	f.write(&b, atoms)
	return b.String()
}

func (f *Formula) write(b *strings.Builder, atoms []string) {
	part := func(x *Formula) {
		if x.Op == OpTrue || x.Op == OpFalse || x.Op == OpAtom || x.Op == OpNot && x.X.Op == OpAtom {
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

// atomText is an atom as it stands in a formula or guard: names bare, all else in parentheses.
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
