package reason

import (
	"fmt"
	"slices"
	"strings"

	"gospin/verifier/trail"
	"gospin/vm"
)

// Following computes along a run what a formula still requires, by progression of formulas (Bacchus and
// Kabanza, "Using temporal logics to express search control knowledge for planning", 2000): for each state,
// the condition on the run from the next state on.
type Following struct {
	m     *vm.Machine
	s     vm.State
	left  *obligation // condition from the next state on
	lost  bool        // the run can't be followed
	n     int         // number of steps
	since int         // the step that decided left
	over  bool        // no process can move: the run stays in this state
	moves []vm.Move
}

// obligation is a condition on the rest of a run: a formula or its negation, or a conjunction or disjunction
// of these.
type obligation struct {
	op    string // "true", "false", "formula", "&&", "||"
	f     *vm.Formula
	not   bool
	parts []*obligation
	key   string
}

// maxSize limits the size of a condition that is followed.
const maxSize = 64

// Follow begins in the initial state of a program that has a formula's claim and is compiled for
// explanations.
func Follow(p *vm.Program) *Following {
	f := &Following{m: vm.NewMachine(p)}
	f.m.Initial(&f.s)
	f.left = formula(p.Formula, false)
	f.evaluate()
	return f
}

// Take makes a move that another program of the same model has made.
func (f *Following) Take(of *vm.Program, mv vm.Move) {
	f.n++
	i := slices.IndexFunc(f.moves, func(own vm.Move) bool {
		p := f.m.Program()
		return own.Pid == mv.Pid && own.Peer == mv.Peer && p.Trans[own.Trans].ID == of.Trans[mv.Trans].ID &&
			(own.Partner != 0) == (mv.Partner != 0) && p.Trans[own.Partner].ID == of.Trans[mv.Partner].ID
	})
	if f.lost = f.lost || i < 0; f.lost {
		return
	}
	f.m.Do(&f.s, f.moves[i])
	f.evaluate()
}

// look evaluates the present state, unless it is inside an atomic sequence, where claims do not look.
func (f *Following) evaluate() {
	f.moves, _ = trail.Moves(f.m, &f.s, f.moves[:0])
	f.over = len(f.moves) == 0
	if f.s.Excl >= 0 || f.settled() {
		return
	}
	f.left = f.after(f.left)
	if f.over && !f.settled() {
		f.left = f.forEver(f.left)
	}
	if f.settled() {
		f.since = f.n
	}
	f.lost = f.lost || f.left.size() > maxSize
}

func (f *Following) settled() bool { return f.left.op == "true" || f.left.op == "false" }

// Violated reports whether every continuation violates the formula.
func (f *Following) Violated() bool { return !f.lost && f.left.op == "false" }

// String describes the status of the formula.
func (f *Following) String() string {
	at := " since " + step(f.since)
	if f.since == 0 {
		at = " from the start"
	}
	switch {
	case f.lost:
		return "not followed"
	case f.left.op == "false":
		return "violated" + at
	case f.left.op == "true":
		return "holds" + at + ", whatever comes"
	}
	whole := formula(f.m.Program().Formula, false)
	rest := f.left
	if rest.op == "&&" { // the expected case: the whole formula is required again
		same := func(a *obligation) bool { return a.key == whole.key }
		rest = both("&&", slices.DeleteFunc(slices.Clone(rest.parts), same))
	}
	if rest.key == whole.key {
		return "open"
	}
	return "open: " + rest.text(false) + " is to come"
}

// formula returns the condition that a formula, or its negation, holds.
func formula(f *vm.Formula, not bool) *obligation {
	return &obligation{op: "formula", f: f, not: not, key: fmt.Sprint(f.Text, " ", not)}
}

// truthOf returns the condition that always holds, or never.
func truthOf(v bool) *obligation {
	if v {
		return &obligation{op: "true", key: "true"}
	}
	return &obligation{op: "false", key: "false"}
}

