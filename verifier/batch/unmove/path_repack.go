package unmove

import (
	"unsafe"

	"gospin/verifier/roots"
)

// leftPath is the path that a depth-first search leaves to the next run.
type leftPath struct {
	whole  leftStates
	frames func(f func(root []uint64, s *step))
	todo   func(f func(root []uint64, note uint32))
}

// leaveAll packs the space again, and leaves the search to the next run.
func (d *path[R]) leaveAll() {
	frames, todo, notes := d.frames, d.todo, d.notes
	left := &leftPath{
		whole: leaveStates[R](d.set.old),
		frames: func(f func([]uint64, *step)) {
			for i := range frames.n {
				x := frames.at(i)
				f(roots.Words(&x.root), &x.step)
			}
		},
		todo: func(f func([]uint64, uint32)) {
			for i := range todo.n {
				f(roots.Words(todo.at(i)), *notes.at(i))
			}
		},
	}
	d.job.repack(&rest{set: d.set.leave(), path: left})
}

// take continues the search that the last run left.
func (d *path[R]) take(of *rest) {
	left := of.path
	d.set.take(of.set)
	d.set.old = roots.New[R](d.job.Unmove.Whole, left.whole.n, 1).(roots.Finder[R])
	d.set.takeStates(of, left.whole, d.set.old)
	d.at = make([]uint32, 1<<10)
	left.frames(func(root []uint64, s *step) {
		from := s.from
		d.target = packed[R](d.job, of, root)
		d.enter(*s)
		d.frames.at(d.frames.n - 1).from = from
	})
	left.todo(func(root []uint64, note uint32) {
		d.todo.push(packed[R](d.job, of, root))
		d.notes.push(note)
	})
	d.set.fillShadow(of)
}

// pile is a stack in chunks, so it is never copied.
type pile[T any] struct {
	chunks [][]T
	n      int
}

const pileBits = 10 // binary logarithm of the length of a chunk

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
