package batch

import (
	"unsafe"

	"gospin/verifier/roots"
)

// leftPath is what a search depth first leaves of its path to the next run.
type leftPath struct {
	frames func(f func(root []uint64, s *step))
	todo   func(f func(root []uint64, note uint32))
}

// leaveAll has the space packed anew, and leaves the search to the next run.
func (d *pathed[R]) leaveAll() {
	left := &leftLevels{table: d.table, plans: d.plans, all: d.shadow.each}
	d.rules.Each(func(id uint32, c *roots.Change[R]) {
		left.rules = append(left.rules, d.numbered(id, c))
	})
	left.sets[0], left.held[0] = leaveSet(d.old), d.old.Len()
	frames, todo, notes := d.frames, d.todo, d.notes
	left.path = &leftPath{
		frames: func(f func([]uint64, *step)) {
			for i := range frames.n {
				x := frames.at(i)
				f(words(&x.root), &x.step)
			}
		},
		todo: func(f func([]uint64, uint32)) {
			for i := range todo.n {
				f(words(todo.at(i)), *notes.at(i))
			}
		},
	}
	d.repack(&rest{levels: left})
}

// take goes on with what has been left.
func (d *pathed[R]) take(of *rest) {
	left := of.levels
	d.table, d.plans = left.table, left.plans
	d.takeRules(left)
	d.old = roots.New[R](d.Unmove.Whole, left.held[0], 1).(roots.Finder[R])
	left.sets[0](func(root []uint64) {
		d.one[0] = packed[R](d.whole, of, root)
		d.fresh = roots.AddAll(d.old, d.one[:], d.fresh[:0])
	})
	d.at = make([]uint32, 1<<10)
	left.path.frames(func(root []uint64, s *step) {
		from := s.from
		d.under = packed[R](d.whole, of, root)
		d.enter(*s)
		d.frames.at(d.frames.n - 1).from = from
	})
	left.path.todo(func(root []uint64, note uint32) {
		d.todo.push(packed[R](d.whole, of, root))
		d.notes.push(note)
	})
	left.all(func(root []uint64) {
		r := packed[R](d.whole, of, root)
		d.shadow.add(&r)
	})
}

// pile is a stack of what lies in chunks, so that it never is copied.
type pile[T any] struct {
	chunks [][]T
	n      int
}

const pileBits = 10 // the binary logarithm of a chunk's length

func (p *pile[T]) at(i int) *T { return &p.chunks[i>>pileBits][i&(1<<pileBits-1)] }

func (p *pile[T]) push(x T) {
	if p.n>>pileBits == len(p.chunks) {
		p.chunks = append(p.chunks, make([]T, 1<<pileBits))
	}
	p.n++
	*p.at(p.n - 1) = x
}

func (p *pile[T]) pop() T {
	p.n--
	return *p.at(p.n)
}

func (p *pile[T]) bytes() int64 {
	return int64(len(p.chunks)) << pileBits * int64(unsafe.Sizeof(*new(T)))
}
