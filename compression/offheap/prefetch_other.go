//go:build !(amd64 || arm64)

package offheap

// Prefetch has the memory at p brought near where that is possible.
func Prefetch(*byte) {}
