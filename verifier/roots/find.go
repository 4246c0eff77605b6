package roots

// Finder is a set that can look roots up without adding them. Several workers may do so at a time, while none
// adds.
type Finder[R Root] interface {
	Set[R]
	// Find reports for each root whether it is in the set. found must be as long as rs.
	Find(rs []R, found []bool)
}

// fewRoots is the number of roots up to which a Plain is small enough, whatever the kind of set.
const fewRoots = firstSlots / 4

// Fitted reports whether a set of n roots should be rebuilt before it has more roots.
func Fitted(kind Kind, n, more uint64) bool {
	return n <= fewRoots || kind == Whole && n < more
}

func makeFitted[R Root](kind Kind, n uint64) Finder[R] {
	if n > fewRoots && kind != Whole {
		return makeSet[R](kind, n, 1).(Finder[R])
	}
	p := &Plain[R]{help: 1}
	p.allocate(int(n/4*5) + batchSize*2)
	return p
}

// AddEach adds the roots of another set. fresh is scratch memory.
func AddEach[R Root](to, from Set[R], fresh []uint32) []uint32 {
	some := make([]R, 0, batchSize)
	from.Each(func(r *R) {
		if some = append(some, *r); len(some) == batchSize {
			fresh = AddAll(to, some, fresh[:0])
			some = some[:0]
		}
	})
	return AddAll(to, some, fresh[:0])
}

// AddAll adds roots to a set that may grow without limit, and appends the indices of those that were new.
func AddAll[R Root](set Set[R], rs []R, fresh []uint32) []uint32 {
	for from := 0; from < len(rs); {
		if fresh, from = set.Add(rs, from, fresh); from < len(rs) {
			set.Grow(0)
		}
	}
	return fresh
}

// Find implements Finder.
func (s *Plain[R]) Find(rs []R, found []bool) {
	var at [batchSize]int
	for len(rs) > 0 {
		part := rs[:min(batchSize, len(rs))]
		s.prefetch(part, at[:])
		for i := range part {
			found[i] = s.findAt(&part[i], at[i])
		}
		rs, found = rs[len(part):], found[len(part):]
	}
}

func (s *Plain[R]) findAt(r *R, p int) bool { return s.placeOf(r, p) >= 0 }

// Find implements Finder. It holds a lock, since nodes store the values of the roots being looked up.
func (s *Compact[R]) Find(rs []R, found []bool) {
	s.findMu.Lock()
	defer s.findMu.Unlock()
	if s.initial != nil {
		s.initial.Find(rs, found)
		return
	}
	for len(rs) > 0 {
		part := rs[:min(batchSize, len(rs))]
		s.findSome(part, found)
		rs, found = rs[len(part):], found[len(part):]
	}
}

func (s *Compact[R]) findSome(rs []R, found []bool) {
	for i := range rs {
		found[i] = true
		for w := range len(s.base) {
			if (rs[i][w]^s.base[w])&^s.differing[w] != 0 {
				found[i] = false
			}
		}
	}
	for i := range s.nodes {
		x := &s.nodes[i]
		values := x.values[:len(rs)]
		if len(x.joins) == 0 {
			for j := range values {
				values[j] = x.gather.from(Words(&rs[j])) ^ x.base
			}
		} else {
			clear(values)
			for _, y := range x.joins {
				below, mask := s.nodes[y.node].values[:len(rs)], uint64(1)<<y.bits-1
				for j := range values {
					values[j] |= below[j] >> (y.from & 63) & mask << (y.to & 63)
				}
			}
		}
		if x.table != nil {
			x.find(values, found)
		}
	}
	values := s.nodes[len(s.nodes)-1].values[:len(rs)]
	var at [batchSize]uint64
	for i, v := range values {
		if found[i] {
			at[i] = s.top.Place(v)
		}
	}
	for i := range values {
		found[i] = found[i] && s.top.HasPlace(at[i])
	}
}

// find replaces values by their numbers. For values without a number, it sets found to false.
func (x *node) find(values []uint64, found []bool) {
	for i, v := range values {
		if found[i] && x.recent[v*recentMix>>(64-recentBits)].value != v {
			x.table.Touch(v)
		}
	}
	for i, v := range values {
		if !found[i] {
			continue
		}
		e := &x.recent[v*recentMix>>(64-recentBits)]
		if e.value != v {
			number, ok := x.table.Find(v)
			if !ok {
				found[i] = false
				continue
			}
			*e = numbered{v, number}
		}
		values[i] = e.number
	}
}

var (
	_ Finder[[1]uint64] = (*Plain[[1]uint64])(nil)
	_ Finder[[1]uint64] = (*Compact[[1]uint64])(nil)
)
