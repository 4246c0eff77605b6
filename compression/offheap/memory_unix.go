//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package offheap

import "golang.org/x/sys/unix"

var pageSize = unix.Getpagesize()

// mapMemory returns nil if there is no memory. Then full reports whether Go's heap can't grow either, in
// which case Go would end the program.
func mapMemory(n int) (m []byte, full bool) {
	m, err := unix.Mmap(-1, 0, n, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, err == unix.ENOMEM
	}
	if n >= hugeFrom {
		adviseHuge(m)
	}
	return m, false
}

// If this fails, the memory is released later.
func discardMemory(m []byte) { _ = unix.Madvise(m, unix.MADV_DONTNEED) }

func unmapMemory(m []byte) {
	if err := unix.Munmap(m); err != nil {
		panic("offheap: " + err.Error())
	}
}
