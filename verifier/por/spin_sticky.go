package por

import (
	"context"
	"slices"

	"gospin/vm"
)

// leaveOut makes states of a proctype unsafe so that every cycle of its control has an unsafe state. Then no
// cycle of the search consists of ample sets only: a process that moves on a cycle reaches such a state, and
// leaves it together with all choices of the others.
func leaveOut(ctx context.Context, prog *vm.Program, pt *vm.Proctype, safe []bool) {
	next := make([][]uint32, len(pt.States))
	into := make([]int, len(pt.States))
	ended := func() bool { return ctx.Err() != nil }
	for n := range next {
		if ended() {
			return
		}
		next[n] = stops(prog, pt, uint32(n), make([]bool, len(next)), nil)
		for _, to := range next[n] {
			into[to]++
		}
	}
	for {
		on := cyclic(next, func(n uint32) bool { return safe[n] }, ended)
		if len(on) == 0 || ended() {
			return
		}
		safe[slices.MaxFunc(on, func(a, b uint32) int { return into[a] - into[b] })] = false
	}
}

// stops appends the states where moves from a state may end, including those where an atomic sequence may
// block.
func stops(prog *vm.Program, pt *vm.Proctype, n uint32, seen []bool, dst []uint32) []uint32 {
	st := &pt.States[n]
	for _, t := range prog.Trans[st.First : st.First+st.N] {
		if t.To == vm.Exit || seen[t.To] {
			continue
		}
		if !t.Atomic || mayBlock(prog, &pt.States[t.To]) {
			dst = append(dst, t.To)
		}
		if t.Atomic {
			seen[t.To] = true
			dst = stops(prog, pt, t.To, seen, dst)
		}
	}
	return dst
}

// mayBlock reports whether all transitions of a control state may be disabled at the same time.
func mayBlock(prog *vm.Program, st *vm.StateInfo) bool {
	return !slices.ContainsFunc(prog.Accesses[st.First:st.First+st.N], func(a vm.Accesses) bool {
		return !a.Blocks
	})
}
