package vm

// ClaimCycles returns, for each control state of the claim, the number (from 1 on) of the strongly connected
// component that may contain an accepted cycle through it, or 0 if there is none. With all, components
// without an accepting state count, since states of the system may be accepting. Weak has the components in
// which all states are accepting, by number. Guards are not taken into account.
func (p *Program) ClaimCycles(all bool) (component []uint32, weak []bool) {
	n := len(p.Claim.States)
	g := &claimGraph{p: p, all: all, weak: []bool{false}}
	g.index, g.component = make([]uint32, n), make([]uint32, n)
	for q, met := range p.claimReaches() {
		if met && g.index[q] == 0 {
			g.visit(uint32(q))
		}
	}
	return g.component, g.weak
}

// ClaimEnds returns the effects of the claim's control states: ClaimEnd for end states, none for others. It
// returns false if the claim begins in an end state.
func (p *Program) ClaimEnds() (states []Effect, ok bool) {
	states = make([]Effect, len(p.Claim.States))
	for q := range states {
		if p.Claim.States[q].End {
			states[q] = ClaimEnd
		}
	}
	return states, states[p.Claim.Start] == 0
}

// claimGraph computes the components of a claim's control states (Tarjan, "Depth-first search and linear
// graph algorithms", 1972).
type claimGraph struct {
	p         *Program
	all       bool
	index     []uint32 // order in which the states were visited, from 1 on
	number    uint32
	stack     []uint32
	component []uint32
	weak      []bool
}

const leftBehind = 1<<32 - 1

func (g *claimGraph) visit(q uint32) (low uint32) {
	g.number++
	low, g.index[q] = g.number, g.number
	at := len(g.stack)
	g.stack = append(g.stack, q)
	st, own := &g.p.Claim.States[q], g.number
	for _, t := range g.p.Trans[st.First : st.First+st.N] {
		if g.index[t.To] == 0 {
			low = min(low, g.visit(t.To))
		} else if g.index[t.To] != leftBehind {
			low = min(low, g.index[t.To])
		}
	}
	if low == own {
		g.close(g.stack[at:])
		g.stack = g.stack[:at]
	}
	return low
}

// close numbers a component, if it is a cycle that counts.
func (g *claimGraph) close(states []uint32) {
	cycle, accepts, weak := len(states) > 1, g.all, true
	for _, q := range states {
		g.index[q] = leftBehind
		st := &g.p.Claim.States[q]
		accepts = accepts || st.Accept
		weak = weak && st.Accept
		for _, t := range g.p.Trans[st.First : st.First+st.N] {
			cycle = cycle || t.To == q
		}
	}
	if !cycle || !accepts {
		return
	}
	for _, q := range states {
		g.component[q] = uint32(len(g.weak))
	}
	g.weak = append(g.weak, weak)
}
