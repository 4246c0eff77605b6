package reason

import (
	"fmt"

	"gospin/verifier/trail"
	"gospin/vm"
)

// truth is the value of a formula at a position of a run, as far as it is known.
type truth int8

const (
	no truth = iota - 1
	unknown
	yes
)

// lasso is the sequence of states of a run at which its claim looks. After the last one it continues at loop,
// or, if loop is negative, in an unknown way.
type lasso struct {
	r      *run
	steps  []int // number of the model's steps before each state
	loop   int
	states []vm.State
	values map[*vm.Formula][]truth
}

// maxPlaces limits the length of a lasso.
const maxPlaces = 50000

// formula finds the step of the run at which the formula fails.
func (r *run) formula() []string {
	l := &lasso{r: r, loop: -1, values: map[*vm.Formula][]truth{}}
	if !l.walk() || len(l.states) == 0 {
		return nil
	}
	l.find(r.p.Formula)
	if l.values[r.p.Formula][0] != no {
		return nil
	}
	var out []string
	if l.loop >= 0 && l.steps[l.loop] == r.moves {
		out = append(out, "after "+step(r.moves)+" no process can move: the run stays there")
	}
	return append(out, l.whyNot(r.p.Formula, 0)...)
}

// step names a step, or the run's beginning for 0.
func step(n int) string {
	if n == 0 {
		return "the start"
	}
	return fmt.Sprintf("step %d", n)
}

// walk computes the states of the lasso.
func (l *lasso) walk() bool {
	m := vm.NewMachine(l.r.p)
	var s vm.State
	m.Initial(&s)
	cycle, n := -1, 0
	for k, err := range trail.Replay(m, l.r.t) {
		if err != nil || k.Unfit || len(l.states) > maxPlaces {
			return false
		}
		if k.Cycle {
			cycle = len(l.states)
		}
		if k.Move.Pid == vm.ClaimPid {
			l.steps = append(l.steps, n)
			l.states = append(l.states, vm.State{})
			l.states[len(l.states)-1].CopyFrom(&s)
		} else {
			n++
		}
		s.CopyFrom(k.After)
	}
	if l.loop = cycle; cycle >= len(l.states) {
		return false
	}
	return true
}

// next returns the position after one, or -1 if it is unknown.
func (l *lasso) next(i int) int {
	if i+1 < len(l.states) {
		return i + 1
	}
	return l.loop
}

// find computes a formula and its parts at all positions.
func (l *lasso) find(f *vm.Formula) []truth {
	v := make([]truth, len(l.states))
	l.values[f] = v
	if f.Expr != nil {
		for i := range v {
			if is, ok := l.r.m.Ask(&l.states[i], -1, f.Expr.Code); ok {
				v[i] = no
				if is != 0 {
					v[i] = yes
				}
			}
		}
		return v
	}
	x, y := l.find(f.X), []truth(nil)
	if f.Y != nil {
		y = l.find(f.Y)
	}
	first := no // in the cycle, what has not happened once never happens
	switch {
	case l.loop < 0:
		first = unknown
	case f.Op == "[]" || f.Op == "W" || f.Op == "V":
		first = yes
	}
	for i := range v {
		v[i] = first
	}
	for changed := true; changed; {
		changed = false
		for i := len(v) - 1; i >= 0; i-- {
			after := unknown
			if n := l.next(i); n >= 0 {
				after = v[n]
				if f.Op == "X" {
					after = x[n]
				}
			}
			var other truth
			if y != nil {
				other = y[i]
			}
			if now := combine(f.Op, x[i], other, after); now != v[i] {
				v[i], changed = now, true
			}
		}
	}
	return v
}

// combine returns the value of a formula with operands x and y at a position; after is its value at the next
// one.
func combine(op string, x, y, after truth) truth {
	switch op {
	case "!":
		return -x
	case "&&":
		return min(x, y)
	case "||":
		return max(x, y)
	case "->":
		return max(-x, y)
	case "<->":
		return max(min(x, y), min(-x, -y))
	case "X":
		return after
	case "[]":
		return min(x, after)
	case "<>":
		return max(x, after)
	case "U", "W":
		return max(y, min(x, after))
	case "V":
		return min(y, max(x, after))
	}
	return unknown
}

