//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package offheap

import "golang.org/x/sys/unix"

var pageSize = unix.Getpagesize()

func mapMemory(n int) []byte {
	m, err := unix.Mmap(-1, 0, n, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err == unix.ENOMEM && n >= hugeFrom { // Go has no more either, and would not say so but die of it
		panic(OutOfMemory(n))
	}
	if err != nil {
		return nil
	}
	if n >= hugeFrom {
		adviseHuge(m)
	}
	return m
}

// The advice is only that: if it is refused, the memory is released later.
func discardMemory(m []byte) { _ = unix.Madvise(m, unix.MADV_DONTNEED) }

func unmapMemory(m []byte) {
	if err := unix.Munmap(m); err != nil {
		panic("offheap: " + err.Error())
	}
}
