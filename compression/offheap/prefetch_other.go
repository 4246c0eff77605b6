//go:build !(amd64 || arm64)

package offheap

// Prefetch starts loading the memory at p into the cache, on processors that support it.
func Prefetch(*byte) {}

// PrefetchEach prefetches the places in at, which are indices of pieces of a size, from base on.
func PrefetchEach(base *byte, size int, at []int) {}
