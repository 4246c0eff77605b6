package ltl

import (
	"math/bits"
	"slices"
)

// choice has the free choices of degeneralisation. They all give the same language, but different sizes.
type choice struct {
	order   []int // order in which the acceptance sets are awaited
	skip    bool  // count the sets of a transition that leaves an accepting level
	highest bool  // enter components at the accepting level
}

// choices returns the choices to try for a number of sets.
func choices(sets int) []choice {
	var orders [][]int
	var permute func(done, rest []int)
	permute = func(done, rest []int) {
		if len(rest) == 0 {
			orders = append(orders, slices.Clone(done))
		}
		for i, x := range rest {
			permute(append(slices.Clone(done), x), slices.Delete(slices.Clone(rest), i, i+1))
		}
	}
	all := make([]int, sets)
	for i := range all {
		all[i] = i
	}
	if sets <= 3 {
		permute(nil, all)
	} else {
		back := slices.Clone(all)
		slices.Reverse(back)
		orders = [][]int{all, back}
	}
	var out []choice
	for _, o := range orders {
		for i := range 4 {
			out = append(out, choice{o, i&1 != 0, i&2 != 0})
		}
	}
	return out
}

// degeneralise returns a graph with accepting states. It has a copy of each state for each level, the number
// of sets seen since all were last seen. Each component has its own levels, for the sets that are relevant in
// it (Babiak, Badie, Duret-Lutz, Křetínský and Strejček 2013).
func (g *graph) degeneralise(c choice) *graph {
	of, cyclic := g.components()
	live := g.live(of, cyclic)
	order := g.levels(of, live, c.order)
	type copy struct{ state, level int }
	index := map[copy]int{}
	var states []copy
	number := func(s copy) int {
		i, ok := index[s]
		if !ok {
			i = len(states)
			index[s] = i
			states = append(states, s)
		}
		return i
	}
	enter := func(s int) copy {
		if c.highest && live[of[s]] {
			return copy{s, len(order[of[s]])}
		}
		return copy{s, 0}
	}
	h := &graph{watch: g.watch, sets: 1}
	number(enter(g.init))
	for i := 0; i < len(states); i++ {
		g.checkContext()
		s := states[i]
		in := of[s.state]
		top := len(order[in])
		accepting := uint64(0)
		if live[in] && s.level == top {
			accepting = 1
		}
		var es []edge
		for _, e := range g.out[s.state] {
			to := enter(e.to)
			if of[e.to] == in && live[in] {
				to.level = s.level
				if s.level == top {
					to.level = 0
				}
				for (c.skip || s.level < top) && to.level < top && e.acc>>order[in][to.level]&1 != 0 {
					to.level++
				}
			}
			es = append(es, edge{e.on, number(to), accepting})
		}
		h.out = append(h.out, es)
	}
	return h
}

// levels returns the relevant sets of each component, in order: those that don't contain another one there.
func (g *graph) levels(of []int, live []bool, order []int) [][]int {
	implied := make([][]uint64, len(live)) // for each set, those that always occur with it
	always := make([]uint64, len(live))
	for c := range live {
		implied[c] = slices.Repeat([]uint64{g.all()}, g.sets)
		always[c] = g.all()
	}
	for s, es := range g.out {
		for _, e := range es {
			c := of[s]
			if c < 0 || of[e.to] != c {
				continue
			}
			always[c] &= e.acc
			for acc := e.acc; acc != 0; acc &= acc - 1 {
				implied[c][bits.TrailingZeros64(acc)] &= e.acc
			}
		}
	}
	out := make([][]int, len(live))
	for c := range live {
		if !live[c] {
			continue
		}
		kept := g.all() &^ always[c]
		for _, i := range order {
			for _, j := range order {
				if i != j && kept>>i&1 != 0 && kept>>j&1 != 0 && implied[c][j]>>i&1 != 0 {
					kept &^= 1 << i
				}
			}
		}
		for _, i := range order {
			if kept>>i&1 != 0 {
				out[c] = append(out[c], i)
			}
		}
	}
	return out
}