// first returns the first position, beginning with from, where a formula has a value, or -1 if there is none.
func (l *lasso) first(f *vm.Formula, from int, is truth) int {
	for i, n := from, 0; i >= 0 && n <= 2*len(l.states); i, n = l.next(i), n+1 {
		if l.values[f][i] == is {
			return i
		}
	}
	return -1
}

// at names the step of a position.
func (l *lasso) at(i int) string {
	if l.steps[i] == 0 {
		return " at the start"
	}
	return " after " + step(l.steps[i])
}

// whyNot explains why a formula is false at a position.
func (l *lasso) whyNot(f *vm.Formula, i int) []string {
	if f.Expr != nil {
		s := &l.states[i]
		if i == len(l.states)-1 {
			s = &l.r.last
		}
		return l.r.whyFalse(s, -1, f.Expr, l.at(i))
	}
	switch f.Op {
	case "!":
		return l.whyTrue(f.X, i)
	case "&&":
		if l.values[f.X][i] == no {
			return l.whyNot(f.X, i)
		}
		return l.whyNot(f.Y, i)
	case "||":
		return append(l.whyNot(f.X, i), l.whyNot(f.Y, i)...)
	case "->":
		return append(l.whyTrue(f.X, i), l.whyNot(f.Y, i)...)
	case "[]":
		if j := l.first(f.X, i, no); j >= 0 {
			return l.whyNot(f.X, l.lastStart(f.X, j))
		}
	case "X":
		if n := l.next(i); n >= 0 {
			return l.whyNot(f.X, n)
		}
	case "<>":
		return []string{l.never(f.X, i)}
	case "U", "W":
		if j := l.first(f.X, i, no); j >= 0 {
			return append(l.whyNot(f.X, j), f.Y.Text+" has not become true before")
		}
		return []string{l.never(f.Y, i)}
	case "V":
		if j := l.first(f.Y, i, no); j >= 0 {
			return l.whyNot(f.Y, j)
		}
	case "<->":
		if l.values[f.X][i] == yes {
			return append(l.whyTrue(f.X, i), l.whyNot(f.Y, i)...)
		}
		return append(l.whyNot(f.X, i), l.whyTrue(f.Y, i)...)
	}
	return nil
}

// lastStart returns where an implication that fails at a position begins to fail for the last time before the
// cycle: what has been asked for earlier may have been taken back since.
func (l *lasso) lastStart(f *vm.Formula, from int) int {
	if f.Op != "->" || l.loop < 0 {
		return from
	}
	for i := l.loop; i > from; i-- {
		if v := l.values[f]; v[i] == no && v[i-1] != no {
			return i
		}
	}
	return from
}

// never says that a formula is false from a position on.
func (l *lasso) never(f *vm.Formula, from int) string {
	when := ""
	if l.steps[from] > 0 {
		when = " after " + step(l.steps[from])
	}
	switch {
	case l.loop < 0 || l.steps[l.loop] == l.r.moves:
		return f.Text + " is never true" + when
	case from >= l.loop:
		return f.Text + " is never true in the cycle" + l.cycle()
	}
	return f.Text + " is never true" + when + ", not in the cycle either" + l.cycle()
}

// cycle names the steps of the cycle.
func (l *lasso) cycle() string { return fmt.Sprintf(" (steps %d to %d)", l.steps[l.loop]+1, l.r.moves) }

// whyTrue explains why a formula is true at a position.
func (l *lasso) whyTrue(f *vm.Formula, i int) []string {
	if f.Expr != nil {
		if len(f.Expr.Vars) == 0 {
			return []string{f.Text + " is true" + l.at(i)}
		}
		values := l.r.values(&l.states[i], -1, f.Expr.Vars)
		return []string{fmt.Sprintf("%s is true%s: %s", f.Text, l.at(i), values)}
	}
	switch f.Op {
	case "!":
		return l.whyNot(f.X, i)
	case "&&":
		return append(l.whyTrue(f.X, i), l.whyTrue(f.Y, i)...)
	case "<>":
		if j := l.first(f.X, i, yes); j >= 0 {
			return l.whyTrue(f.X, j)
		}
	case "||":
		if l.values[f.X][i] == yes {
			return l.whyTrue(f.X, i)
		}
		return l.whyTrue(f.Y, i)
	}
	return []string{f.Text + " is true" + l.at(i)}
}
