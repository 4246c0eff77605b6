//go:build !(amd64 || arm64)

package offheap

// Prefetch has the memory at p brought near where that is possible.
func Prefetch(*byte) {}

// PrefetchEach is Prefetch of each of the places at, which are counted in pieces of a size from base on.
func PrefetchEach(base *byte, size int, at []int) {}
