package roots

// Finder is a set that can be asked without adding. Several may ask at a time, while nobody adds.
type Finder[R Root] interface {
	Set[R]
	// Find tells of each root whether it is there. Found has as many places as there are roots.
	Find(rs []R, found []bool)
}

// fewRoots are kept as they are in a set that is no larger than they need.
const fewRoots = firstSlots / 4

// Fitted reports whether a set of this many roots would better be made again than take more, this many with
// them.
func Fitted(kind Kind, n, more uint64) bool {
	return n <= fewRoots || kind == Whole && n < more
}

// NewFitted returns an empty set with room for this many roots: of a kind, or Plain where they are few.
func NewFitted[R Root](kind Kind, n uint64) Finder[R] {
	if n > fewRoots && kind != Whole {
		return New[R](kind, n, 1).(Finder[R])
	}
	p := &Plain[R]{help: 1}
	p.allocate(int(n/4*5) + ahead*2)
	return p
}

// AddEach adds the roots of another set. Fresh is scratch.
func AddEach[R Root](to, from Set[R], fresh []uint32) []uint32 {
	some := make([]R, 0, ahead)
	from.Each(func(r *R) {
		if some = append(some, *r); len(some) == ahead {
			fresh = AddAll(to, some, fresh[:0])
			some = some[:0]
		}
	})
	return AddAll(to, some, fresh[:0])
}

// AddAll adds roots to a set that grows as it likes, and appends the places of those that were not there.
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
	var at [ahead]int
	for len(rs) > 0 {
		part := rs[:min(ahead, len(rs))]
		s.ask(part, at[:])
		for i := range part {
			found[i] = s.findAt(&part[i], at[i])
		}
		rs, found = rs[len(part):], found[len(part):]
	}
}

func (s *Plain[R]) findAt(r *R, p int) bool { return s.placeOf(r, p) >= 0 }

// Find implements Finder. One is answered after the other, for the nodes remember what they are asked for.
func (s *Compact[R]) Find(rs []R, found []bool) {
	s.asked.Lock()
	defer s.asked.Unlock()
	if s.young != nil {
		s.young.Find(rs, found)
		return
	}
	for len(rs) > 0 {
		part := rs[:min(ahead, len(rs))]
		s.findSome(part, found)
		rs, found = rs[len(part):], found[len(part):]
	}
}

func (s *Compact[R]) findSome(rs []R, found []bool) {
	for i := range rs {
		found[i] = true
		for w := range len(s.base) {
			if (rs[i][w]^s.base[w])&^s.met[w] != 0 {
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
	var at [ahead]uint64
	for i, v := range values {
		if found[i] {
			at[i] = s.top.Place(v)
		}
	}
	for i := range values {
		found[i] = found[i] && s.top.HasPlace(at[i])
	}
}

// find makes the numbers of values. Those without one are not found.
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
