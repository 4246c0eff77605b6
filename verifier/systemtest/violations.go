package systemtest

import (
	"slices"

	"gospin/verifier/fair"
	"gospin/verifier/system"
	"gospin/vm"
)

// Faults are the errors that a search with a claim must find.
type Faults struct {
	Cycle bool // there is a reachable cycle through an accepting state
	Fair  bool // and one that is weakly fair to every process
	// Fairly says for each of the demands, by proctype, whether there is one that is fair as they say.
	Fairly []bool
	End    bool // the claim can end
}

// Violations computes what a search must find, independently of the searches: it builds the graph of all
// states and turns, and examines its strongly connected components. It returns false if there are more than
// most vertices.
func Violations(b system.Claimed, most int, demands ...[]fair.Kind) (f Faults, ok bool) {
	g := &graph{b: b, no: map[string]int{}}
	var s vm.State
	eff := b.Initial(&s)
	g.add(&turn{s: s, claimIs: eff, claim: true})
	for i := 0; i < len(g.turns); i++ { // add appends
		if i == most {
			return f, false
		}
		g.succ = append(g.succ, g.next(g.turns[i]))
		f.End = f.End || g.turns[i].claimIs&vm.ClaimEnd != 0
	}
	g.components(func(int) bool { return true }, func(part []int) {
		if slices.ContainsFunc(part, g.accepts) {
			f.Cycle = true
			f.Fair = f.Fair || g.fair(part)
		}
	})
	for _, kinds := range demands {
		f.Fairly = append(f.Fairly, f.Cycle && g.fairly(kinds))
	}
	return f, true
}

// accepts reports whether a vertex is accepting.
func (g *graph) accepts(v int) bool {
	return g.turns[v].claimIs&vm.Accepting != 0 || g.b.Labelled() && g.b.Labels(&g.turns[v].s)
}

// fairly reports whether there is an accepting cycle that is fair as processes demand, given by proctype. It
// tries all sets of processes: those of a set that demand strong fairness must never be able to move, which
// takes vertices out of the graph; all others must move if they are able to in the component that is left.
func (g *graph) fairly(kinds []fair.Kind) (found bool) {
	weak, strong, most := make([]uint64, len(g.turns)), make([]uint64, len(g.turns)), 0
	for v, t := range g.turns {
		procs := g.b.Layout().ShapeOf(t.s.Vec).Procs
		if most = max(most, len(procs)); t.claim || t.s.Excl >= 0 {
			continue
		}
		choices, _ := expand(g.b, clone(&t.s))
		for _, c := range choices {
			switch kinds[procs[c.Pid].Type] {
			case fair.Weak:
				weak[v] |= 1 << c.Pid
			case fair.Strong:
				strong[v] |= 1 << c.Pid
			}
		}
	}
	for never := range uint64(1) << most {
		g.components(func(v int) bool { return strong[v]&never == 0 }, func(part []int) {
			moved, always, now := g.movedIn(part), ^uint64(0), uint64(0)
			for _, v := range part {
				if t := g.turns[v]; !t.claim && t.s.Excl < 0 {
					always &= weak[v]
					now |= weak[v] | strong[v]
				}
			}
			fair := always&now&^moved == 0
			for _, v := range part {
				fair = fair && strong[v]&^moved == 0
			}
			found = found || fair && slices.ContainsFunc(part, g.accepts)
		})
	}
	return found
}

// turn is a vertex of the product of system and claim: a state, and whose move it is. A blocked system
// stutters.
type turn struct {
	s       vm.State
	claimIs vm.Effect // Accepting and ClaimEnd, of the claim's control state
	claim   bool
	alone   bool // the system was blocked
}

type graph struct {
	b     system.Claimed
	no    map[string]int
	turns []*turn
	succ  [][]edge
}

type edge struct {
	to    int
	moved uint64 // the processes that take the step
}

func number(b bool) byte {
	if b {
		return 1
	}
	return 0
}

