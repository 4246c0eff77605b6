// Package offheap holds the large tables of a search outside the garbage-collected heap, so that memory goes
// back to the system the moment a table is released and the collector never paces itself by it.
//
// A Block is a piece of memory of a fixed size; an Arena grows in chunks and never moves what it holds
// (except while it is smaller than one chunk). Both count their bytes. Where there is no mmap, they are plain
// Go memory.
//
// Where there is no more memory, or no more than a limit allows, Alloc panics with OutOfMemory. Searches
// recover from it and end with what they know.
//
// Prefetch has memory brought near before it is looked at.
//
// Known warts: a mapped Block must be freed by hand; what was read from it must not be used afterwards.
package offheap
