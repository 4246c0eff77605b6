package ltl

import (
	"context"
	"math/bits"
	"slices"
)

// ForSearch makes a Büchi automaton for a search beside a system. It is that of Translate, or a deterministic
// one if that is found and hardly larger: then a run of the system is searched in one state of the automaton
// at a time. If the opposite of the formula is a safety property, everything is accepted where a run is: if
// neither of the two shows that, it is the monitor of the bad prefixes. The error is as Translate's.
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

// subsetAtoms bounds the atoms that a state of a deterministic automaton may ask for.
const subsetAtoms = 6

// numbered gives sets of states numbers, as they come.
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

// subsets is the automaton of the sets of states that a word may lead to; a set is accepting if one of them
// is. It accepts all words that g does, and perhaps others. It is nil if g is deterministic already, or it is
// too large.
func (g *graph) subsets(most int) *graph {
	d := &graph{watch: g.watch, sets: 1}
	var seen numbered
	number := func(set []int) int {
		if i := slices.IndexFunc(set, g.everything); i >= 0 {
			set = set[i : i+1]
		}
		return seen.number(set)
	}
	number([]int{g.init})
	split := false
	for i := 0; i < len(seen.sets); i++ {
		g.look()
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

// letters calls each with the values of the atoms that a set of states asks for, and where they lead. The
// result false says that there are too many atoms.
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

// edges are those of a state with guards to others below n.
func edges(guards map[int][]cube, n int, acc uint64) (out []edge) {
	for to := range n {
		for _, c := range minimal(guards[to]) {
			out = append(out, edge{c, to, acc})
		}
	}
	return out
}

// everything says that all words are accepted from a state, as its transition shows.
func (g *graph) everything(s int) bool {
	return g.accepting(s) &&
		slices.ContainsFunc(g.out[s], func(e edge) bool { return e.to == s && e.on == cube{} })
}

func encode(set []int) (key []byte) {
	for _, s := range set {
		key = append(key, byte(s), byte(s>>8), byte(s>>16))
	}
	return key
}

// Weak says that no cycle leads through accepting states and others.
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
