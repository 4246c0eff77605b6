package symmetry

import (
	"fmt"
	"maps"
	"slices"

	"gospin/vm"
	"gospin/vm/layout"
)

// Group has the symmetry of the states of a shape.
type Group struct {
	Shape uint32
	Sets  []Set
	m     *model
	parts map[int]*Part
}

// Set is a set of ranks that may be exchanged or rotated.
type Set struct {
	Ranks   [][]int   // the processes of each
	Rotated bool      // the only action maps each rank to the next one; else each exchanges two neighbours
	Actions []*Action // generators
	Numbers []int     // the number of each rank in cells that hold ranks
}

// Against is a reason that prevents a possible symmetry.
type Against struct {
	Who  string
	Why  string
	Stmt *vm.Stmt // its place; nil if it has none
}

// find searches for the group of a shape, given one of its states. Settled means that all further states have
// this shape.
func find(
	prog *vm.Program, vec []byte, steps *int, over overlook,
) (_ *Group, _ []Against, settled bool) {
	m, why := newModel(prog, vec, steps, over)
	if why != "" {
		return nil, []Against{{Why: why}}, false
	}
	alike := m.alike()
	if len(alike) == 0 {
		return nil, nil, true
	}
	m.settleAlike(alike)
	if why, at := m.followed(); why != "" {
		return nil, []Against{m.against("", why, at)}, true
	}
	g, against := m.group(alike)
	if g.whole(alike) || !m.numbered || !m.know(alike) {
		return g, against, true
	}
	n := *m
	n.again()
	if why, _ := n.followed(); why != "" || len(n.constants) != len(m.constants) {
		return g, against, true
	}
	if h, why := n.group(alike); h.order() > g.order() {
		return h, why, true
	}
	return g, against, true
}

// followed evaluates all transitions, until it is known which cells rest.
func (m *model) followed() (why string, at *vm.Trans) {
	why, at = m.follow()
	for m.unrest() {
		why, at = m.follow()
	}
	return why, at
}

// again evaluates all transitions once more.
func (m *model) again() {
	m.used, m.decided, m.restless = nil, map[step]*node{}, map[place]bool{}
	m.constants, m.own, m.rests = maps.Clone(m.constants), maps.Clone(m.own), maps.Clone(m.rests)
}

// whole reports whether all alike processes may be exchanged.
func (g *Group) whole(alike [][]int) bool {
	all := 0
	for _, pids := range alike {
		all += len(pids)
	}
	if g != nil {
		for i := range g.Sets {
			if s := &g.Sets[i]; !s.Rotated {
				all -= len(s.Ranks) * len(s.Ranks[0])
			}
		}
	}
	return all == 0
}

func (g *Group) order() float64 {
	if g == nil {
		return 1
	}
	return g.Order()
}

// group finds which alike processes may be exchanged. It returns nil if none may.
func (m *model) group(alike [][]int) (*Group, []Against) {
	g := &Group{Shape: m.shape.ID, m: m}
	var against []Against
	var failed [][]int
	for _, pids := range alike {
		ranks := make([][]int, len(pids))
		for r, pid := range pids {
			ranks[r] = []int{pid}
		}
		if sets, why := m.sets(ranks); len(sets) > 0 {
			g.Sets = append(g.Sets, sets...)
		} else {
			failed, against = append(failed, pids), append(against, why)
		}
	}
	for len(failed) > 1 {
		first := failed[0]
		asMany := func(pids []int) bool { return len(pids) == len(first) }
		together := slices.DeleteFunc(slices.Clone(failed), func(pids []int) bool { return !asMany(pids) })
		failed = slices.DeleteFunc(failed, asMany)
		if len(together) < 2 {
			continue
		}
		ranks := make([][]int, len(first))
		for _, pids := range together {
			for r, pid := range pids {
				ranks[r] = append(ranks[r], pid)
			}
		}
		sets, _ := m.sets(ranks)
		g.Sets = append(g.Sets, sets...)
	}
	if len(g.Sets) == 0 {
		return nil, against
	}
	return g, against
}

func (m *model) against(who, why string, at *vm.Trans) Against {
	out := Against{Who: who, Why: why}
	if at != nil {
		out.Stmt = &m.prog.Stmts[at.Stmt]
	}
	return out
}

// alike returns the processes whose automata are equal up to constants and variables.
func (m *model) alike() (out [][]int) {
	for pid, q := range m.shape.Procs {
		i := slices.IndexFunc(out, func(pids []int) bool {
			return m.alikeTypes(m.shape.Procs[pids[0]].Type, q.Type)
		})
		if i < 0 {
			out = append(out, []int{pid})
		} else {
			out[i] = append(out[i], pid)
		}
	}
	return slices.DeleteFunc(out, func(pids []int) bool { return len(pids) < 2 })
}

// settleAlike makes alike processes settled in the same control states.
func (m *model) settleAlike(alike [][]int) {
	for _, pids := range alike {
		all := slices.Clone(m.settled[pids[0]])
		for _, pid := range pids {
			for s := range all {
				all[s] = all[s] && m.settled[pid][s]
			}
		}
		for _, pid := range pids {
			m.settled[pid] = all
		}
	}
}

