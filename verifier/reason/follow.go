package reason

import (
	"fmt"
	"slices"
	"strings"

	"gospin/verifier/trail"
	"gospin/vm"
)

// Following tells along a run what a formula still asks of it, by the progression of formulas (Bacchus and
// Kabanza, "Using temporal logics to express search control knowledge for planning", 2000): behind each state
// stands what has to hold from the next one on.
type Following struct {
	m     *vm.Machine
	s     vm.State
	left  *asks // from the next state on
	lost  bool  // the run cannot be followed
	n     int   // steps so far
	since int   // the step behind which left is settled
	over  bool  // nobody can move: the run stays where it is
	moves []vm.Move
}

// asks is a condition on what is to come: a formula or its negation, or all or any of several.
type asks struct {
	op    string // "true", "false", "formula", "&&", "||"
	f     *vm.Formula
	not   bool
	parts []*asks
	key   string
}

// mostAsked is as much as is followed.
const mostAsked = 64

// Follow begins with the initial state of a program that has a formula beside it, and is compiled to explain.
func Follow(p *vm.Program) *Following {
	f := &Following{m: vm.NewMachine(p)}
	f.m.Initial(&f.s)
	f.left = formula(p.Formula, false)
	f.look()
	return f
}

// Take makes the move of another program of the same model.
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
	f.look()
}

// look takes the present state in. Inside an atomic sequence, a claim does not look.
func (f *Following) look() {
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
	f.lost = f.lost || f.left.size() > mostAsked
}

func (f *Following) settled() bool { return f.left.op == "true" || f.left.op == "false" }

// Violated reports whether every way on violates the formula.
func (f *Following) Violated() bool { return !f.lost && f.left.op == "false" }

// String says how the formula stands.
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
	if rest.op == "&&" { // that the whole formula holds from there on is what one expects
		same := func(a *asks) bool { return a.key == whole.key }
		rest = both("&&", slices.DeleteFunc(slices.Clone(rest.parts), same))
	}
	if rest.key == whole.key {
		return "open"
	}
	return "open: " + rest.text(false) + " is to come"
}

// formula asks for a formula, or its negation.
func formula(f *vm.Formula, not bool) *asks {
	return &asks{op: "formula", f: f, not: not, key: fmt.Sprint(f.Text, " ", not)}
}

// truthOf asks for nothing, or for what cannot be.
func truthOf(v bool) *asks {
	if v {
		return &asks{op: "true", key: "true"}
	}
	return &asks{op: "false", key: "false"}
}

// both asks for all of some parts, or with "||" for any.
func both(op string, parts []*asks) *asks {
	ends, drops := "false", "true"
	if op == "||" {
		ends, drops = drops, ends
	}
	byKey := map[string]*asks{}
	var flat func(parts []*asks) bool
	flat = func(parts []*asks) bool {
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
	out := &asks{op: op}
	for _, p := range byKey {
		absorbed := slices.ContainsFunc(p.parts, func(q *asks) bool { return byKey[q.key] != nil })
		if p.op == "formula" && byKey[formula(p.f, !p.not).key] != nil {
			return truthOf(ends == "true")
		}
		if !absorbed {
			out.parts = append(out.parts, p)
		}
	}
	slices.SortFunc(out.parts, func(a, b *asks) int { return strings.Compare(a.key, b.key) })
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

func (a *asks) size() int {
	n := 1
	for _, p := range a.parts {
		n += p.size()
	}
	return n
}

// text is what is asked; inside says that something stands beside it.
func (a *asks) text(inside bool) string {
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

// after is what is left of it behind the present state.
func (f *Following) after(a *asks) *asks {
	if a.op == "formula" {
		return f.onward(a.f, a.not)
	}
	if len(a.parts) == 0 {
		return a
	}
	var parts []*asks
	for _, p := range a.parts {
		parts = append(parts, f.after(p))
	}
	return both(a.op, parts)
}

// onward is what a formula, or its negation, asks for behind the present state.
func (f *Following) onward(x *vm.Formula, not bool) *asks {
	all, any := "&&", "||"
	if not {
		all, any = any, all
	}
	with := func(op string, parts ...*asks) *asks { return both(op, parts) }
	sub := func(y *vm.Formula) *asks { return f.onward(y, not) }
	if x.Asked != nil {
		v, ok := f.m.Ask(&f.s, -1, x.Asked.Code)
		f.lost = f.lost || !ok
		return truthOf((v != 0) != not)
	}
	again := formula(x, not)
	switch x.Op {
	case "!":
		return f.onward(x.X, !not)
	case "&&":
		return with(all, sub(x.X), sub(x.Y))
	case "||":
		return with(any, sub(x.X), sub(x.Y))
	case "->":
		return with(any, f.onward(x.X, !not), sub(x.Y))
	case "<->":
		return with(all, with(any, f.onward(x.X, !not), sub(x.Y)), with(any, sub(x.X), f.onward(x.Y, !not)))
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

// forEver is what comes of it where the present state stays.
func (f *Following) forEver(a *asks) *asks {
	if a.op == "formula" {
		return truthOf(f.stays(a.f) != a.not)
	}
	if len(a.parts) == 0 {
		return a
	}
	var parts []*asks
	for _, p := range a.parts {
		parts = append(parts, f.forEver(p))
	}
	return both(a.op, parts)
}

// stays is the value of a formula where the present state stays.
func (f *Following) stays(x *vm.Formula) bool {
	if x.Asked != nil {
		v, ok := f.m.Ask(&f.s, -1, x.Asked.Code)
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
