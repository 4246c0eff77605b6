package roots

import (
	"unsafe"

	"gospin/compression/offheap"
)

// Open has the roots that are still to be expanded, each with a note, such as its depth. It is a stack; the
// oldest roots can be taken from its other end.
type Open[R Root, N uint32 | uint64] struct {
	chunks  []chunk[R, N] // full chunks, oldest first; in the oldest, roots start at first
	top     chunk[R, N]
	spare   chunk[R, N] // a free chunk, kept so that not every crossing of a chunk's end allocates
	first   int
	n       int // roots in top
	bytes   int64
	disk    *Disk // where chunks are spilled if they take too much memory; nil: nowhere
	queue   bool  // roots are taken oldest first, so the youngest chunks are spilled
	spilled int   // how many chunks have been spilled, in a stack the oldest ones
}

type chunk[R Root, N uint32 | uint64] struct {
	roots    []R
	notes    []N
	memory   offheap.Block[uint64]
	location location // place of the chunk if it is on disk
}

// chunkWords is the number of words that the roots of a chunk take.
const chunkWords = 1 << 13

func newChunk[R Root, N uint32 | uint64]() (c chunk[R, N]) {
	k := width[R]()
	n := chunkWords / k
	c.memory = offheap.Alloc[uint64](n*k + (n*int(unsafe.Sizeof(N(0)))+7)/8)
	c.roots = unsafe.Slice((*R)(unsafe.Pointer(&c.memory.Data[0])), n)
	c.notes = unsafe.Slice((*N)(unsafe.Pointer(&c.memory.Data[n*k])), n)
	return c
}

// Push adds a root as the youngest.
func (o *Open[R, N]) Push(r *R, note N) {
	if o.n >= len(o.top.roots) {
		o.extend()
	}
	o.top.roots[o.n], o.top.notes[o.n] = *r, note
	o.n++
}

func (o *Open[R, N]) extend() {
	if o.top.roots != nil {
		if o.chunks = append(o.chunks, o.top); o.disk != nil && o.bytes > o.disk.share {
			o.spill()
		}
	}
	o.top, o.spare = o.spare, chunk[R, N]{}
	if o.top.roots == nil {
		o.top = newChunk[R, N]()
		o.bytes += o.top.memory.Bytes()
	}
	o.n = 0
}

// start returns the index of the first remaining root in the youngest chunk.
func (o *Open[R, N]) start() int {
	if len(o.chunks) == 0 {
		return o.first
	}
	return 0
}

// Pop removes the youngest roots, up to len(dst) of them, and copies them to dst in the order in which they
// were pushed. It returns their number.
func (o *Open[R, N]) Pop(dst []R, notes []N) int {
	want := len(dst)
	for at := want; ; {
		n := min(at, o.n-o.start())
		copy(dst[at-n:], o.top.roots[o.n-n:o.n])
		copy(notes[at-n:], o.top.notes[o.n-n:o.n])
		at, o.n = at-n, o.n-n
		if at == 0 {
			return want
		}
		if len(o.chunks) == 0 {
			o.n, o.first = 0, 0
			copy(dst, dst[at:want])
			copy(notes, notes[at:want])
			return want - at
		}
		o.release(o.spare)
		o.spare, o.top = o.top, o.chunks[len(o.chunks)-1]
		o.chunks = o.chunks[:len(o.chunks)-1]
		o.spilled = min(o.spilled, len(o.chunks))
		o.fetch(&o.top)
		o.n = len(o.top.roots)
	}
}

func (o *Open[R, N]) release(c chunk[R, N]) {
	o.bytes -= c.memory.Bytes()
	c.memory.Free()
}

// Below returns the root n places below the youngest, if both are in the same chunk; otherwise nil.
func (o *Open[R, N]) Below(n int) []R {
	if i := o.n - 1 - n; i >= o.start() {
		return o.top.roots[i : i+1]
	}
	return nil
}

// Peek copies the oldest roots to dst, oldest first, and returns their number. It does not remove them (see
// Drop).
func (o *Open[R, N]) Peek(dst []R, notes []N) (n int) {
	first := o.first
	for i := range o.chunks {
		o.fetch(&o.chunks[i])
		n += copy(dst[n:], o.chunks[i].roots[first:])
		copy(notes, o.chunks[i].notes[first:])
		notes = notes[min(len(notes), len(o.chunks[i].notes)-first):]
		if first = 0; n == len(dst) {
			return n
		}
	}
	copy(notes, o.top.notes[first:o.n])
	return n + copy(dst[n:], o.top.roots[first:o.n])
}

