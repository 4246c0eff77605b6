package search

import "gospin/vm"

// Bounded searches breadth first, with rows of at most width states: the states found from a row make a row
// of their own, which is searched as soon as it is full, or when the first row is done. It is BBFS(w) of
// Evangelista and Kristensen: a width of 1 is depth first, an unbounded width breadth first.
func Bounded(width int) Frontier { return &bounded{width: width} }

type bounded struct {
	width  int
	rows   []*row // the last one is being searched
	chosen *row
	spare  []*row
	bytes  int64
}

// row is a list of states that are searched in turn, with the states found from them.
type row struct {
	all, behind []uint32
	next        int
}

func (f *bounded) push(all []uint32) {
	r := &row{}
	if n := len(f.spare); n > 0 {
		r, f.spare = f.spare[n-1], f.spare[:n-1]
	}
	before := cap(r.all)
	r.all, r.behind, r.next = append(r.all[:0], all...), r.behind[:0], 0
	f.bytes += 4 * int64(cap(r.all)-before)
	f.rows = append(f.rows, r)
}

func (f *bounded) Add(open uint32, _ *vm.State) {
	if f.chosen == nil {
		f.push([]uint32{open})
		return
	}
	r := f.chosen
	before := cap(r.behind)
	r.behind = append(r.behind, open)
	f.bytes += 4 * int64(cap(r.behind)-before)
	if len(r.behind) == f.width {
		f.push(r.behind)
		r.behind = r.behind[:0]
	}
}

func (f *bounded) Next() (uint32, bool) {
	for len(f.rows) > 0 {
		r := f.rows[len(f.rows)-1]
		if r.next < len(r.all) {
			f.chosen = r
			return r.all[r.next], true
		}
		f.rows = f.rows[:len(f.rows)-1]
		if len(r.behind) > 0 {
			f.push(r.behind)
		}
		f.spare = append(f.spare, r)
	}
	return 0, false
}

func (f *bounded) Leave() { f.chosen.next++ }

func (f *bounded) Bytes() int64 { return f.bytes }

// Alternating searches some levels breadth first, then some levels depth first from each state of the last of
// them, then breadth first again, and so on. It is Alt(b,d) of Evangelista and Kristensen: with unbounded
// depth it is depth first below the level broad, with unbounded broad it is breadth first.
func Alternating(broad, deep int) Frontier {
	return &alternating{broad: int32(broad), deep: int32(deep)}
}

type alternating struct {
	broad, deep int32
	parts       []*region // the last one is being searched
	chosen      *region
	spare       []*region
	bytes       int64
}

// region is the part below one root that is searched breadth first, or depth first.
type region struct {
	all  []levelled
	deep bool // depth first selects the last state, breadth first the one at next
	next int
}

type levelled struct {
	open  uint32
	level int32 // below the root
}

func (f *alternating) begin(open uint32, deep bool) {
	r := &region{}
	if n := len(f.spare); n > 0 {
		r, f.spare = f.spare[n-1], f.spare[:n-1]
	}
	r.all, r.deep, r.next = append(r.all[:0], levelled{open, 0}), deep, 0
	f.parts = append(f.parts, r)
}

func (f *alternating) Add(open uint32, _ *vm.State) {
	if f.chosen == nil {
		f.begin(open, false)
		return
	}
	r := f.chosen
	level := r.all[r.next].level + 1
	if r.deep && level == f.deep {
		f.begin(open, false)
		return
	}
	before := cap(r.all)
	r.all = append(r.all, levelled{open, level})
	f.bytes += 8 * int64(cap(r.all)-before)
}

func (f *alternating) Next() (uint32, bool) {
	for len(f.parts) > 0 {
		r := f.parts[len(f.parts)-1]
		if r.deep {
			r.next = len(r.all) - 1
		}
		if r.next < 0 || r.next == len(r.all) {
			f.parts = f.parts[:len(f.parts)-1]
			f.spare = append(f.spare, r)
			continue
		}
		switch at := r.all[r.next]; {
		case !r.deep && at.level == f.broad:
			r.next++
			if f.deep == 0 {
				f.begin(at.open, false)
			} else {
				f.begin(at.open, true)
			}
		default:
			f.chosen = r
			return at.open, true
		}
	}
	return 0, false
}

func (f *alternating) Leave() {
	r := f.chosen
	if r.deep { // another one may be on top of it
		r.all = append(r.all[:r.next], r.all[r.next+1:]...)
		return
	}
	r.next++
	if r.next > 1024 && r.next > len(r.all)/2 {
		r.all = r.all[:copy(r.all, r.all[r.next:])]
		r.next = 0
	}
}

func (f *alternating) Bytes() int64 { return f.bytes }
