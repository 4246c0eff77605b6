package por

import (
	"fmt"
	"slices"

	"gospin/vm"
)

// acting is the analysis of an actor.
type acting struct {
	*analysis
	created  bool
	reached  []bool
	within   []bool    // by state: it is also reached within an atomic sequence
	children [][]int32 // by transition, numbered from state 0 on
	after    [][]bool  // by proctype and state: whether a process of the type may have been created before
	passed   map[string][]bool
}

// add makes an actor of an instance.
func (a *accountant) add(x *instance, created bool) {
	n := len(x.prog.Procs[x.proctype].States)
	y := &acting{analysis: &analysis{instance: x, states: make([]stateActs, n)}, created: created}
	y.passed = map[string][]bool{}
	y.reached, y.within = make([]bool, n), make([]bool, n)
	for k := range y.states {
		y.state(uint32(k))
		for i, t := range y.table(uint32(k)) {
			var children []int32
			if !y.states[k].trans[i].dead {
				y.effect(&t, a.r.set(), &children)
			}
			y.children = append(y.children, children)
		}
	}
	y.reach(x.prog.Procs[x.proctype].Start, nil, y.reached)
	y.each(func(_ uint32, _ int, t *vm.Trans, _ *transActs, _ []int32) {
		if t.Atomic && t.To != vm.Exit {
			y.within[t.To] = true
		}
	})
	a.actors = append(a.actors, y)
}

// reach marks the states that are reachable from k while the filled channels are not empty.
func (x *acting) reach(k uint32, filled []int32, seen []bool) {
	if k == vm.Exit || seen[k] {
		return
	}
	seen[k] = true
	for i, t := range x.table(k) {
		if (!x.states[k].trans[i].dead || x.last(k, i)) && !x.needsEmpty(&t, filled) {
			x.reach(t.To, filled, seen)
		}
	}
}

// needsEmpty reports whether a transition is only enabled if one of the filled channels is empty.
func (x *acting) needsEmpty(t *vm.Trans, filled []int32) bool {
	return len(filled) > 0 &&
		slices.ContainsFunc(x.waits(t), func(v int32) bool { return slices.Contains(filled, v) })
}

// passes reports whether some reachable state has no path to the state to while the filled channels are not
// empty.
func (x *acting) passes(to uint32, filled []int32) bool {
	key := fmt.Sprint(filled)
	if x.passed[key] == nil {
		passed := make([]bool, len(x.states))
		for k := range x.states {
			if !x.reached[k] {
				continue
			}
			seen := make([]bool, len(x.states))
			x.reach(uint32(k), filled, seen)
			for n := range seen {
				passed[n] = passed[n] || !seen[n]
			}
		}
		x.passed[key] = passed
	}
	return x.passed[key][to]
}

// last reports whether a transition waits until no other process can move. The rule treats it as never
// enabled.
func (x *acting) last(k uint32, i int) bool { return x.prog.Accesses[x.index(k, i)].Guard.Timeout }

// each calls visit for the live transitions of the reachable states, in order.
func (x *acting) each(visit func(k uint32, i int, t *vm.Trans, acts *transActs, children []int32)) {
	n := 0
	for k := range x.states {
		table := x.table(uint32(k))
		for i := range table {
			if acts := &x.states[k].trans[i]; x.reached[k] && !acts.dead {
				visit(uint32(k), i, &table[i], acts, x.children[n])
			}
			n++
		}
	}
}

// findDescent finds which proctypes create which, and in which states that may have happened.
func (a *accountant) findDescent() {
	for i := range a.create {
		a.create[i] = make([]bool, len(a.create))
	}
	for _, x := range a.actors {
		for _, list := range x.children {
			for _, child := range list {
				a.create[x.proctype][child] = true
			}
		}
	}
	for via := range a.create { // the transitive closure
		for from := range a.create {
			for to := range a.create {
				if a.create[from][via] && a.create[via][to] {
					a.create[from][to] = true
				}
			}
		}
	}
	for _, x := range a.actors {
		x.after = make([][]bool, len(a.create))
		for p := range x.after {
			x.after[p] = make([]bool, len(x.states))
			x.each(func(_ uint32, _ int, t *vm.Trans, _ *transActs, children []int32) {
				for _, child := range children {
					if int(child) == p || a.create[child][p] {
						x.reach(t.To, nil, x.after[p])
					}
				}
			})
		}
	}
}

// beside reports whether a process of y may exist while a process of x is at a control state.
func (a *accountant) beside(x, y *acting, k uint32) bool {
	if x.pid >= 0 && x.pid == y.pid {
		return false
	}
	if !y.created || x.after[y.proctype][k] {
		return true
	}
	return slices.ContainsFunc(a.actors, func(z *acting) bool { // another process creates it
		return z != x && !z.created && a.create[z.proctype][y.proctype]
	})
}
