package symmetry

import (
	"fmt"
	"maps"
	"slices"

	"gospin/vm/layout"
)

// set has processes that may be alike: one or more of each rank.
type set struct {
	m      *model
	ranks  [][]int // the processes of each
	arrays []array
	named  [][]place // variables with names of their own, by kind and rank
	ids    map[place]int32
}

// array describes how the elements of an array belong to ranks.
type array struct {
	field  *layout.Field
	square bool  // an element for every two ranks; else one for each
	plus   int32 // the element of rank 0
}

// with returns the action of a permutation of the ranks.
func (s *set) with(ranks []int) *Action {
	m := s.m
	a := &Action{m: m, ranks: ranks, moved: map[place]place{}, ids: s.ids,
		procs: identity(len(m.shape.Procs)), chans: identity(len(m.shape.Chans) + 1)}
	for r, pids := range s.ranks {
		for j, pid := range pids {
			to := s.ranks[ranks[r]][j]
			a.procs[pid] = to
			p, q := &m.shape.Procs[pid], &m.shape.Procs[to]
			for i := range m.prog.Layout.Procs[p.Type].Chans {
				a.chans[p.Chans+i+1] = q.Chans + i + 1
			}
		}
	}
	for _, x := range s.arrays {
		for e := range x.field.Len {
			from, to := x.element(e), x.element(x.moves(a, len(s.ranks), e))
			if from == to {
				continue
			}
			c, is := m.constants[from]
			d, and := m.constants[to]
			if is && and {
				a.chans[c] = int(d)
			} else {
				a.moved[from] = to
			}
		}
	}
	for _, of := range s.named {
		for r, p := range of {
			if q := of[ranks[r]]; q != p {
				a.moved[p] = q
			}
		}
	}
	return a
}

