package space

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"gospin/verifier/roots"
	"gospin/verifier/symmetry"
	"gospin/vm/layout"
)

// symmetric is what a space knows of a group that exchanges parts of its states. A root of the group's
// shape is replaced by one of its orbit, the same for all of it as far as that can be told quickly. More
// than one costs states, and nothing else.
//
// The ranks of a set are sorted by keys: hashes of the numbers of what belongs to each, with ranks in them
// left out, and of what the cells that hold ranks look like to each. Where keys are equal, they are refined
// once, by the keys of those that name the rank; of what is equal then all orders are tried, if there are
// not too many, and the least root is taken. All is by numbers of components, which a change of the packing
// keeps.
type symmetric struct {
	group *symmetry.Group
	alias map[layout.Comp]layout.Comp // parts that share a class with another one
	parts []*symmetry.Part            // by field of the shape; nil: it is never changed
	sets  []symmetricSet
	// views are numbers of what parts look like, two for each: the lowest bit says that others are meant
	views map[string]uint32
}

// symmetricSet is a set of ranks by fields of the group's shape.
type symmetricSet struct {
	*symmetry.Set
	to     [][]int // by action: where each field goes
	change [][]bool
	own    [][]int // by rank: the fields that belong to it
	pairs  [][]int // by two ranks: the fields that belong to both, in that order
	others []int   // fields that hold ranks and belong to none
	viewed []bool  // by field: ranks see it differently
}

// Exchange gives the space a group by which states are the same, before any engine is made.
func (s *Space) Exchange(g *symmetry.Group) bool {
	if g == nil {
		return false
	}
	y := &symmetric{group: g, alias: map[layout.Comp]layout.Comp{}, views: map[string]uint32{}}
	sh := s.l.ShapeByID(g.Shape)
	parts := g.Parts()
	at := map[int]int{} // by offset: the component of the shape
	for i, c := range sh.Comps {
		at[c.Off] = i
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
	fields := s.fields(sh)
	if !y.arrange(g, fields, parts) {
		s.symmetric = nil
	}
	s.pack = s.packed()
	return s.symmetric != nil
}

func keyOf(sh *layout.Shape, at int) layout.Comp {
	return layout.Comp{Kind: sh.Comps[at].Kind, Type: sh.Comps[at].Type, Off: at}
}

// leader is the component with which one shares its class.
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

// arrange finds where fields go. False: components are too coarse for that.
func (y *symmetric) arrange(g *symmetry.Group, fields []field, parts map[int]*symmetry.Part) bool {
	at := map[int]int{}
	for i, f := range fields {
		at[f.off] = i
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
		switch len(orbit) {
		case 1:
			if s.viewed[i] {
				s.others = append(s.others, i)
			}
		case n:
			s.addOwn(orbit)
		case n * (n - 1):
			s.addPairs(orbit)
		}
	}
}

// addOwn adds fields of which each belongs to a rank.
func (s *symmetricSet) addOwn(orbit []int) {
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
		return
	}
}

// addPairs adds fields of which each belongs to two ranks.
func (s *symmetricSet) addPairs(orbit []int) {
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
		return
	}
}

// swapped is where the exchange of rank k with the next one takes a rank.
func swapped(r, k int) int {
	switch r {
	case k:
		return k + 1
	case k + 1:
		return k
	}
	return r
}

// canon makes roots canonical, for one engine.
type canon[R roots.Root] struct {
	space *Space
	y     *symmetric
	shape uint64
	f     *form
	fine  [][]uint8 // by process and number: 1 it is not where the group holds, 2 it is
	procs []int     // their fields
	maps  map[mapped]*[]uint32
	acts  [][]exchange[R]
	views [][]*[]uint32 // by field and rank over all sets: its number to the rank, plus one
	keys  []uint64
}

// mapped is the change of a field by an action.
type mapped struct{ set, action, field int }

