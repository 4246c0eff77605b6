//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package offheap

const pageSize = 4096

func mapMemory(int) ([]byte, bool) { return nil, false }

func discardMemory([]byte) {}

func unmapMemory([]byte) {}
