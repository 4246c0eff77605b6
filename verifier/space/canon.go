package space

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"gospin/verifier/roots"
)

// canon makes roots canonical, for one engine.
type canon[R roots.Root] struct {
	space *Space
	y     *symmetric
	shape uint64
	f     *form
	fine  [][]uint8 // by process and number: 2 if the group applies there, 1 if not; 0: not known
	procs []int     // fields of the processes
	maps  map[mapped]*[]uint32
	acts  [][]exchange[R]
	views [][]*[]uint32 // by set, then field and rank: for each number, how it looks to the rank, plus one
	keys  []uint64
}

// mapped identifies how an action changes a field.
type mapped struct{ set, action, field int }

// exchange is an action on roots.
type exchange[R roots.Root] struct {
	keep  R
	moves []fieldMove
}

type fieldMove struct {
	from, to *field
	by       mapped
	table    *[]uint32 // the numbers they become, plus one; nil: the same
}

func newCanon[R roots.Root](s *Space) *canon[R] {
	y := s.symmetric
	if y == nil {
		return nil
	}
	return &canon[R]{space: s, y: y}
}

func makeCanonical[R roots.Root](s *Space) func([]uint64) bool {
	c := newCanon[R](s)
	if c == nil {
		return func([]uint64) bool { return true }
	}
	one := make([]R, 1)
	return func(root []uint64) bool {
		copy(slice(&one[0]), root)
		if !c.all(one) {
			return false
		}
		copy(root, slice(&one[0]))
		return true
	}
}

// begin looks up the places of fields. It returns false if roots are too narrow for the shape.
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

// all makes roots canonical. It returns false if a number does not fit into its field.
func (c *canon[R]) all(rs []R) bool {
	if c.f == nil && !c.begin() {
		return true // the shape is not known yet, so no root has it
	}
	mask := c.space.pack.shapeMask
	for i := range rs {
		if rs[i][0]&mask == c.shape && !c.one(&rs[i]) {
			return false
		}
	}
	return true
}

// holds reports whether the group applies to a root.
func (c *canon[R]) holds(r *R) bool {
	for pid, at := range c.procs {
		n := c.f.fields[at].number(slice(r))
		if int(n) >= len(c.fine[pid]) || c.fine[pid][n] == 0 {
			c.look(pid, at, n)
		}
		if c.fine[pid][n] == 1 {
			return false
		}
	}
	return true
}

// one makes a root canonical.
func (c *canon[R]) one(r *R) bool {
	if !c.holds(r) {
		return true
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

// works reports whether roots must be made canonical.
func (c *canon[R]) works() bool { return c != nil && !c.y.idle.Load() }

// weigh adds a root to the sample with the size of its orbit, while there is a sample.
func (c *canon[R]) weigh(r *R) {
	if c.f == nil || !c.y.samples() {
		return
	}
	if (*r)[0]&c.space.pack.shapeMask != c.shape || !c.holds(r) {
		c.y.weigh(1)
		return
	}
	orbit := 1.0
	for k := range c.y.sets {
		if c.y.sets[k].Rotated {
			orbit *= c.turns(k, r)
		} else {
			orbit *= c.orders(k, r)
		}
	}
	c.y.weigh(orbit)
}

// turns returns how many different roots result from all rotations.
func (c *canon[R]) turns(set int, r *R) float64 {
	n, at := len(c.y.sets[set].Ranks), *r
	for i := 1; i < n; i++ {
		if !c.act(set, 0, &at) || at == *r {
			return float64(i)
		}
	}
	return float64(n)
}

// orders returns how many different roots result from all orders of the ranks. Ranks with equal keys count as
// equal.
func (c *canon[R]) orders(set int, r *R) float64 {
	keys, nested := c.keysOf(set, r)
	if nested && ties(keys) {
		keys = c.refined(set, keys, r)
	}
	slices.Sort(keys)
	out, run := 1.0, 1
	for i := range keys {
		if run++; i == 0 || keys[i] != keys[i-1] {
			run = 1
		}
		out *= float64(i+1) / float64(run)
	}
	return out
}

// look finds out whether the group applies to a process with a number.
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

// act applies an action to a root. It returns false if a number does not fit.
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

// view returns how a field looks to a rank. The lowest bit says whether it names other ranks.
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
	// only values of the same class are compared
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

// sort exchanges ranks until their keys are sorted.
func (c *canon[R]) sort(set int, r *R) bool {
	keys, nested := c.keysOf(set, r)
	if !c.order(set, keys, r) {
		return false
	}
	if !nested || !ties(keys) {
		return true
	}
	n := len(keys)
	keys = append(keys, c.refined(set, keys, r)...)[n:]
	if !c.order(set, keys, r) {
		return false
	}
	return c.least(set, keys, r)
}

// keysOf returns the keys of ranks. nested says that the keys leave something out.
func (c *canon[R]) keysOf(set int, r *R) (keys []uint64, nested bool) {
	s := &c.y.sets[set]
	n := len(s.Ranks)
	keys = c.keys[:0]
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
	return keys, nested || len(s.pairs) > 1 && len(s.pairs[1]) > 0
}

func ties(keys []uint64) bool {
	for i := 1; i < len(keys); i++ {
		if keys[i] == keys[i-1] {
			return true
		}
	}
	return false
}

// order sorts ranks by insertion, since usually only one is out of order.
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

// refined returns keys that include which ranks name a rank, and what it shares with which others.
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
	// keep the order of the old keys
	for i := range out {
		out[i] = out[i]>>8 | uint64(position(keys, i))<<56
	}
	return out
}

// position returns how many different keys come before a key, in sorted keys.
func position(keys []uint64, i int) (n int) {
	for k := 1; k <= i; k++ {
		if keys[k] != keys[k-1] {
			n++
		}
	}
	return n
}

// mostOrders is the number of orders of ranks with equal keys that are tried.
const mostOrders = 120

// least chooses the least of the roots that result from all orders of ranks with equal keys.
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

// try tries all orders of ranks with equal keys, from index from on.
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

// less compares roots by the numbers of components.
func (c *canon[R]) less(x, y *R) bool {
	for i := range c.f.fields {
		f := &c.f.fields[i]
		if a, b := f.number(slice(x)), f.number(slice(y)); a != b {
			return a < b
		}
	}
	return false
}

// rotate chooses the least of the roots that result from all rotations.
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
