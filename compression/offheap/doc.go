// Package offheap keeps the large tables of a search outside of Go's heap, so that their memory is returned
// to the system as soon as they are released, and does not influence the garbage collector.
//
// A Block has a fixed size. An Arena grows in chunks and never moves its contents, except while it is smaller
// than one chunk. Both count their bytes. Without mmap they use Go's heap.
//
// If there is no more memory, or a limit is reached, Alloc panics with OutOfMemory. Searches recover from it,
// and end with the results so far.
//
// Prefetch loads memory into the cache before it is needed.
//
// Known wart: a mapped Block must be freed explicitly, and its contents must not be used afterwards.
package offheap
