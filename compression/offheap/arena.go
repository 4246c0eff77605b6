package offheap

import "unsafe"

// Arena is memory that grows at its end. A piece is within one chunk, and is identified by its offset.
type Arena[T Cell] struct {
	chunks [][]T // the chunk at offset i<<shift; a block of several chunks appears in each, up to its end
	blocks []Block[T]
	spare  []T // the untouched rest of the youngest block
	end    int
	shift  uint
	gaps   []gap // where a piece did not fit into the rest of a chunk
	bytes  int64
}

type gap struct{ from, to int }

// chunkBytes is the size of a chunk. Chunks are parts of blocks, each with as many chunks as exist already,
// up to a limit, so that the system can use huge pages. Untouched chunks take no memory and do not count.
const (
	chunkBytes   = 1 << 20
	regionChunks = 64
	firstCells   = 256 // the first chunk grows up to its size
)

// Need returns an upper bound of the bytes that the next Alloc of n cells adds to Bytes.
func (a *Arena[T]) Need(n int) int64 {
	size := int(unsafe.Sizeof(*new(T)))
	if len(a.chunks) == 0 && n*size <= chunkBytes {
		return int64(max(firstCells, n) * size)
	}
	if len(a.chunks) > 0 && a.end&(1<<a.shift-1) != 0 {
		if c := a.chunks[a.end>>a.shift]; a.end&(1<<a.shift-1)+n <= len(c) {
			return 0
		}
	}
	if len(a.chunks) == 1 && len(a.chunks[0]) < 1<<a.shift && a.end+n <= 1<<a.shift {
		return int64((a.first(n) - len(a.chunks[0])) * size)
	}
	return int64(max(n*size, chunkBytes))
}

// Alloc returns the offset of n new, zeroed cells. It may invalidate slices of the arena's first chunk.
func (a *Arena[T]) Alloc(n int) int {
	used := n
	if a.shift == 0 {
		for a.shift = 0; (1<<a.shift)*int(unsafe.Sizeof(*new(T))) < chunkBytes; a.shift++ {
		}
	}
	size, mask := 1<<a.shift, 1<<a.shift-1
	if len(a.chunks) == 1 && a.end+n > len(a.chunks[0]) && len(a.chunks[0]) < size && a.end+n <= size {
		a.growFirst(a.first(n))
	}
	if at := a.end & mask; a.end>>a.shift < len(a.chunks) && at+n <= len(a.chunks[a.end>>a.shift]) {
		off := a.end
		a.end += n
		return off
	}
	if len(a.chunks) == 0 && n <= size {
		a.growFirst(max(firstCells, n))
		a.end = n
		return 0
	}
	if len(a.chunks) == 1 && len(a.chunks[0]) < size {
		a.growFirst(size)
	}
	off := len(a.chunks) << a.shift
	if off != a.end {
		a.gaps = append(a.gaps, gap{a.end, off})
	}
	n = (n + mask) &^ mask
	if n > len(a.spare) {
		b := Alloc[T](max(n, min(len(a.chunks), regionChunks)<<a.shift))
		a.blocks = append(a.blocks, b)
		a.spare = b.Data
	}
	b := a.spare[:n]
	a.spare = a.spare[n:]
	a.bytes += int64(n) * int64(unsafe.Sizeof(*new(T)))
	for i := 0; i < len(b); i += size {
		a.chunks = append(a.chunks, b[i:])
	}
	a.end = off + used
	return off
}

// first returns the new length of the first chunk for n more cells. A small chunk doubles.
func (a *Arena[T]) first(n int) int {
	was := len(a.chunks[0])
	larger := was + was/2
	if was <= 1<<a.shift>>4 {
		larger = 2 * was
	}
	return min(1<<a.shift, max(larger, a.end+n))
}

func (a *Arena[T]) growFirst(n int) {
	b := Alloc[T](n)
	if len(a.blocks) == 0 {
		a.blocks, a.chunks = append(a.blocks, b), append(a.chunks, b.Data)
		a.bytes += b.Bytes()
		return
	}
	copy(b.Data, a.chunks[0])
	a.bytes += b.Bytes() - a.blocks[0].Bytes()
	a.blocks[0].Free()
	a.blocks[0], a.chunks[0] = b, b.Data
}

// From returns the cells from an offset up to at least the end of its piece.
func (a *Arena[T]) From(off int) []T { return a.chunks[off>>a.shift][off&(1<<a.shift-1):] }

// At returns the n cells at an offset.
func (a *Arena[T]) At(off, n int) []T {
	return a.chunks[off>>a.shift][off&(1<<a.shift-1):][:n]
}

// Walk calls f with the offset of every piece, the oldest first; f returns the piece's length.
func (a *Arena[T]) Walk(f func(off int) int) {
	gap := 0
	for off := 0; off < a.end; {
		if gap < len(a.gaps) && a.gaps[gap].from == off {
			off = a.gaps[gap].to
			gap++
			continue
		}
		off += f(off)
	}
}

// End returns the offset after the youngest piece.
func (a *Arena[T]) End() int { return a.end }

// Bytes returns the arena's memory.
func (a *Arena[T]) Bytes() int64 { return a.bytes }

// Free releases the arena, which is empty afterwards.
func (a *Arena[T]) Free() {
	for i := range a.blocks {
		a.blocks[i].Free()
	}
	*a = Arena[T]{}
}