func (m *model) alikeTypes(i, j int) bool {
	if i == j {
		return true
	}
	x, y := &m.prog.Layout.Procs[i], &m.prog.Layout.Procs[j]
	same := x.PC == y.PC && x.PCWide == y.PCWide && x.Size == y.Size && len(x.Fields) == len(y.Fields) &&
		slices.EqualFunc(x.Chans, y.Chans, m.alikeChannels)
	for k := 0; same && k < len(x.Fields); k++ {
		f, g := x.Fields[k], y.Fields[k]
		same = f.Elem == g.Elem && f.Len == g.Len && f.Stride == g.Stride
	}
	p, q := &m.prog.Procs[i], &m.prog.Procs[j]
	if !same || len(p.States) != len(q.States) || p.Start != q.Start || p.Deterministic != q.Deterministic {
		return false
	}
	for s := range p.States {
		if p.States[s].N != q.States[s].N {
			return false
		}
	}
	return true
}

func (m *model) alikeChannels(i, j int) bool {
	x, y := &m.prog.Layout.Chans[i], &m.prog.Layout.Chans[j]
	return x.Slots == y.Slots && slices.Equal(x.Fields, y.Fields) && x.Size == y.Size &&
		x.LenWide == y.LenWide
}

// sets returns the sets of ranks that may be exchanged.
func (m *model) sets(ranks [][]int) ([]Set, Against) {
	n := len(ranks)
	s := &set{m: m, ranks: ranks}
	var swaps [][]int
	for r := range n - 1 {
		swaps = append(swaps, swap(n, r, r+1))
	}
	s.guess(swaps)
	for p := range s.ids {
		m.numbered = m.numbered || p.of >= 0
	}
	var out []Set
	left := identity(n)
	var first Against
	for len(left) > 1 {
		// that may be exchanged with the first of the rest
		mine, rest := Set{Ranks: [][]int{ranks[left[0]]}, Numbers: []int{left[0]}}, []int{}
		last := left[0]
		for _, r := range left[1:] {
			a := s.with(swap(n, last, r))
			why, at := a.fits()
			if why == "" {
				why, at = a.check()
			}
			if why == "" {
				mine.Ranks, mine.Numbers = append(mine.Ranks, ranks[r]), append(mine.Numbers, r)
				mine.Actions, last = append(mine.Actions, a), r
				continue
			}
			if first.Why == "" {
				first = m.against(m.name(ranks), why, at)
			}
			rest = append(rest, r)
		}
		if len(mine.Actions) > 0 {
			out = append(out, mine)
		}
		left = rest
	}
	if len(out) > 0 || n < 3 {
		return out, first
	}
	turn := make([]int, n)
	for r := range n {
		turn[r] = (r + 1) % n
	}
	s.guess([][]int{turn})
	a := s.with(turn)
	why, at := a.fits()
	if why == "" {
		why, at = a.check()
	}
	if why != "" {
		_ = at
		return nil, first
	}
	return []Set{{Ranks: ranks, Rotated: true, Actions: []*Action{a}, Numbers: identity(n)}}, first
}

func swap(n, r, s int) []int {
	out := identity(n)
	out[r], out[s] = s, r
	return out
}

// name returns the name of the processes of some ranks.
func (m *model) name(ranks [][]int) string {
	first, last := ranks[0][0], ranks[len(ranks)-1][0]
	if m.shape.Procs[first].Type == m.shape.Procs[last].Type {
		return fmt.Sprintf("%s, processes %d to %d", m.typeOf(first).Name, first, last)
	}
	return fmt.Sprintf("%s to %s", m.typeOf(first).Name, m.typeOf(last).Name)
}

// fits returns why an action is not defined on the states: cells must keep their kinds, and be wide enough
// for their new values.
func (a *Action) fits() (string, *vm.Trans) {
	seen, last := map[place]bool{}, int32(len(a.ranks))-1
	for p, e := range a.m.cells {
		if q := a.place(p); q != p {
			f, known := a.m.cells[q]
			if !known || f.Cell != e.Cell || f.Mask != e.Mask || seen[q] || a.place(q) == q {
				return "variables that belong to processes have different types", nil
			}
			seen[q] = true
		}
		if plus, id := a.ids[p]; id && !a.m.holds(e, plus+last) {
			return "a variable has no room for the number of each process", nil
		}
	}
	for c := range a.m.shape.Chans {
		x, y := a.m.shape.Chans[c].Type, a.m.shape.Chans[a.chans[c+1]-1].Type
		if !a.m.alikeChannels(x, y) {
			return "channels that belong to processes have different types", nil
		}
		for k, e := range a.m.prog.Layout.Chans[x].Fields {
			if plus, id := a.ids[place{ofChannel - c - 1, int32(k)}]; id && !a.m.holds(e, plus+last) {
				return "a message has no room for the number of each process", nil
			}
		}
	}
	return "", nil
}

func (m *model) holds(e layout.Elem, k int32) bool {
	return layout.Truncate(e.Cell, e.Mask, k) == k || !m.looks(rooms)
}
