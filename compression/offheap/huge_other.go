//go:build darwin || freebsd || netbsd || openbsd || dragonfly

package offheap

func adviseHuge([]byte) {}
