package roots

import (
	"sync"

	"gospin/compression/quotient"
)

// Compact is a set of roots that takes little memory, for one worker. It keeps only the bits in which roots
// differ. They are gathered into a number, and a quotient set stores what the number's place does not
// determine. If the bits are too many for a number, or if less memory is wanted, they are cut into parts. The
// values of each part are numbered, and these numbers are joined, and perhaps numbered again: a tree.
//
// The cuts are planned from the roots in the set: first when there are some thousands of them, which lie in a
// Packed until then, and again when there are many more. Between two plans, new bits and growing tables add
// bits to the upper end of numbers, so the entries of tables stay valid.
type Compact[R Root] struct {
	deep      bool // cut to save memory, not only if there are too many bits
	initial   *Packed[R]
	base      R
	differing R // bits that are gathered; all roots equal the base in the others
	novel     R // bits that the next Grow is to gather
	nodes     []node
	top       *quotient.Set     // has the numbers of the last node
	room      int               // number of roots at which the top must grow
	nextPlan  int               // number of roots at which there is a new plan
	planned   int               // number of roots expected by the last plan
	at        [batchSize]uint64 // scratch: places in the top
	findMu    sync.Mutex        // held by Find
}

// node computes a number of a root, from gathered bits or from the numbers of earlier nodes. The number of
// the last node goes into the top. Those of the others are numbered by a table.
type node struct {
	gather  gather
	base    uint64 // what is gathered from the base
	joins   []join
	bits    uint
	table   *quotient.Table // nil in the last node
	crowded bool
	recent  []numbered        // a cache, by hash
	values  [batchSize]uint64 // of the roots being encoded; afterwards, their numbers in the table
}

// join gives the place of some bits of a node's number in the number of a later node.
type join struct {
	node, from, bits, to uint
}

type numbered struct{ value, number uint64 }

const (
	recentBits = 10
	recentMix  = 0x9e3779b97f4a7c15
)

// NewQuotient returns an empty set that takes some 4 to 9 bytes for each root. room is the number of roots
// that are known to come.
func NewQuotient[R Root](room uint64) *Compact[R] {
	return &Compact[R]{initial: NewPacked[R](0), planned: int(room)}
}

// NewTree returns an empty set that takes less memory than a quotient set, and more time: parts of roots have
// few different values.
func NewTree[R Root](room uint64) *Compact[R] {
	s := NewQuotient[R](room)
	s.deep = true
	return s
}

// Len implements Set.
func (s *Compact[R]) Len() uint64 {
	if s.initial != nil {
		return s.initial.Len()
	}
	return uint64(s.top.Len())
}

// Bytes implements Set.
func (s *Compact[R]) Bytes() int64 {
	if s.initial != nil {
		return s.initial.Bytes()
	}
	return s.top.Bytes() + s.tables()
}

// tables returns the number of bytes of all tables but the top.
func (s *Compact[R]) tables() (n int64) {
	for i := range s.nodes {
		if t := s.nodes[i].table; t != nil {
			n += t.Bytes() + int64(len(s.nodes[i].recent))*16
		}
	}
	return n
}

// Touch implements Set. It does nothing, since Add prefetches from one table after the other.
func (s *Compact[R]) Touch([]R) {}

// Add implements Set.
func (s *Compact[R]) Add(rs []R, from int, fresh []uint32) ([]uint32, int) {
	if s.initial != nil {
		return s.initial.Add(rs, from, fresh)
	}
	for from < len(rs) {
		part := rs[from:min(from+batchSize, len(rs))]
		if s.top.Len() >= min(s.room, s.nextPlan) {
			return fresh, from
		}
		n := s.encode(part)
		values := s.nodes[len(s.nodes)-1].values[:n]
		for i, x := range values {
			s.at[i&(batchSize-1)] = s.top.Place(x)
		}
		for i := range values {
			switch s.top.AddPlace(s.at[i&(batchSize-1)]) {
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

// encode computes the numbers of roots in all nodes. It stops at the first root for which the set must grow,
// and returns the number of roots before it.
func (s *Compact[R]) encode(rs []R) int {
	n := s.knownPrefix(rs)
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

// knownPrefix returns the number of roots before the first that has novel bits.
func (s *Compact[R]) knownPrefix(rs []R) int {
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
			all |= (rs[i][w] ^ s.base[w]) &^ s.differing[w]
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

// differs reports whether a root has novel bits, and records them.
func (s *Compact[R]) differs(r *R) bool {
	all := uint64(0)
	for w := range len(s.base) {
		d := ((*r)[w] ^ s.base[w]) &^ s.differing[w]
		s.novel[w] |= d
		all |= d
	}
	return all != 0
}

// number replaces values by their numbers. It stops at the first value for which the table must grow, and
// returns the number of values before it.
func (x *node) number(values []uint64) int {
	var missing [batchSize]uint8
	n := 0
	for i, v := range values {
		if e := &x.recent[v*recentMix>>(64-recentBits)]; e.value == v {
			values[i] = e.number
			continue
		}
		x.table.Touch(v)
		missing[n&(batchSize-1)] = uint8(i)
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

// decode computes roots from the values of the last node.
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
			out[j][w] |= s.base[w] &^ s.differing[w]
		}
	}
}

// eachRoot calls f with every root; all yields the numbers of the top.
func (s *Compact[R]) eachRoot(all func(func(uint64, uint16)), f func(r *R)) {
	var out [batchSize]R
	last := &s.nodes[len(s.nodes)-1]
	n := 0
	flush := func() {
		s.decode(n, out[:])
		for i := range out[:n] {
			f(&out[i])
		}
		n = 0
	}
	var waiting [batchSize]uint64
	all(func(x uint64, _ uint16) {
		waiting[n] = x
		if n++; n == batchSize {
			last.values = waiting
			flush()
		}
	})
	last.values = waiting
	flush()
}

// Each implements Set.
func (s *Compact[R]) Each(f func(r *R)) {
	if s.initial != nil {
		s.initial.Each(f)
		return
	}
	s.eachRoot(s.top.All, f)
}

// Drain implements Set.
func (s *Compact[R]) Drain(f func(r *R)) {
	if s.initial != nil {
		s.initial.Drain(f)
		return
	}
	s.eachRoot(s.top.Drain, f)
	s.Free()
}

// Free implements Set.
func (s *Compact[R]) Free() {
	if s.initial != nil {
		s.initial.Free()
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
