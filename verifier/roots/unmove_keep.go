package roots

import "unsafe"

// Keep writes the table, some words at a time.
func (t *Unmove) Keep(write func([]uint64)) {
	write([]uint64{
		uint64(t.span), uint64(t.code), uint64(len(t.lines)), uint64(t.n), uint64(t.used),
		uint64(len(t.overflow)), uint64(t.overflowCount),
	})
	for i := range t.lines {
		write(t.lines[i][:])
	}
	for i := range t.overflow {
		write(t.overflow[i : i+1])
	}
}

// ReadUnmove reads a table that Keep has written. It returns nil if there is none.
func ReadUnmove(read func([]uint64) bool) *Unmove {
	var head [7]uint64
	const most = 1 << 40
	if !read(head[:]) || head[0] > 48 || head[1] > 8 || head[2] == 0 || head[2] > most || head[5] > most {
		return nil
	}
	t := &Unmove{span: uint(head[0]), code: uint(head[1])}
	t.n, t.used, t.overflowCount = int(head[3]), int(head[4]), int(head[6])
	t.allocate(int(head[2]))
	t.allocateOverflow(int(head[5]))
	all := unsafe.Slice(&t.memory.Data[0], len(t.lines)*lineWords)
	for i := 0; i < len(all) && read(all[i:i+lineWords]); i += lineWords {
	}
	for i := 0; i < len(t.overflow) && read(t.overflow[i:i+1]); i++ {
	}
	return t
}
