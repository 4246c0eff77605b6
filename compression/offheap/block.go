package offheap

import "unsafe"

// Cell is the element type of blocks and arenas.
type Cell interface{ byte | uint64 }

const (
	mapFrom  = 64 << 10 // smaller blocks are in Go's heap
	hugeFrom = 4 << 20  // larger blocks request huge pages
)

// Block is zeroed memory of a fixed size.
type Block[T Cell] struct {
	Data   []T
	mapped []byte
}

// Alloc returns a block of n cells. It panics with OutOfMemory if there is not enough memory.
func Alloc[T Cell](n int) Block[T] {
	size := n * int(unsafe.Sizeof(*new(T)))
	if f := refuse.Load(); f != nil && (*f)(size) {
		panic(OutOfMemory(size))
	}
	if size >= mapFrom {
		if m := take(size); m != nil {
			return Block[T]{Data: unsafe.Slice((*T)(unsafe.Pointer(&m[0])), n), mapped: m}
		}
	}
	return Block[T]{Data: make([]T, n)}
}

// Bytes returns the size of the block.
func (b *Block[T]) Bytes() int64 { return int64(len(b.Data)) * int64(unsafe.Sizeof(*new(T))) }

// Discard returns the memory of the cells from up to to to the system, as far as they are whole pages. Their
// contents are lost.
func (b *Block[T]) Discard(from, to int) {
	if b.mapped == nil || from >= to {
		return
	}
	size := int(unsafe.Sizeof(*new(T)))
	lo, hi := (from*size+pageSize-1)&^(pageSize-1), to*size&^(pageSize-1)
	if lo < hi {
		discardMemory(b.mapped[lo:hi])
	}
}

// Free releases the block.
func (b *Block[T]) Free() {
	if b.mapped != nil {
		held.Add(int64(-len(b.mapped)))
		unmapMemory(b.mapped)
	}
	*b = Block[T]{}
}
