package roots

import (
	"sync"

	"gospin/compression/quotient"
)

// Compact is a set of roots in little memory, for one worker. Only bits in which roots differ are kept: they
// are gathered into a number, of which a quotient set stores what its place does not say. Where there are
// more bits than a number has, or if less memory is wanted, the bits are cut into parts, the values of the
// parts are numbered, and the numbers are put together, which may be numbered again: a tree.
//
// How roots are cut is planned by what roots there are, at first when there are some thousands, up to which
// they lie in a packed table; later on when there are many more. Bits that come into use between two plans,
// and tables that grow, add to the upper end of numbers, so that what lies in tables stays as it is.
type Compact[R Root] struct {
	deep  bool // cut for memory, not only where bits are too many
	young *Packed[R]
	base  R
	met   R // bits that are gathered; in all others, roots equal the base
	novel R // bits that are to be gathered from the next Grow on
	nodes []node
	top   *quotient.Set // of the numbers of the last node
	room  int           // roots that there may be before the top grows
	due   int           // the same before the next plan
	then  int           // roots that were counted on at the last plan
	at    [ahead]uint64 // places in the top
	asked sync.Mutex    // by Find
}

// node makes a number of a root: of bits gathered or of numbers of nodes before it. That of the last one goes
// into the top; all others are numbered by a table.
type node struct {
	gather  gather
	base    uint64 // the number that is gathered of the base
	joins   []join
	bits    uint
	table   *quotient.Table // nil: it is the last one
	crowded bool
	recent  []numbered    // a cache, by a hash
	values  [ahead]uint64 // of the roots at hand; when they are numbered, their numbers
}

// join says where some bits of the number of a node lie in that of a later one.
type join struct {
	node, from, bits, to uint
}

type numbered struct{ value, number uint64 }

const (
	recentBits = 10
	recentMix  = 0x9e3779b97f4a7c15
)

// NewQuotient returns an empty set that takes some 4 to 9 bytes a root. Room says how many roots are known to
// come.
func NewQuotient[R Root](room uint64) *Compact[R] {
	return &Compact[R]{young: NewPacked[R](0), then: int(room)}
}

// NewTree returns an empty set that takes less memory than a quotient set, since parts of roots take few
// values, and more time.
func NewTree[R Root](room uint64) *Compact[R] {
	s := NewQuotient[R](room)
	s.deep = true
	return s
}

// Len implements Set.
func (s *Compact[R]) Len() uint64 {
	if s.young != nil {
		return s.young.Len()
	}
	return uint64(s.top.Len())
}

// Bytes implements Set.
func (s *Compact[R]) Bytes() int64 {
	if s.young != nil {
		return s.young.Bytes()
	}
	return s.top.Bytes() + s.tables()
}

// tables are the bytes of all but the top.
func (s *Compact[R]) tables() (n int64) {
	for i := range s.nodes {
		if t := s.nodes[i].table; t != nil {
			n += t.Bytes() + int64(len(s.nodes[i].recent))*16
		}
	}
	return n
}

// Touch implements Set. It does nothing: Add has all asked for by levels.
func (s *Compact[R]) Touch([]R) {}

// Add implements Set.
func (s *Compact[R]) Add(rs []R, from int, fresh []uint32) ([]uint32, int) {
	if s.young != nil {
		return s.young.Add(rs, from, fresh)
	}
	for from < len(rs) {
		part := rs[from:min(from+ahead, len(rs))]
		if s.top.Len() >= min(s.room, s.due) {
			return fresh, from
		}
		n := s.encode(part)
		values := s.nodes[len(s.nodes)-1].values[:n]
		for i, x := range values {
			s.at[i&(ahead-1)] = s.top.Place(x)
		}
		for i := range values {
			switch s.top.AddPlace(s.at[i&(ahead-1)]) {
			case quotient.Added:
				fresh = append(fresh, uint32(from+i))
			case quotient.Crowded:
				s.room = 0
				return fresh, from + i
			}
		}
		if from += n; n < len(part) {
			break
		}
	}
	return fresh, from
}

