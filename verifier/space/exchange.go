package space

import (
	"slices"
	"sync/atomic"

	"gospin/verifier/symmetry"
	"gospin/vm/layout"
)

// symmetric is what a space knows of a group of symmetries. A root of the group's shape is replaced by one of
// its orbit, the same for the whole orbit if that can be decided quickly. Otherwise there are more states
// than necessary, but nothing is wrong.
//
// The ranks of a set are sorted by keys: hashes of the numbers of what belongs to each rank, without the
// ranks in them, and of how the cells that hold ranks look to the rank. Equal keys are refined once, by the
// keys of those that name the rank. If keys are still equal, all orders are tried, unless there are too many,
// and the least root is chosen. Everything uses numbers of components, which do not change in later packings.
type symmetric struct {
	group *symmetry.Group
	alias map[layout.Comp]layout.Comp // parts that share a class with another one
	parts []*symmetry.Part            // by field of the shape; nil: no action changes it
	sets  []symmetricSet
	// views numbers how parts look, in steps of two: the lowest bit says that they name other ranks
	views map[string]uint32

	canonical func(root []uint64) bool // for Space.Same

	weighed, weight atomic.Uint64 // states of a sample, and the sum of the sizes of their orbits
	idle            atomic.Bool   // symmetry is not worth its time
}

// One state in sampleEvery is sampled, until sampleStates have been searched. If their orbits have less than
// leastFactor states on average, symmetry is no longer used.
const (
	sampleStates, sampleEvery = 50_000, 16
	leastFactor               = 1.5
	mostWeight                = 1 << 20
)

// weigh adds a state to the sample, given the size of its orbit.
func (y *symmetric) weigh(orbit float64) {
	sum := y.weight.Add(uint64(min(orbit, mostWeight)))
	n := y.weighed.Add(1)
	if n == sampleStates/sampleEvery && float64(sum) < leastFactor*float64(n) {
		y.idle.Store(true)
	}
}

func (y *symmetric) samples() bool { return y.weighed.Load() < sampleStates/sampleEvery }

// GaveUp returns after how many states symmetry was no longer used, or 0, and the average size of orbits.
func (s *Space) GaveUp() (states uint64, each float64) {
	y := s.symmetric
	if y == nil || !y.idle.Load() {
		return 0, 0
	}
	return sampleStates, float64(y.weight.Load()) / float64(y.weighed.Load())
}

// symmetricSet is a set of ranks, in terms of the fields of the group's shape.
type symmetricSet struct {
	*symmetry.Set
	to     [][]int // by action: where each field goes
	change [][]bool
	own    [][]int // by rank: the fields that belong to it
	pairs  [][]int // by two ranks: the fields that belong to both, in that order
	others []int   // fields that hold ranks and belong to none
	viewed []bool  // by field: it looks different to each rank
	loose  bool    // some fields move, but belong neither to one rank nor to two
}

// Exchange makes states that a group identifies the same. It must be called before any engine is made.
func (s *Space) Exchange(g *symmetry.Group) bool {
	if g == nil {
		return false
	}
	y := &symmetric{group: g, alias: map[layout.Comp]layout.Comp{}, views: map[string]uint32{}}
	if s.judge != nil { // states will be expanded again, with the same result
		y.weighed.Store(sampleStates)
	}
	sh := s.l.ShapeByID(g.Shape)
	parts := g.Parts()
	at := map[int]int{} // by offset: the component of the shape
	for i, c := range sh.Comps {
		if c.Len > 0 {
			at[c.Off] = i
		}
	}
	for i := range g.Sets {
		for _, a := range g.Sets[i].Actions {
			for off, p := range parts {
				if i, j := at[off], at[a.To(p)]; i > 0 && i < j {
					y.alias[keyOf(sh, j)] = keyOf(sh, i)
				}
			}
		}
	}
	s.symmetric = y
	s.classAt, s.classes = map[layout.Comp]int{}, s.classes[:0:0]
	s.cells = cells(s.l, s.grain, s.cutAt, s.newClass)
	s.share(g, parts)
	fields := s.fields(sh)
	if !y.arrange(g, fields, parts) {
		s.symmetric = nil
	}
	s.pack = s.packed()
	return s.symmetric != nil
}

// share makes globals that actions exchange share their values.
func (s *Space) share(g *symmetry.Group, parts map[int]*symmetry.Part) {
	at := map[int]*cell{}
	for i := range s.cells {
		at[s.cells[i].off] = &s.cells[i]
	}
	for i := range g.Sets {
		for again := true; again; {
			again = false
			for _, a := range g.Sets[i].Actions {
				for off, p := range parts {
					x, y := at[off], at[a.To(p)]
					if x != nil && y != nil && x.len == y.len && x.class < y.class {
						y.class, again = x.class, true
					}
				}
			}
		}
	}
}