// exchange is an action on roots.
type exchange[R roots.Root] struct {
	keep  R
	moves []fieldMove
}

type fieldMove struct {
	from, to *field
	by       mapped
	table    *[]uint32 // numbers there, plus one; nil: the same
}

func newCanon[R roots.Root](s *Space) *canon[R] {
	y := s.symmetric
	if y == nil {
		return nil
	}
	return &canon[R]{space: s, y: y}
}

// canonical makes a root canonical, for roots.Widths. False: a number does not fit.
var canonical = roots.ByWidth[func(*Space, []uint64) bool]{
	1: makeCanonical[[1]uint64], 2: makeCanonical[[2]uint64], 3: makeCanonical[[3]uint64],
	4: makeCanonical[[4]uint64], 8: makeCanonical[[8]uint64], 16: makeCanonical[[16]uint64],
	64: makeCanonical[[64]uint64],
}

func makeCanonical[R roots.Root](s *Space, root []uint64) bool {
	c := newCanon[R](s)
	if c == nil {
		return true
	}
	one := make([]R, 1)
	copy(slice(&one[0]), root)
	if !c.all(one) {
		return false
	}
	copy(root, slice(&one[0]))
	return true
}

// begin looks up the places of fields. False: roots are too narrow for the shape.
func (c *canon[R]) begin() bool {
	c.f = c.space.form(c.y.group.Shape)
	if c.f == nil {
		return false
	}
	c.shape = uint64(c.y.group.Shape) + 1
	c.maps = map[mapped]*[]uint32{}
	for pid := range c.y.group.Processes() {
		c.procs = append(c.procs, c.space.component(c.f.procs[pid].Comp))
		c.fine = append(c.fine, nil)
	}
	for k := range c.y.sets {
		s := &c.y.sets[k]
		var acts []exchange[R]
		for j, to := range s.to {
			x := exchange[R]{}
			for i := 0; i < len(x.keep); i++ {
				x.keep[i] = ^uint64(0)
			}
			for i := range to {
				if to[i] == i && !s.change[j][i] {
					continue
				}
				from, at := &c.f.fields[i], &c.f.fields[to[i]]
				x.keep[from.word] &^= from.bits()
				m := fieldMove{from: from, to: at, by: mapped{k, j, i}}
				if s.change[j][i] {
					m.table = new([]uint32)
				}
				x.moves = append(x.moves, m)
			}
			acts = append(acts, x)
		}
		c.acts = append(c.acts, acts)
		views := make([]*[]uint32, len(c.f.fields)*len(s.Ranks))
		for i := range views {
			views[i] = new([]uint32)
		}
		c.views = append(c.views, views)
	}
	return true
}

// all makes roots canonical. False: some number does not fit into its field.
func (c *canon[R]) all(rs []R) bool {
	if c.f == nil && !c.begin() {
		return true // the shape has not been met: none of them is of it
	}
	mask := c.space.pack.shapeMask
	for i := range rs {
		if rs[i][0]&mask == c.shape && !c.one(&rs[i]) {
			return false
		}
	}
	return true
}

// one makes a root canonical.
func (c *canon[R]) one(r *R) bool {
	for pid, at := range c.procs {
		n := c.f.fields[at].number(slice(r))
		if int(n) >= len(c.fine[pid]) || c.fine[pid][n] == 0 {
			c.look(pid, at, n)
		}
		if c.fine[pid][n] == 1 {
			return true
		}
	}
	for k := range c.y.sets {
		ok := false
		if c.y.sets[k].Rotated {
			ok = c.rotate(k, r)
		} else {
			ok = c.sort(k, r)
		}
		if !ok {
			return false
		}
	}
	return true
}

