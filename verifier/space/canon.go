package space

import (
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
	sets  []ordering[R]
	from  *R // the state that is expanded, if the group applies to it; else nil
}

// ordering is a set of ranks, in terms of roots.
type ordering[R roots.Root] struct {
	*symmetricSet
	n      int
	moved  R // the bits of the fields that actions change or move, or that keys are made of
	acts   []exchange[R]
	own    [][]keyField // by rank: what its key is made of
	of     []wordBits   // by rank: the bits of these fields
	others [][]keyField // by field that holds ranks and belongs to none, and rank
	nested bool         // keys always leave something out
	refs   [][]keyField // by two ranks: how what belongs to the second one refers to the first one
	keys   []uint64
	finer  []uint64
	// of the state that is expanded
	before []uint64 // its keys, if known is set
	known  bool
	fixed  uint8 // 2 if it is canonical itself, 1 if not; 0: not known
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
		if !c.all(nil, one) {
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
	for pid := range c.y.group.Processes() {
		c.procs = append(c.procs, c.space.component(c.f.procs[pid].Comp))
		c.fine = append(c.fine, nil)
	}
	for k := range c.y.sets {
		s := &c.y.sets[k]
		o := ordering[R]{symmetricSet: s, n: len(s.Ranks)}
		for j := range s.to {
			o.acts = append(o.acts, c.exchange(s, j))
		}
		for i := range c.f.fields {
			for j, to := range s.to {
				if to[i] != i || s.change[j][i] {
					o.moved[c.f.fields[i].word] |= c.f.fields[i].bits()
				}
			}
		}
		o.keys, o.before = make([]uint64, o.n), make([]uint64, o.n)
		o.makeKeys(c.f)
		for _, list := range slices.Concat(o.own, o.others) { // the order of keys depends on all of them
			for _, f := range list {
				o.moved[f.word] |= f.mask << (f.shift & 63)
			}
		}
		c.sets = append(c.sets, o)
	}
	return true
}

// all makes roots canonical. Unless it is nil, from is the state that they follow. It returns false if a
// number does not fit into its field.
func (c *canon[R]) all(from *R, rs []R) bool {
	if c.f == nil && !c.begin() {
		return true // the shape is not known yet, so no root has it
	}
	mask, met := c.space.pack.shapeMask, false
	for i := range rs {
		if rs[i][0]&mask != c.shape {
			continue
		}
		if !met {
			met = true
			c.follow(from)
		}
		if c.from == nil && !c.holds(&rs[i]) { // where it applies, it also applies to all that follows
			continue
		}
		if !c.one(&rs[i]) {
			return false
		}
	}
	return true
}

// follow prepares for states that follow one, unless that is nil.
func (c *canon[R]) follow(from *R) {
	c.from = nil
	if from == nil || (*from)[0]&c.space.pack.shapeMask != c.shape || !c.holds(from) {
		return
	}
	c.from = from
	for k := range c.sets {
		c.sets[k].known, c.sets[k].fixed = false, 0
	}
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

// one makes a root canonical.
func (c *canon[R]) one(r *R) bool {
	for k := range c.sets {
		s := &c.sets[k]
		if c.from != nil && s.same(c.from, r) && c.isFixed(s) {
			continue
		}
		if !c.order(s, c.from, r) {
			return false
		}
	}
	return true
}

// same reports whether two roots are made canonical by the same actions.
func (s *ordering[R]) same(x, y *R) bool {
	diff := uint64(0)
	for i := 0; i < len(*x); i++ {
		diff |= ((*x)[i] ^ (*y)[i]) & s.moved[i]
	}
	return diff == 0
}

// isFixed reports whether the state that is expanded is canonical.
func (c *canon[R]) isFixed(s *ordering[R]) bool {
	if s.fixed == 0 {
		s.fixed = 1
		if r := *c.from; c.order(s, c.from, &r) && r == *c.from {
			s.fixed = 2
		}
	}
	return s.fixed == 2
}

// order makes a root canonical, as far as one set is concerned. Unless it is nil, the root follows from.
func (c *canon[R]) order(s *ordering[R], from, r *R) bool {
	if s.Rotated {
		return c.rotate(s, r)
	}
	if from == nil {
		c.keysOf(s, s.keys, r)
	} else {
		c.keysAfter(s, from, r)
	}
	if !c.sort(s, s.keys, r) {
		return false
	}
	if !ties(s.keys) || !s.open(s.keys) {
		return true
	}
	keys := c.refined(s, s.keys, r)
	return c.sort(s, keys, r) && (!ties(keys) || c.least(s, keys, r))
}

// sort sorts ranks by insertion, since usually only one is out of order.
func (c *canon[R]) sort(s *ordering[R], keys []uint64, r *R) bool {
	for i := 1; i < len(keys); i++ {
		for j := i; j > 0 && keys[j] < keys[j-1]; j-- {
			if !c.act(&s.acts[j-1], r) {
				return false
			}
			keys[j], keys[j-1] = keys[j-1], keys[j]
		}
	}
	return true
}

// mostOrders is the number of orders of ranks with equal keys that are tried.
const mostOrders = 120

// least chooses the least of the roots that result from all orders of ranks with equal keys.
func (c *canon[R]) least(s *ordering[R], keys []uint64, r *R) bool {
	orders, same := 1, true
	for i, run := 1, 1; i < len(keys); i++ {
		if run++; keys[i] != keys[i-1] {
			run = 1
			continue
		}
		x := *r
		same = same && c.act(&s.acts[i-1], &x) && x == *r
		if orders *= run; orders > mostOrders {
			return true
		}
	}
	if same { // all orders give the same
		return true
	}
	best := *r
	ok := c.try(s, keys, 0, *r, &best)
	*r = best
	return ok
}

// try tries all orders of ranks with equal keys, from index from on.
func (c *canon[R]) try(s *ordering[R], keys []uint64, from int, r R, best *R) bool {
	if from >= len(keys)-1 {
		if c.less(&r, best) {
			*best = r
		}
		return true
	}
	for i := from; i < len(keys) && keys[i] == keys[from]; i++ { // each of them comes first once
		if i > from {
			for j := i; j > from; j-- {
				if !c.act(&s.acts[j-1], &r) {
					return false
				}
			}
		}
		if !c.try(s, keys, from+1, r, best) {
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
func (c *canon[R]) rotate(s *ordering[R], r *R) bool {
	best, at := *r, *r
	for range s.n - 1 {
		if !c.act(&s.acts[0], &at) {
			return false
		}
		if at == *r { // from here on, all of them come again
			break
		}
		if c.less(&at, &best) {
			best = at
		}
	}
	*r = best
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
	for k := range c.sets {
		if s := &c.sets[k]; s.Rotated {
			orbit *= c.turns(s, r)
		} else {
			orbit *= c.orders(s, r)
		}
	}
	c.y.weigh(orbit)
}

// turns returns how many different roots result from all rotations.
func (c *canon[R]) turns(s *ordering[R], r *R) float64 {
	at := *r
	for i := 1; i < s.n; i++ {
		if !c.act(&s.acts[0], &at) || at == *r {
			return float64(i)
		}
	}
	return float64(s.n)
}

// orders returns how many different roots result from all orders of the ranks. Ranks with equal keys count as
// equal.
func (c *canon[R]) orders(s *ordering[R], r *R) float64 {
	keys := s.keys
	c.keysOf(s, keys, r)
	if slices.Sort(keys); ties(keys) && s.open(keys) {
		c.keysOf(s, keys, r)
		keys = c.refined(s, keys, r)
		slices.Sort(keys)
	}
	out, run := 1.0, 1
	for i := range keys {
		if run++; i == 0 || keys[i] != keys[i-1] {
			run = 1
		}
		out *= float64(i+1) / float64(run)
	}
	return out
}