// both joins conditions by "&&" or "||".
func both(op string, parts []*obligation) *obligation {
	ends, drops := "false", "true"
	if op == "||" {
		ends, drops = drops, ends
	}
	byKey := map[string]*obligation{}
	var flat func(parts []*obligation) bool
	flat = func(parts []*obligation) bool {
		for _, p := range parts {
			switch {
			case p.op == ends || p.op == op && !flat(p.parts):
				return false
			case p.op == drops || p.op == op:
			default:
				byKey[p.key] = p
			}
		}
		return true
	}
	if !flat(parts) {
		return truthOf(ends == "true")
	}
	out := &obligation{op: op}
	for _, p := range byKey {
		absorbed := slices.ContainsFunc(p.parts, func(q *obligation) bool { return byKey[q.key] != nil })
		if p.op == "formula" && byKey[formula(p.f, !p.not).key] != nil {
			return truthOf(ends == "true")
		}
		if !absorbed {
			out.parts = append(out.parts, p)
		}
	}
	slices.SortFunc(out.parts, func(a, b *obligation) int { return strings.Compare(a.key, b.key) })
	switch len(out.parts) {
	case 0:
		return truthOf(drops == "true")
	case 1:
		return out.parts[0]
	}
	for _, p := range out.parts {
		out.key += p.key + op
	}
	out.key = "(" + out.key + ")"
	return out
}

func (a *obligation) size() int {
	n := 1
	for _, p := range a.parts {
		n += p.size()
	}
	return n
}

// text formats a condition; inside means that it is part of a larger one.
func (a *obligation) text(inside bool) string {
	switch {
	case a.op == "formula" && a.not:
		return "!(" + a.f.Text + ")"
	case a.op == "formula":
		return a.f.Text
	case len(a.parts) == 0:
		return a.op
	}
	var out []string
	for _, p := range a.parts {
		out = append(out, p.text(true))
	}
	text := strings.Join(out, " "+a.op+" ")
	if inside {
		return "(" + text + ")"
	}
	return text
}

// after returns what remains of a condition after the present state.
func (f *Following) after(a *obligation) *obligation {
	if a.op == "formula" {
		return f.nextPart(a.f, a.not)
	}
	if len(a.parts) == 0 {
		return a
	}
	var parts []*obligation
	for _, p := range a.parts {
		parts = append(parts, f.after(p))
	}
	return both(a.op, parts)
}

// nextPart returns the condition that a formula, or its negation, puts on the states after this one.
func (f *Following) nextPart(x *vm.Formula, not bool) *obligation {
	all, any := "&&", "||"
	if not {
		all, any = any, all
	}
	with := func(op string, parts ...*obligation) *obligation { return both(op, parts) }
	sub := func(y *vm.Formula) *obligation { return f.nextPart(y, not) }
	if x.Expr != nil {
		v, ok := f.m.Ask(&f.s, -1, x.Expr.Code)
		f.lost = f.lost || !ok
		return truthOf((v != 0) != not)
	}
	again := formula(x, not)
	switch x.Op {
	case "!":
		return f.nextPart(x.X, !not)
	case "&&":
		return with(all, sub(x.X), sub(x.Y))
	case "||":
		return with(any, sub(x.X), sub(x.Y))
	case "->":
		return with(any, f.nextPart(x.X, !not), sub(x.Y))
	case "<->":
		left := with(any, f.nextPart(x.X, !not), sub(x.Y))
		return with(all, left, with(any, sub(x.X), f.nextPart(x.Y, !not)))
	case "X":
		return formula(x.X, not)
	case "[]":
		return with(all, sub(x.X), again)
	case "<>":
		return with(any, sub(x.X), again)
	case "U", "W":
		return with(any, sub(x.Y), with(all, sub(x.X), again))
	case "V":
		return with(all, sub(x.Y), with(any, sub(x.X), again))
	}
	f.lost = true
	return again
}

// forEver decides a condition if the run stays in the present state.
func (f *Following) forEver(a *obligation) *obligation {
	if a.op == "formula" {
		return truthOf(f.stays(a.f) != a.not)
	}
	if len(a.parts) == 0 {
		return a
	}
	var parts []*obligation
	for _, p := range a.parts {
		parts = append(parts, f.forEver(p))
	}
	return both(a.op, parts)
}

// stays evaluates a formula if the run stays in the present state.
func (f *Following) stays(x *vm.Formula) bool {
	if x.Expr != nil {
		v, ok := f.m.Ask(&f.s, -1, x.Expr.Code)
		f.lost = f.lost || !ok
		return v != 0
	}
	switch x.Op {
	case "!":
		return !f.stays(x.X)
	case "&&":
		return f.stays(x.X) && f.stays(x.Y)
	case "||":
		return f.stays(x.X) || f.stays(x.Y)
	case "->":
		return !f.stays(x.X) || f.stays(x.Y)
	case "<->":
		return f.stays(x.X) == f.stays(x.Y)
	case "X", "[]", "<>":
		return f.stays(x.X)
	case "W":
		return f.stays(x.X) || f.stays(x.Y)
	case "U", "V":
		return f.stays(x.Y)
	}
	f.lost = true
	return false
}
