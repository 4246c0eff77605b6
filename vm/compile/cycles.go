package compile

import "gospin/vm"

// open makes states stored until every cycle contains a stored state, by a depth-first search. Cycles
// completely within an atomic sequence are in the model itself, and stay.
func (x *passing) open(moves []uint32) {
	y := &cycles{passing: x, at: make([]int, len(x.local)), done: make([]bool, len(x.local))}
	for _, i := range moves {
		if from := x.p.Trans[i].From; y.at[from] == 0 && !y.done[from] {
			y.from(from)
		}
	}
	y.between(moves)
}

// cycles is the search.
type cycles struct {
	*passing
	stack []visit
	at    []int  // position on the stack, from 1 on; 0 if not on it
	done  []bool // the search from this state is complete
}

// visit is a state on the stack.
type visit struct {
	state  uint32
	next   uint32 // the transition to follow next, relative to the state's first
	atomic bool   // the transition that led here is within an atomic sequence
}

func (y *cycles) enter(state uint32, atomic bool) {
	y.stack = append(y.stack, visit{state: state, atomic: atomic})
	y.at[state] = len(y.stack)
}

// from searches from a state.
func (y *cycles) from(state uint32) {
	y.enter(state, false)
	for len(y.stack) > 0 {
		top := &y.stack[len(y.stack)-1]
		st := &y.pt.States[top.state]
		if top.next == st.N {
			y.at[top.state], y.done[top.state] = 0, true
			y.stack = y.stack[:len(y.stack)-1]
			continue
		}
		y.checkContext()
		t := &y.p.Trans[st.First+top.next]
		top.next++
		switch {
		case int(t.To) >= len(y.local) || y.done[t.To] || !t.Atomic && !y.local[t.To]:
		case y.at[t.To] == 0:
			y.enter(t.To, t.Atomic)
		default:
			y.cut(y.at[t.To]-1, t.Atomic)
		}
	}
}

// cut chooses a state to be stored on the cycle that closes at a position of the stack, preferably the one
// there. Atomic means that the closing transition is within an atomic sequence. The search continues before
// the chosen state.
func (y *cycles) cut(from int, atomic bool) {
	for n := from; n < len(y.stack); n++ {
		v := y.stack[n]
		if !y.local[v.state] {
			continue
		}
		y.local[v.state] = false
		if n > 0 && !v.atomic {
			for _, w := range y.stack[n:] {
				y.at[w.state] = 0
			}
			y.stack = y.stack[:n]
			return
		}
		if n == from && !atomic {
			return
		}
	}
}

// between cuts the cycles that the search missed because they share states with cycles within atomic
// sequences. It stores each state that is reached from within its own component.
func (y *cycles) between(moves []uint32) {
	follows := func(t *vm.Trans) bool { return int(t.To) < len(y.local) && (t.Atomic || y.local[t.To]) }
	component := components(len(y.local), func(at uint32, to func(uint32)) {
		y.checkContext()
		st := &y.pt.States[at]
		for i := st.First; i < st.First+st.N; i++ {
			if t := &y.p.Trans[i]; follows(t) {
				to(t.To)
			}
		}
	})
	for _, i := range moves {
		if t := &y.p.Trans[i]; !t.Atomic && follows(t) && component[t.From] == component[t.To] {
			y.local[t.To] = false
		}
	}
}

// components numbers the strongly connected components of a graph (Kosaraju's algorithm).
func components(n int, edges func(at uint32, to func(uint32))) []int {
	back := make([][]uint32, n)
	ahead := make([][]uint32, n)
	for at := range n {
		edges(uint32(at), func(to uint32) {
			ahead[at] = append(ahead[at], to)
			back[to] = append(back[to], uint32(at))
		})
	}
	var order []uint32
	seen := make([]bool, n)
	for at := range n {
		order = finished(uint32(at), ahead, seen, order)
	}
	out := make([]int, n)
	clear(seen)
	for k := n - 1; k >= 0; k-- {
		for _, at := range finished(order[k], back, seen, nil) {
			out[at] = k
		}
	}
	return out
}

// finished appends the unseen states reachable from one, each after everything reachable from it.
func finished(from uint32, edges [][]uint32, seen []bool, out []uint32) []uint32 {
	if seen[from] {
		return out
	}
	type visit struct {
		at   uint32
		next int
	}
	seen[from] = true
	for stack := []visit{{at: from}}; len(stack) > 0; {
		top := &stack[len(stack)-1]
		if top.next == len(edges[top.at]) {
			out = append(out, top.at)
			stack = stack[:len(stack)-1]
			continue
		}
		to := edges[top.at][top.next]
		if top.next++; !seen[to] {
			seen[to] = true
			stack = append(stack, visit{at: to})
		}
	}
	return out
}
