package offheap

import (
	"fmt"
	"sync/atomic"
)

// OutOfMemory is the panic value of Alloc: the number of requested bytes, or 0 if unknown.
type OutOfMemory int

func (n OutOfMemory) Error() string {
	if n == 0 {
		return "out of memory: the system gives no more"
	}
	return fmt.Sprintf("out of memory: the system gives no block of %d KiB", (int(n)+1023)>>10)
}

// Exhausted reports whether a function panicked because there was no memory. A deferred function calls it
// with the recovered value. It panics again for other values.
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
	most   atomic.Int64 // limit of mapped bytes; 0 for none
	held   atomic.Int64 // mapped bytes
	refuse atomic.Pointer[func(int) bool]
)

// Limit limits the bytes of all blocks together; 0 means no limit. Blocks that are too small to be mapped do
// not count.
func Limit(bytes int64) { most.Store(bytes) }

// Refuse makes Alloc fail if f returns true, to test what happens then. A nil f makes it succeed again.
func Refuse(f func(bytes int) bool) {
	if f == nil {
		refuse.Store(nil)
		return
	}
	refuse.Store(&f)
}

// take maps memory within the limit. It returns nil without mmap.
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
