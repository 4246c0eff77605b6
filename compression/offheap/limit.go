package offheap

import (
	"fmt"
	"sync/atomic"
)

// OutOfMemory is the panic of Alloc: the bytes that it has no room for, or 0 if their number is not known.
type OutOfMemory int

func (n OutOfMemory) Error() string {
	if n == 0 {
		return "out of memory: the system gives no more"
	}
	return fmt.Sprintf("out of memory: the system gives no block of %d KiB", (int(n)+1023)>>10)
}

// Exhausted reports whether a function panicked because there was no memory: a deferred function calls it
// with what it recovered. It panics again with anything else.
func Exhausted(recovered any) bool {
	if recovered == nil {
		return false
	}
	if _, is := recovered.(OutOfMemory); !is {
		panic(recovered)
	}
	return true
}

var (
	most   atomic.Int64 // bytes that may be mapped at a time; 0: any number
	held   atomic.Int64 // bytes that are
	refuse atomic.Pointer[func(int) bool]
)

// Limit bounds the bytes that all blocks together may take, 0: unlimited. Blocks that are too small to be
// mapped do not count.
func Limit(bytes int64) { most.Store(bytes) }

// Refuse has Alloc fail where f returns true; nil: nowhere. It is for tests of what happens then.
func Refuse(f func(bytes int) bool) {
	if f == nil {
		refuse.Store(nil)
		return
	}
	refuse.Store(&f)
}

// take maps memory within the limit. It returns nil where there is no mmap.
func take(n int) []byte {
	now := held.Add(int64(n))
	if limit := most.Load(); limit == 0 || now <= limit {
		m, full := mapMemory(n)
		if m != nil {
			return m
		}
		if held.Add(int64(-n)); !full {
			return nil
		}
	} else {
		held.Add(int64(-n))
	}
	panic(OutOfMemory(n))
}

func giveBack(m []byte) {
	held.Add(int64(-len(m)))
	unmapMemory(m)
}