// Same returns a state as the search stores it: the same for all of an orbit, if that can be decided.
func (s *Space) Same(vec []byte) []byte {
	root := make([]uint64, s.pack.words)
	if !s.encode(root, vec) {
		return vec
	}
	if s.symmetric.canonical == nil {
		s.symmetric.canonical = canonical[s.pack.words](s)
	}
	if !s.symmetric.canonical(root) {
		return vec
	}
	return s.Vector(root)
}

// Exchanges reports whether the space has a group of symmetries.
func (s *Space) Exchanges() bool { return s.symmetric != nil }

func keyOf(sh *layout.Shape, at int) layout.Comp {
	return layout.Comp{Kind: sh.Comps[at].Kind, Type: sh.Comps[at].Type, Off: at}
}

// leader returns the component with which another one shares its class.
func (y *symmetric) leader(key layout.Comp) layout.Comp {
	for y != nil {
		next, is := y.alias[key]
		if !is {
			break
		}
		key = next
	}
	return key
}

// arrange finds out where fields go. It returns false if components are too coarse for that.
func (y *symmetric) arrange(g *symmetry.Group, fields []field, parts map[int]*symmetry.Part) bool {
	at := map[int]int{}
	for i, f := range fields {
		if f.len > 0 {
			at[f.off] = i
		}
		p := parts[f.off]
		if p != nil && p.Len != f.len {
			p = nil
		}
		y.parts = append(y.parts, p)
	}
	for i := range g.Sets {
		s := symmetricSet{Set: &g.Sets[i], viewed: make([]bool, len(fields))}
		for _, a := range s.Actions {
			to, change := make([]int, len(fields)), make([]bool, len(fields))
			for i := range to {
				to[i] = i
			}
			for off, p := range parts {
				i, is := at[off]
				moves := a.To(p) != off
				if !moves && !a.Changes(p) {
					continue
				}
				j, there := at[a.To(p)]
				if !is || !there || y.parts[i] == nil || y.parts[j] == nil ||
					fields[i].class != fields[j].class {
					return false
				}
				to[i], change[i] = j, a.Changes(p)
			}
			s.to, s.change = append(s.to, to), append(s.change, change)
		}
		for i := range fields {
			s.viewed[i] = y.parts[i] != nil && s.Viewed(y.parts[i])
		}
		s.belong()
		y.sets = append(y.sets, s)
	}
	return true
}

// belong finds out which fields belong to which ranks.
func (s *symmetricSet) belong() {
	n, taken := len(s.Ranks), make([]bool, len(s.viewed))
	s.own, s.pairs = make([][]int, n), make([][]int, n*n)
	if s.Rotated {
		return
	}
	for i := range taken {
		if taken[i] {
			continue
		}
		orbit := []int{i}
		taken[i] = true
		for k := 0; k < len(orbit); k++ {
			for _, to := range s.to {
				if j := to[orbit[k]]; !taken[j] {
					taken[j] = true
					orbit = append(orbit, j)
				}
			}
		}
		switch {
		case len(orbit) == 1:
			if s.viewed[i] {
				s.others = append(s.others, i)
			}
		case len(orbit) == n && s.addOwn(orbit):
		case len(orbit) == n*(n-1) && s.addPairs(orbit):
		default:
			s.loose = true
		}
	}
}

// addOwn adds fields that belong to one rank each. It returns false if they don't.
func (s *symmetricSet) addOwn(orbit []int) bool {
	for _, i := range orbit { // that of the first rank is kept by all actions but the first
		if slices.ContainsFunc(s.to[1:], func(to []int) bool { return to[i] != i }) {
			continue
		}
		for r := range s.own {
			s.own[r] = append(s.own[r], i)
			if r < len(s.to) {
				i = s.to[r][i]
			}
		}
		for _, i := range orbit {
			s.viewed[i] = s.viewed[i] || slices.ContainsFunc(orbit, func(j int) bool { return s.viewed[j] })
		}
		return true
	}
	return false
}

// addPairs adds fields that belong to two ranks each. It returns false if they don't.
func (s *symmetricSet) addPairs(orbit []int) bool {
	n := len(s.own)
	for _, i := range orbit { // that of the first and second is kept by all actions from the third on
		if len(s.to) > 2 && slices.ContainsFunc(s.to[2:], func(to []int) bool { return to[i] != i }) {
			continue
		}
		of := map[int]int{0*n + 1: i} // by two ranks
		for open := []int{1}; len(open) > 0; open = open[1:] {
			r, t := open[0]/n, open[0]%n
			for k, to := range s.to {
				next := swapped(r, k)*n + swapped(t, k)
				if _, met := of[next]; !met {
					of[next] = to[of[open[0]]]
					open = append(open, next)
				}
			}
		}
		for two, i := range of {
			s.pairs[two] = append(s.pairs[two], i)
		}
		return true
	}
	return false
}

// swapped returns where the exchange of rank k with the next one takes rank r.
func swapped(r, k int) int {
	switch r {
	case k:
		return k + 1
	case k + 1:
		return k
	}
	return r
}