func identity(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func (x *array) element(e int) place {
	return place{ofGlobals, int32(x.field.Elem.Off + e*x.field.Stride)}
}

// moves returns the element to which one is mapped.
func (x *array) moves(a *Action, n, e int) int {
	if x.square {
		return a.ranks[e/n]*n + a.ranks[e%n]
	}
	return int(a.number(x.plus, int32(e)))
}

// guess finds what seems to belong to ranks, by some permutations of them, from the cells that processes use.
func (s *set) guess(by [][]int) {
	s.arrays, s.named, s.ids = nil, s.guessNamed(), map[place]int32{}
	n := len(s.ranks)
	for _, f := range s.m.prog.Layout.Fields {
		c, is := s.m.constants[(&array{field: f}).element(0)]
		if f.Len < n || is && s.m.held[c] != (&array{field: f}).element(0) || !s.m.touches(f) {
			continue
		}
		var tried []array
		for plus := 0; plus+n <= f.Len; plus++ {
			tried = append(tried, array{field: f, plus: int32(plus)})
		}
		if f.Len == n*n {
			tried = append(tried, array{field: f, square: true})
		}
		best := s.fitting(f, nil, by)
		for _, x := range tried {
			if fit := s.fitting(f, &x, by); fit > best {
				best = fit
				s.arrays = append(slices.DeleteFunc(s.arrays, func(y array) bool { return y.field == f }), x)
			}
		}
	}
	s.guessIDs(by)
}

// touches reports whether some process uses an element of an array without an index.
func (m *model) touches(f *layout.Field) bool {
	for e := range f.Len {
		p := (&array{field: f}).element(e)
		if slices.ContainsFunc(m.used, func(u *uses) bool { return u.touched[p] != 0 }) {
			return true
		}
	}
	return false
}

// fitting counts how often the elements that a process uses are mapped to elements that its image uses.
func (s *set) fitting(f *layout.Field, x *array, by [][]int) (n int) {
	t := *s
	t.arrays = nil
	if x != nil {
		t.arrays = []array{*x}
	}
	for _, ranks := range by {
		a := t.with(ranks)
		for pid, u := range s.m.used {
			v := s.m.used[s.m.becomes(a, pid)]
			ok := true
			for e := range f.Len {
				from, to := (&array{field: f}).element(e), e
				if x != nil {
					to = x.moves(a, len(s.ranks), e)
				}
				ok = ok && u.touched[from] == v.touched[(&array{field: f}).element(to)]
			}
			if ok {
				n++
			}
		}
	}
	return n
}

// becomes returns the process to whose uses those of another are mapped; the last uses are the claim's.
func (m *model) becomes(a *Action, pid int) int {
	if pid < len(a.procs) {
		return a.procs[pid]
	}
	return pid
}

// guessIDs finds cells that seem to hold ranks: they are compared with the numbers of ranks, and assigned
// them.
func (s *set) guessIDs(by [][]int) {
	actions := s.actions(by)
	orbits := s.orbits(actions)
	for _, orbit := range orbits {
		values, tried := map[int32]bool{}, map[int32]int{}
		var met []use
		for pid, u := range s.m.used {
			for _, p := range orbit {
				if len(u.consts[p]) > 0 {
					met = append(met, use{pid, p})
				}
				for k := range u.consts[p] {
					values[k] = true
				}
			}
		}
		for k := range values {
			for r := range s.ranks {
				if plus := k - int32(r); plus >= 0 {
					tried[plus]++
				}
			}
		}
		// a single number of a rank is mapped to none that occurs
		maps.DeleteFunc(tried, func(_ int32, ranks int) bool { return ranks < 2 })
		if len(tried) == 0 {
			continue
		}
		best, found := s.agreeing(met, actions, -1), int32(-1)
		for _, plus := range slices.Sorted(maps.Keys(tried)) {
			if fit := s.agreeing(met, actions, plus); fit > best {
				best, found = fit, plus
			}
		}
		if found >= 0 {
			s.hold(orbit, found)
		}
	}
	s.spread(orbits)
}

// use is a use of a cell by a process.
type use struct {
	pid int
	p   place
}

func (s *set) actions(by [][]int) (out []*Action) {
	for _, ranks := range by {
		out = append(out, s.with(ranks))
	}
	return out
}

func (s *set) hold(orbit []place, plus int32) {
	for _, p := range orbit {
		s.ids[p] = plus
	}
}

// orbits returns the cells that are mapped to each other.
func (s *set) orbits(by []*Action) map[place][]place {
	leader := map[place]place{}
	var find func(p place) place
	find = func(p place) place {
		if q, is := leader[p]; is && q != p {
			return find(q)
		}
		return p
	}
	all := slices.Collect(maps.Keys(s.m.cells))
	for c := range s.m.shape.Chans {
		for k := range s.m.channelType(int32(c + 1)).Fields {
			all = append(all, place{ofChannel - c - 1, int32(k)})
		}
	}
	for _, a := range by {
		for _, p := range all {
			if x, y := find(p), find(a.place(p)); x != y {
				leader[x] = y
			}
		}
	}
	out := map[place][]place{}
	for _, p := range all {
		if _, is := s.m.constants[p]; !is {
			out[find(p)] = append(out[find(p)], p)
		}
	}
	return out
}

// agreeing counts how often the constants with which cells are used are mapped to those of the image cells;
// plus -1 means plain numbers.
func (s *set) agreeing(met []use, by []*Action, plus int32) (n int) {
	for _, a := range by {
		number := same
		if plus >= 0 {
			number = func(k int32) int32 { return a.number(plus, k) }
		}
		for _, u := range met {
			v := s.m.used[s.m.becomes(a, u.pid)]
			if sameSet(s.m.used[u.pid].consts[u.p], v.consts[a.place(u.p)], number) {
				n++
			}
		}
	}
	return n
}

// spread marks cells as holding ranks if they are compared with, or assigned to, marked ones, or index arrays
// whose elements belong to ranks.
func (s *set) spread(orbits map[place][]place) {
	of := map[place][]place{}
	for _, orbit := range orbits {
		for _, p := range orbit {
			of[p] = orbit
		}
	}
	for again := true; again; {
		again = false
		to := func(p place, plus int32) {
			if _, is := s.ids[p]; !is && of[p] != nil {
				s.hold(of[p], plus)
				again = true
			}
		}
		for _, u := range s.m.used {
			for _, x := range u.pairs {
				for i, p := range x {
					if plus, is := s.ids[p]; is {
						to(x[1-i], plus)
					}
				}
			}
			for _, x := range u.indices {
				for _, y := range s.arrays {
					if e := (x.base.at - int32(y.field.Elem.Off)); !y.square && x.base.of == ofGlobals &&
						e == 0 && y.plus >= x.plus {
						to(x.cell, y.plus-x.plus)
					}
				}
			}
		}
	}
}

// guessNamed finds variables such as flag0 and flag1: the processes of one rank use each in a way of their
// own, and those of all other ranks use it alike.
func (s *set) guessNamed() (out [][]place) {
	n := len(s.ranks)
	found := map[string][][]place{} // by kind and use: the variables of each rank
	var kinds []string
	for _, f := range s.m.prog.Layout.Fields {
		p := (&array{field: f}).element(0)
		if _, is := s.m.constants[p]; is || f.Len > 1 {
			continue
		}
		owner, how := s.owner(p)
		if owner < 0 {
			continue
		}
		kind := fmt.Sprint(f.Elem.Cell, f.Elem.Mask, how)
		if found[kind] == nil {
			found[kind], kinds = make([][]place, n), append(kinds, kind)
		}
		found[kind][owner] = append(found[kind][owner], p)
	}
	taken := map[place]bool{}
	for _, kind := range kinds {
		of := found[kind]
		for k := range of[0] {
			one := make([]place, 0, n)
			for r := range of {
				if k < len(of[r]) && !taken[of[r][k]] {
					one = append(one, of[r][k])
				}
			}
			if len(one) == n {
				out = append(out, one)
				for _, p := range one {
					taken[p] = true
				}
			}
		}
	}
	return out
}

// owner returns the rank that uses a cell as no other does; -1 if there is none.
func (s *set) owner(p place) (rank int, how string) {
	by := make([]string, len(s.ranks))
	for r, pids := range s.ranks {
		for _, pid := range pids {
			by[r] += fmt.Sprint(s.m.used[pid].touched[p], " ")
		}
	}
	for r := range by {
		others := slices.Delete(slices.Clone(by), r, r+1)
		if len(slices.Compact(slices.Clone(others))) == 1 && others[0] != by[r] {
			if len(by) == 2 && by[0] > by[1] { // either may be the owner
				return 1, by[1] + "/" + by[0]
			}
			return r, by[r] + "/" + others[0]
		}
	}
	return -1, ""
}