// look finds out whether a process with a number is where the group holds.
func (c *canon[R]) look(pid, at int, n uint32) {
	s := c.space
	s.mu.Lock()
	defer s.mu.Unlock()
	for int(n) >= len(c.fine[pid]) {
		c.fine[pid] = append(c.fine[pid], 0)
	}
	f := &c.f.fields[at]
	value := make([]byte, f.len)
	s.classes[f.class].values.Copy(value, n)
	c.fine[pid][n] = 1
	if c.y.group.Fine(pid, value) {
		c.fine[pid][n] = 2
	}
}

// act does an action to a root. False: a number does not fit.
func (c *canon[R]) act(set, action int, r *R) bool {
	x := &c.acts[set][action]
	var out R
	for i := 0; i < len(out); i++ {
		out[i] = (*r)[i] & x.keep[i]
	}
	for i := range x.moves {
		m := &x.moves[i]
		n := m.from.number(slice(r))
		if m.table != nil {
			if int(n) >= len(*m.table) || (*m.table)[n] == 0 {
				c.learn(m, n)
			}
			n = (*m.table)[n] - 1
		}
		if uint64(n) > m.to.mask {
			return false
		}
		out[m.to.word] |= uint64(n) << (m.to.shift & 63)
	}
	*r = out
	return true
}

// learn finds out what a number becomes by an action.
func (c *canon[R]) learn(m *fieldMove, n uint32) {
	s := c.space
	s.mu.Lock()
	defer s.mu.Unlock()
	for int(n) >= len(*m.table) {
		*m.table = append(*m.table, 0)
	}
	values := s.classes[m.from.class].values
	from, to := make([]byte, m.from.len), make([]byte, m.to.len)
	values.Copy(from, n)
	c.y.sets[m.by.set].Actions[m.by.action].Map(c.y.parts[m.by.field], to, from)
	(*m.table)[n] = uint32(values.Index(to)) + 1
}

// view is what a field looks like to a rank. The lowest bit says whether it names others.
func (c *canon[R]) view(set, rank, at int, r *R) uint32 {
	n := c.f.fields[at].number(slice(r))
	s := &c.y.sets[set]
	if !s.viewed[at] {
		return n << 1
	}
	table := c.views[set][at*len(s.Ranks)+rank]
	if int(n) >= len(*table) || (*table)[n] == 0 {
		c.seen(set, rank, at, n, table)
	}
	return (*table)[n] - 1
}

func (c *canon[R]) seen(set, rank, at int, n uint32, table *[]uint32) {
	s, f := c.space, &c.f.fields[at]
	s.mu.Lock()
	defer s.mu.Unlock()
	for int(n) >= len(*table) {
		*table = append(*table, 0)
	}
	value := make([]byte, f.len)
	s.classes[f.class].values.Copy(value, n)
	// of the same class only are compared
	key := binary.LittleEndian.AppendUint32(nil, uint32(f.class))
	key, others := c.y.sets[set].View(rank, c.y.parts[at], key, value)
	number, met := c.y.views[string(key)]
	if !met {
		number = uint32(len(c.y.views)) << 1
		if others {
			number |= 1
		}
		c.y.views[string(key)] = number
	}
	(*table)[n] = number + 1
}

func mixed(h, n uint64) uint64 {
	h = (h ^ n) * 0x9e3779b97f4a7c15
	return bits.RotateLeft64(h, 29) * 0xbf58476d1ce4e5b9
}

// sort exchanges ranks until their keys are in order.
func (c *canon[R]) sort(set int, r *R) bool {
	s := &c.y.sets[set]
	n := len(s.Ranks)
	keys := c.keys[:0]
	nested := false
	for rank := range n {
		h := uint64(0)
		for _, i := range s.own[rank] {
			v := c.view(set, rank, i, r)
			nested = nested || v&1 != 0
			h = mixed(h, uint64(v))
		}
		for _, i := range s.others {
			h = mixed(h, uint64(c.view(set, rank, i, r)))
		}
		keys = append(keys, h)
	}
	c.keys = keys
	if !c.order(set, keys, r) {
		return false
	}
	if nested = nested || len(s.pairs) > 1 && len(s.pairs[1]) > 0; !nested || !ties(keys) {
		return true
	}
	keys = append(keys, c.refined(set, keys, r)...)[n:]
	if !c.order(set, keys, r) {
		return false
	}
	return c.least(set, keys, r)
}

