package por

import (
	"gospin/vm"
	"gospin/vm/layout"
)

// stick makes a state sticky in every cycle of the instance's control among the states that may suffice. So a
// process that moves alone in a cycle reaches a sticky state.
func (a *analysis) stick(classes []*class) {
	ends := a.endless()
	next := make([][]uint32, len(a.states)) // by state: the states where its moves may end
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
		for _, k := range cyclic(next, in, a.r.contextEnded) {
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

// weight counts the pairs of a move and a proctype that has acts against it. The heaviest state is the
// smallest loss.
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

// stops finds the states where the moves from a state may end.
func (a *analysis) stops(k uint32, ends map[uint32]bool, out, seen map[uint32]bool) {
	a.r.checkContext()
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

// cyclic returns the states on cycles through states with in.
func cyclic(next [][]uint32, in func(uint32) bool, ended func() bool) []uint32 {
	var out []uint32
	for k := range next {
		if !in(uint32(k)) {
			continue
		}
		if ended() {
			return out
		}
		if reach(next, uint32(k), in)[k] {
			out = append(out, uint32(k))
		}
	}
	return out
}

// reach returns the states to which at least one step leads from a state, through states with in.
func reach(next [][]uint32, from uint32, in func(uint32) bool) []bool {
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
	visit(from)
	return seen
}

// endless finds the transitions on no cycle of states, although they are on a cycle of control: those that
// add to a variable that nothing else on the cycle writes and that a guard keeps below a bound. On a cycle of
// states, the variable would have to return to its old value.
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

// added returns the increment of a transition that does nothing else.
func (a *analysis) added(t *vm.Trans) (*vm.Instr, bool) {
	if t.Effect != vm.EffectCode {
		return nil, false
	}
	code := a.prog.Code[t.EffectPC:]
	in := &code[0]
	alone := in.Op == vm.OpInc && code[1].Op == vm.OpEnd
	return in, alone && in.Base == vm.BaseSelf && in.C == layout.CellU8 && in.B > 0
}

// bounded reports whether a guard on all cycles through k keeps an incremented variable below a bound.
func (a *analysis) bounded(next [][]uint32, k uint32, v *vm.Instr) bool {
	around := map[uint32]bool{} // states on cycles through k
	reached := func(from uint32, next [][]uint32) []bool {
		a.r.checkContext()
		return reach(next, from, func(uint32) bool { return true })
	}
	for to, is := range reached(k, next) {
		if is && (reached(uint32(to), next)[k] || uint32(to) == k) {
			around[uint32(to)] = true
		}
	}
	sum, bound := int32(0), int32(-1)
	rest := make([][]uint32, len(next)) // without the transitions whose guards bound it
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
			if ok && w.A == v.A && around[t.To] && (t.To == from || reached(t.To, rest)[from]) {
				return false // a cycle without a bound
			}
		}
	}
	return true
}

// bound returns the greatest value of a variable for which a transition's guard is true.
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
