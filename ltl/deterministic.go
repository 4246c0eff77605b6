package ltl

import (
	"context"
	"math/bits"
	"slices"
)

// ForSearch returns a Büchi automaton for a search. It is that of Translate, or a deterministic one if one is
// found that is hardly larger, since then each run of the system is in one state of the automaton. If the
// formula's negation is a safety property, but neither of the two automata shows that (by accepting
// everything after a bad prefix), it is the monitor of bad prefixes. Errors are as for Translate.
func ForSearch(ctx context.Context, f *Formula) (a *Automaton, err error) {
	defer ended(ctx, &err)
	t := newTable(ctx)
	root, g, atoms, err := t.translate(f)
	if err != nil {
		return nil, err
	}
	if d := g.subsets(2*len(g.out) + 1); d != nil {
		negation, others, err := t.generalised(t.not(root), negationEdges)
		if err == nil && slices.Equal(atoms, others) && !d.meets(negation) {
			d.trim(true, 0)
			d.bisimulate()
			g = d
		}
	}
	if !g.terminal() {
		if m := t.monitor(root, g, atoms); m != nil {
			g = m
		}
	}
	return g.automaton(atoms), nil
}

// subsetAtoms limits the atoms that a state of a deterministic automaton may read.
const subsetAtoms = 6

// numbered numbers sets of states in order of appearance.
type numbered struct {
	sets  [][]int
	index map[string]int
}

func (s *numbered) number(set []int) int {
	key := string(encode(set))
	i, ok := s.index[key]
	if ok {
		return i
	}
	if s.index == nil {
		s.index = map[string]int{}
	}
	s.index[key] = len(s.sets)
	s.sets = append(s.sets, set)
	return len(s.sets) - 1
}

// subsets returns the automaton of the sets of states that a word may lead to, where a set is accepting if
// one of its states is. It accepts all words that g accepts, and perhaps others. The result is nil if g is
// deterministic, or the automaton would be too large.
func (g *graph) subsets(most int) *graph {
	d := &graph{watch: g.watch, sets: 1}
	var seen numbered
	number := func(set []int) int {
		if i := slices.IndexFunc(set, g.acceptsAll); i >= 0 {
			set = set[i : i+1]
		}
		return seen.number(set)
	}
	number([]int{g.init})
	split := false
	for i := 0; i < len(seen.sets); i++ {
		g.checkContext()
		if i == most {
			return nil
		}
		acc := uint64(0)
		if slices.ContainsFunc(seen.sets[i], g.accepting) {
			acc = 1
		}
		guards := map[int][]cube{}
		if !g.letters(seen.sets[i], func(letter cube, to []int) {
			if split = split || len(to) > 1; len(to) > 0 {
				n := number(to)
				guards[n] = append(guards[n], letter)
			}
		}) {
			return nil
		}
		out := edges(guards, len(seen.sets), acc)
		d.out = append(d.out, out)
	}
	if !split {
		return nil
	}
	return d
}

// letters calls each with the values of the atoms that a set of states reads, and the states that they lead
// to. It returns false if there are too many atoms.
func (g *graph) letters(set []int, each func(letter cube, to []int)) bool {
	var es []edge
	mentioned := uint64(0)
	for _, s := range set {
		es = append(es, g.out[s]...)
	}
	for _, e := range es {
		mentioned |= e.on.pos | e.on.neg
	}
	if bits.OnesCount64(mentioned) > subsetAtoms {
		return false
	}
	for pos := mentioned; ; pos = (pos - 1) & mentioned {
		letter := cube{pos, mentioned &^ pos}
		var to []int
		for _, e := range es {
			if letter.within(e.on) {
				to = append(to, e.to)
			}
		}
		slices.Sort(to)
		to = slices.Compact(to)
		each(letter, to)
		if pos == 0 {
			return true
		}
	}
}

// edges returns a state's edges with guards to states below n.
func edges(guards map[int][]cube, n int, acc uint64) (out []edge) {
	for to := range n {
		for _, c := range minimal(guards[to]) {
			out = append(out, edge{c, to, acc})
		}
	}
	return out
}

// acceptsAll reports whether a state's transition shows that all words are accepted from it.
func (g *graph) acceptsAll(s int) bool {
	return g.accepting(s) &&
		slices.ContainsFunc(g.out[s], func(e edge) bool { return e.to == s && e.on == cube{} })
}

func encode(set []int) (key []byte) {
	for _, s := range set {
		key = append(key, byte(s), byte(s>>8), byte(s>>16))
	}
	return key
}

// Weak reports whether no cycle contains both accepting states and others.
func (a *Automaton) Weak() bool {
	n := len(a.States)
	reach := make([][]bool, n)
	for s := range a.States {
		reach[s] = make([]bool, n)
		todo := []int{s}
		for len(todo) > 0 {
			x := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, e := range a.States[x].Edges {
				if !reach[s][e.To] {
					reach[s][e.To] = true
					todo = append(todo, e.To)
				}
			}
		}
	}
	for s := range n {
		for t := range s {
			if reach[s][t] && reach[t][s] && a.States[s].Accepting != a.States[t].Accepting {
				return false
			}
		}
	}
	return true
}