func (g *graph) add(t *turn) int {
	key := string(
		append(
			slices.Clone(g.b.Layout().Key(t.s.Vec)),
			byte(t.s.Excl),
			byte(len(g.b.Layout().ShapeOf(t.s.Vec).Procs)),
		),
	)
	key += string([]byte{number(t.claim), number(t.alone)})
	n, known := g.no[key]
	if !known {
		n = len(g.turns)
		g.no[key] = n
		g.turns = append(g.turns, t)
	}
	return n
}

func (g *graph) next(t *turn) (out []edge) {
	s := clone(&t.s)
	if t.claim {
		var x system.Expansion
		g.b.ExpandClaim(s, &x, t.alone)
		for _, c := range x.Choices {
			u := clone(s)
			if eff := g.b.DoClaim(u, &c); eff&vm.Pruned == 0 {
				atomic := eff&vm.Transient != 0
				out = append(
					out,
					edge{to: g.add(&turn{s: *u, claimIs: eff, claim: atomic, alone: t.alone && atomic})},
				)
			}
		}
		return out
	}
	choices, eff := expand(g.b, s)
	for _, c := range choices {
		u := clone(s)
		if eff := g.b.Do(u, &c, 0).Effect; eff&vm.Pruned == 0 {
			moved := uint64(1) << c.Pid
			if c.Partner != 0 {
				moved |= 1 << c.Peer
			}
			out = append(
				out,
				edge{g.add(&turn{s: *u, claimIs: t.claimIs, claim: eff&vm.Transient == 0}), moved},
			)
		}
	}
	if len(choices) == 0 {
		out = append(
			out,
			edge{to: g.add(&turn{s: *s, claimIs: t.claimIs, claim: true, alone: eff&vm.Released == 0})},
		)
	}
	return out
}

// movedIn returns the processes that move within a component.
func (g *graph) movedIn(part []int) (moved uint64) {
	inside := map[int]bool{}
	for _, v := range part {
		inside[v] = true
	}
	for _, v := range part {
		for _, e := range g.succ[v] {
			if inside[e.to] {
				moved |= e.moved
			}
		}
	}
	return moved
}

// fair reports whether a run that visits the whole component is weakly fair: every process moves in it, or is
// disabled in some state in which all processes may move. A process that can only receive in a rendezvous
// counts as disabled.
func (g *graph) fair(part []int) bool {
	fair := g.movedIn(part)
	for _, v := range part {
		if t := g.turns[v]; !t.claim && t.s.Excl < 0 {
			able := uint64(0)
			choices, _ := expand(g.b, clone(&t.s))
			for _, c := range choices {
				able |= 1 << c.Pid
			}
			fair |= ^able
		}
	}
	return ^fair == 0
}

// components calls f with every strongly connected component that has a cycle, of the vertices that are in
// the graph (Tarjan 1972).
func (g *graph) components(in func(v int) bool, f func([]int)) {
	index, low, on := make([]int, len(g.turns)), make([]int, len(g.turns)), make([]bool, len(g.turns))
	var stack []int
	n := 0
	var visit func(v int)
	visit = func(v int) {
		n++
		index[v], low[v], on[v] = n, n, true
		stack = append(stack, v)
		self := false
		for _, e := range g.succ[v] {
			self = self || e.to == v
			if !in(e.to) {
				continue
			}
			if index[e.to] == 0 {
				visit(e.to)
				low[v] = min(low[v], low[e.to])
			} else if on[e.to] {
				low[v] = min(low[v], index[e.to])
			}
		}
		if low[v] != index[v] {
			return
		}
		at := slices.Index(stack, v)
		part := slices.Clone(stack[at:])
		stack = stack[:at]
		for _, w := range part {
			on[w] = false
		}
		if self || len(part) > 1 {
			f(part)
		}
	}
	for v := range g.turns {
		if in(v) && index[v] == 0 {
			visit(v)
		}
	}
}
