//go:build amd64 || arm64

package offheap

// Prefetch starts loading the memory at p into the cache, and does not wait. To access several places,
// prefetch all of them first.
//
//go:noescape
func Prefetch(p *byte)

// PrefetchEach prefetches the places in at, which are indices of pieces of a size, from base on.
//
//go:noescape
func PrefetchEach(base *byte, size int, at []int)