func ties(keys []uint64) bool {
	for i := 1; i < len(keys); i++ {
		if keys[i] == keys[i-1] {
			return true
		}
	}
	return false
}

// order sorts ranks by insertion: mostly they are in order but for one.
func (c *canon[R]) order(set int, keys []uint64, r *R) bool {
	for i := 1; i < len(keys); i++ {
		for j := i; j > 0 && keys[j] < keys[j-1]; j-- {
			if !c.act(set, j-1, r) {
				return false
			}
			keys[j], keys[j-1] = keys[j-1], keys[j]
		}
	}
	return true
}

// refined are keys that tell, too, by whom a rank is named, and what it has in common with whom.
func (c *canon[R]) refined(set int, keys []uint64, r *R) []uint64 {
	s := &c.y.sets[set]
	n := len(keys)
	out := make([]uint64, n)
	for rank := range n {
		sum := uint64(0)
		for other := range n {
			if other == rank {
				continue
			}
			h := mixed(1, keys[other])
			for _, i := range s.own[other] {
				if s.viewed[i] {
					h = mixed(h, uint64(c.view(set, rank, i, r)))
				}
			}
			for _, i := range s.pairs[rank*n+other] {
				h = mixed(h, uint64(c.view(set, rank, i, r)))
			}
			for _, i := range s.pairs[other*n+rank] {
				h = mixed(h, uint64(c.view(set, rank, i, r)))
			}
			sum += h
		}
		out[rank] = mixed(keys[rank], sum)
	}
	// what was in order stays so
	for i := range out {
		out[i] = out[i]>>8 | uint64(position(keys, i))<<56
	}
	return out
}

// position is how many keys in order differ before one.
func position(keys []uint64, i int) (n int) {
	for k := 1; k <= i; k++ {
		if keys[k] != keys[k-1] {
			n++
		}
	}
	return n
}

// mostOrders is how many orders of ranks with equal keys are tried.
const mostOrders = 120

// least takes the least of the roots that come of all orders of ranks with equal keys.
func (c *canon[R]) least(set int, keys []uint64, r *R) bool {
	orders := 1
	for i, run := 1, 1; i < len(keys); i++ {
		if run++; keys[i] != keys[i-1] {
			run = 1
		}
		if orders *= run; orders > mostOrders {
			return true
		}
	}
	best := *r
	ok := c.try(set, keys, 0, *r, &best)
	*r = best
	return ok
}

// try tries all orders of equal ranks from one on.
func (c *canon[R]) try(set int, keys []uint64, from int, r R, best *R) bool {
	if from >= len(keys)-1 {
		if c.less(&r, best) {
			*best = r
		}
		return true
	}
	for i := from; i < len(keys) && keys[i] == keys[from]; i++ { // each of them comes first once
		if i > from {
			for j := i; j > from; j-- {
				if !c.act(set, j-1, &r) {
					return false
				}
			}
		}
		if !c.try(set, keys, from+1, r, best) {
			return false
		}
	}
	return true
}

// less compares by the numbers of components.
func (c *canon[R]) less(x, y *R) bool {
	for i := range c.f.fields {
		f := &c.f.fields[i]
		if a, b := f.number(slice(x)), f.number(slice(y)); a != b {
			return a < b
		}
	}
	return false
}

// rotate takes the least of the roots that come of all rotations.
func (c *canon[R]) rotate(set int, r *R) bool {
	best, at := *r, *r
	for range len(c.y.sets[set].Ranks) - 1 {
		if !c.act(set, 0, &at) {
			return false
		}
		if c.less(&at, &best) {
			best = at
		}
	}
	*r = best
	return true
}
