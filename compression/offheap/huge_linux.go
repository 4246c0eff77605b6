package offheap

import "golang.org/x/sys/unix"

func adviseHuge(m []byte) { _ = unix.Madvise(m, unix.MADV_HUGEPAGE) }