// Drop removes the n oldest roots.
func (o *Open[R, N]) Drop(n int) {
	for o.first += n; len(o.chunks) > 0 && o.first >= chunkWords/width[R](); {
		o.fetch(&o.chunks[0])
		o.spilled = max(0, o.spilled-1)
		o.first -= len(o.chunks[0].roots)
		if o.spare.roots == nil {
			o.spare = o.chunks[0]
		} else {
			o.release(o.chunks[0])
		}
		o.chunks[0] = chunk[R, N]{}
		o.chunks = o.chunks[1:]
	}
	if len(o.chunks) == 0 && o.first == o.n {
		o.first, o.n = 0, 0
	}
}

// Share moves the older half of the roots to another Open, which must be empty.
func (o *Open[R, N]) Share(to *Open[R, N]) {
	if n := len(o.chunks); n > 0 {
		n = (n + 1) / 2
		to.first, o.first = o.first, 0
		to.chunks = append(to.chunks, o.chunks[:n-1]...)
		o.fetch(&o.chunks[n-1])
		to.top = o.chunks[n-1]
		to.n = len(to.top.roots)
		o.chunks = append(o.chunks[:0], o.chunks[n:]...)
		to.disk, to.queue, to.spilled, o.spilled = o.disk, o.queue, min(o.spilled, n-1), max(0, o.spilled-n)
		for _, c := range append(to.chunks[:n-1:n-1], to.top) {
			to.bytes += c.memory.Bytes()
		}
		o.bytes -= to.bytes
		return
	}
	n := (o.n - o.first) / 2
	for i := o.first; i < o.first+n; i++ {
		to.Push(&o.top.roots[i], o.top.notes[i])
	}
	o.Drop(n)
}

// Len returns the number of roots.
func (o *Open[R, N]) Len() int {
	return len(o.chunks)*(chunkWords/width[R]()) + o.n - o.first
}

// Bytes returns the memory that the roots take.
func (o *Open[R, N]) Bytes() int64 { return o.bytes }

// At returns the i-th root that was pushed. No root may have been taken.
func (o *Open[R, N]) At(i uint64) *R {
	c, k := o.at(i)
	return &c.roots[k]
}

// NoteAt returns the note of the root that At returns.
func (o *Open[R, N]) NoteAt(i uint64) *N {
	c, k := o.at(i)
	return &c.notes[k]
}

func (o *Open[R, N]) at(i uint64) (*chunk[R, N], int) {
	size := uint64(chunkWords / width[R]())
	if n := i / size; n < uint64(len(o.chunks)) {
		return &o.chunks[n], int(i % size)
	}
	return &o.top, int(i % size)
}

// Each calls f with every root, oldest first.
func (o *Open[R, N]) Each(f func(r *R, note N)) { o.each(f, func(chunk[R, N]) {}) }

func (o *Open[R, N]) each(f func(r *R, note N), read func(chunk[R, N])) {
	first := o.first
	for _, c := range o.chunks {
		was := c.location
		if was.onDisk {
			o.read(&c)
		}
		for i := first; i < len(c.roots); i++ {
			f(&c.roots[i], c.notes[i])
		}
		if first = 0; was.onDisk {
			c.memory.Free()
			c.memory, c.location = offheap.Block[uint64]{}, was
		}
		read(c)
	}
	for i := first; i < o.n; i++ {
		f(&o.top.roots[i], o.top.notes[i])
	}
}

// Drain calls f with every root, oldest first, and frees the memory while it is read.
func (o *Open[R, N]) Drain(f func(r *R, note N)) {
	o.each(f, func(c chunk[R, N]) {
		c.memory.Free()
		o.disk.release(c.location)
	})
	o.chunks = nil
	o.Free()
}

// Free releases the memory. The Open is empty afterwards.
func (o *Open[R, N]) Free() {
	for _, c := range o.chunks {
		c.memory.Free()
		o.disk.release(c.location)
	}
	o.top.memory.Free()
	o.spare.memory.Free()
	*o = Open[R, N]{disk: o.disk, queue: o.queue}
}
