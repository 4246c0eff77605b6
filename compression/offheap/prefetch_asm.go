//go:build amd64 || arm64

package offheap

// Prefetch has the memory at p brought near: who looks at several places asks for all before the first look.
// It does not wait.
//
//go:noescape
func Prefetch(p *byte)

// PrefetchEach is Prefetch of each of the places at, which are counted in pieces of a size from base on.
//
//go:noescape
func PrefetchEach(base *byte, size int, at []int)
