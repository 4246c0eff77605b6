package por

import (
	"gospin/vm"
	"gospin/vm/layout"
)

// stick makes a state in every cycle of the instance's control sticky, of those that may suffice: a process
// that goes round alone comes to one.
func (a *analysis) stick(classes []*class) {
	ends := a.endless()
	next := make([][]uint32, len(a.states)) // where moves from each state may lead
	for k := range a.states {
		seen := map[uint32]bool{}
		a.stops(uint32(k), ends, seen, map[uint32]bool{})
		for to := range seen {
			next[k] = append(next[k], to)
		}
	}
	in := func(k uint32) bool { return !classes[k].never && !classes[k].sticky }
	for {
		best, weight := -1, -1
		for _, k := range cyclic(next, in, a.r.looked) {
			if w := a.weight(classes[k]); w > weight {
				best, weight = int(k), w
			}
		}
		if best < 0 {
			return
		}
		classes[best].sticky = true
	}
}

// weight says how much a state does that others may mind: such a state is lost least.
func (a *analysis) weight(c *class) int {
	n := 0
	for i := range c.moves {
		m := &c.moves[i]
		if m.dead {
			continue
		}
		for _, total := range a.r.total {
			if m.against.meets(total) {
				n++
			}
		}
	}
	return n
}

// stops finds where the moves from a state may end.
func (a *analysis) stops(k uint32, ends map[uint32]bool, out, seen map[uint32]bool) {
	a.r.look()
	if seen[k] {
		return
	}
	seen[k] = true
	table := a.table(k)
	for i := range table {
		t := &table[i]
		if a.states[k].trans[i].dead || ends[a.index(k, i)] {
			continue
		}
		if t.To == vm.Exit {
			continue
		}
		if !t.Atomic || !opens(a.table(t.To)) {
			out[t.To] = true
		}
		if t.Atomic {
			a.stops(t.To, ends, out, seen)
		}
	}
}

// cyclic returns the states of cycles through states that are in.
func cyclic(next [][]uint32, in func(uint32) bool, ended func() bool) []uint32 {
	var out []uint32
	for k := range next {
		if !in(uint32(k)) {
			continue
		}
		if ended() {
			return out
		}
		seen := make([]bool, len(next))
		var visit func(uint32)
		visit = func(at uint32) {
			for _, to := range next[at] {
				if in(to) && !seen[to] {
					seen[to] = true
					visit(to)
				}
			}
		}
		if visit(uint32(k)); seen[k] {
			out = append(out, uint32(k))
		}
	}
	return out
}

// endless finds the transitions that no cycle of states goes through, although one of control does: those
// that add to a variable, if nothing else on the cycle writes it and a guard keeps it below a bound. Such a
// cycle would have to come back to the value that the variable had.
func (a *analysis) endless() map[uint32]bool {
	out := map[uint32]bool{}
	next := make([][]uint32, len(a.states))
	for k := range a.states {
		for _, t := range a.table(uint32(k)) {
			if t.To != vm.Exit {
				next[k] = append(next[k], t.To)
			}
		}
	}
	for k := range a.states {
		for i, t := range a.table(uint32(k)) {
			if v, ok := a.added(&t); ok && a.bounded(next, uint32(k), v) {
				out[a.index(uint32(k), i)] = true
			}
		}
	}
	return out
}

// added is the variable that a transition adds something to, and does nothing else.
func (a *analysis) added(t *vm.Trans) (*vm.Instr, bool) {
	if t.Effect != vm.EffectCode {
		return nil, false
	}
	code := a.prog.Code[t.EffectPC:]
	in := &code[0]
	alone := in.Op == vm.OpInc && code[1].Op == vm.OpEnd
	return in, alone && in.Base == vm.BaseSelf && in.C == layout.CellU8 && in.B > 0
}

// bounded reports whether a variable that is added to at k is kept below a bound on all cycles through k.
func (a *analysis) bounded(next [][]uint32, k uint32, v *vm.Instr) bool {
	around := map[uint32]bool{} // the states on cycles through k
	reach := func(from uint32, next [][]uint32) map[uint32]bool {
		a.r.look()
		seen := map[uint32]bool{}
		var visit func(uint32)
		visit = func(at uint32) {
			for _, to := range next[at] {
				if !seen[to] {
					seen[to] = true
					visit(to)
				}
			}
		}
		visit(from)
		return seen
	}
	for to := range reach(k, next) {
		if reach(to, next)[k] || to == k {
			around[to] = true
		}
	}
	sum, bound := int32(0), int32(-1)
	rest := make([][]uint32, len(next)) // without the guards that bound it
	for from := range around {
		for i, t := range a.table(from) {
			if !around[t.To] {
				continue
			}
			if n, ok := a.bound(&t, v); ok {
				bound = max(bound, n)
				continue
			}
			rest[from] = append(rest[from], t.To)
			if w, ok := a.added(&t); ok && w.A == v.A {
				sum += w.B
			} else if a.writes(a.index(from, i), v.A) {
				return false
			}
		}
	}
	if bound < 0 || bound+sum > 255 {
		return false
	}
	for from := range around {
		for i, t := range a.table(from) {
			w, ok := a.added(&t)
			if _, guard := a.bound(&t, v); guard && a.writes(a.index(from, i), v.A) {
				return false
			}
			if ok && w.A == v.A && around[t.To] && (t.To == from || reach(t.To, rest)[from]) {
				return false // a cycle without the bound
			}
		}
	}
	return true
}

// bound is the greatest value that a variable has if the guard of a transition holds.
func (a *analysis) bound(t *vm.Trans, v *vm.Instr) (int32, bool) {
	test := vm.Instr{Op: vm.OpTestC, K: t.Cmp, Base: t.Cell.Base, A: t.Cell.A, C: t.Cell.C, B: t.Const}
	if t.Guard != vm.GuardCmpC {
		return 0, false
	}
	if test.Base != vm.BaseSelf || test.A != v.A || test.C != v.C {
		return 0, false
	}
	switch test.K {
	case vm.OpLt:
		return test.B - 1, test.B <= 255 && test.B > 0
	case vm.OpLe:
		return test.B, test.B < 255 && test.B >= 0
	}
	return 0, false
}

// writes reports whether a transition may write a byte of its process.
func (a *analysis) writes(number uint32, at int32) bool {
	e := &a.prog.Accesses[number].Effect
	for _, w := range e.Writes {
		if w.Base == vm.BaseSelf && w.Off <= at && at < w.Off+w.Len {
			return true
		}
	}
	return e.WritesAll
}