// encode makes the numbers of roots in all nodes, up to the first root that needs the set to grow.
func (s *Compact[R]) encode(rs []R) int {
	n := s.known(rs)
	for i := range s.nodes {
		x := &s.nodes[i]
		values := x.values[:n]
		if len(x.joins) == 0 {
			for j := range values {
				values[j] = x.gather.from(Words(&rs[j])) ^ x.base
			}
		} else {
			clear(values)
			for _, y := range x.joins {
				below, mask := s.nodes[y.node].values[:n], uint64(1)<<y.bits-1
				for j := range values {
					values[j] |= below[j] >> (y.from & 63) & mask << (y.to & 63)
				}
			}
		}
		if x.table != nil {
			n = x.number(values)
		}
	}
	return n
}

// known is how many roots there are before the first that has novel bits.
func (s *Compact[R]) known(rs []R) int {
	if len(s.base) > 4 {
		for i := range rs {
			if s.differs(&rs[i]) {
				return i
			}
		}
		return len(rs)
	}
	var all uint64
	for i := range rs {
		for w := range len(s.base) {
			all |= (rs[i][w] ^ s.base[w]) &^ s.met[w]
		}
	}
	if all == 0 {
		return len(rs)
	}
	for i := range rs {
		if s.differs(&rs[i]) {
			return i
		}
	}
	return len(rs)
}

// differs reports whether a root has novel bits, and takes note of them.
func (s *Compact[R]) differs(r *R) bool {
	all := uint64(0)
	for w := range len(s.base) {
		d := ((*r)[w] ^ s.base[w]) &^ s.met[w]
		s.novel[w] |= d
		all |= d
	}
	return all != 0
}

// number makes the numbers of values, and returns how many it could.
func (x *node) number(values []uint64) int {
	var missing [ahead]uint8
	n := 0
	for i, v := range values {
		if e := &x.recent[v*recentMix>>(64-recentBits)]; e.value == v {
			values[i] = e.number
			continue
		}
		x.table.Touch(v)
		missing[n&(ahead-1)] = uint8(i)
		n++
	}
	for _, i := range missing[:n] {
		v := values[i]
		number, ok := x.table.Number(v)
		if !ok {
			x.crowded = true
			return int(i)
		}
		values[i] = number
		x.recent[v*recentMix>>(64-recentBits)] = numbered{v, number}
	}
	return len(values)
}

// decode makes roots of the values of the last node.
func (s *Compact[R]) decode(n int, out []R) {
	clear(out[:n])
	for i := len(s.nodes) - 1; i >= 0; i-- {
		x := &s.nodes[i]
		values := x.values[:n]
		if x.table != nil {
			for _, v := range values {
				x.table.TouchAt(v)
			}
			for j, v := range values {
				values[j] = x.table.At(v)
			}
		}
		for _, y := range x.joins {
			below := &s.nodes[y.node].values
			if y.from == 0 {
				clear(below[:n])
			}
			mask := uint64(1)<<y.bits - 1
			for j, v := range values {
				below[j] |= v >> (y.to & 63) & mask << (y.from & 63)
			}
		}
		if len(x.joins) == 0 {
			for j, v := range values {
				x.gather.scatter(v^x.base, Words(&out[j]))
			}
		}
	}
	for j := range out[:n] {
		for w := range len(s.base) {
			out[j][w] |= s.base[w] &^ s.met[w]
		}
	}
}

// list calls f with every root; all gives the numbers of the top.
func (s *Compact[R]) list(all func(func(uint64, uint16)), f func(r *R)) {
	var out [ahead]R
	last := &s.nodes[len(s.nodes)-1]
	n := 0
	flush := func() {
		s.decode(n, out[:])
		for i := range out[:n] {
			f(&out[i])
		}
		n = 0
	}
	var waiting [ahead]uint64
	all(func(x uint64, _ uint16) {
		waiting[n] = x
		if n++; n == ahead {
			last.values = waiting
			flush()
		}
	})
	last.values = waiting
	flush()
}

// Each implements Set.
func (s *Compact[R]) Each(f func(r *R)) {
	if s.young != nil {
		s.young.Each(f)
		return
	}
	s.list(s.top.All, f)
}

// Drain implements Set.
func (s *Compact[R]) Drain(f func(r *R)) {
	if s.young != nil {
		s.young.Drain(f)
		return
	}
	s.list(s.top.Drain, f)
	s.Free()
}

// Free implements Set.
func (s *Compact[R]) Free() {
	if s.young != nil {
		s.young.Free()
		return
	}
	s.top.Free()
	for i := range s.nodes {
		if t := s.nodes[i].table; t != nil {
			t.Free()
		}
	}
	s.nodes = nil
}
