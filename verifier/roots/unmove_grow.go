package roots

import "math/bits"

// Grow makes room. The table may take this many bytes then; 0: as many as it likes. The result false says
// that this is too little.
func (t *Unmove) Grow(limit int64) bool {
	lines := len(t.lines)
	size := lines + lines/8 // what is free costs more than the move
	if lines < 1<<12 {
		size = lines + lines/4
	}
	if limit > 0 {
		size = min(size, int((limit-t.sideMemory.Bytes())/(8*lineWords)))
	}
	if size < lines+lines/32 {
		return false
	}
	old := *t
	t.allocate(size)
	t.allocateSide(1 << 6)
	t.n, t.used, t.sides = 0, 0, 0
	const part = 1 << 12
	g := grown{t: t, old: &old}
	for from := 0; from < lines; from += part {
		to := min(from+part, lines)
		for i := from; i < to; i++ {
			g.take(i)
		}
		old.memory.Discard(from*lineWords, to*lineWords)
	}
	for ; g.next < size; g.next++ {
		g.fill(g.next)
	}
	for _, e := range g.late {
		t.add(e.index, e.code)
	}
	old.memory.Free()
	t.bringHome(old.side)
	old.sideMemory.Free()
	return true
}

// grown fills a table from one of fewer lines: one line after the other, each at once. As both are in the
// order of indices, few lines are waiting to be filled at a time.
type grown struct {
	t, old *Unmove
	wait   [waiting][]slotted // by the lower bits of the line
	next   int                // the first line that has not been filled
	late   []entry            // what is passed on would take the room of what is at home in lines to come
}

const waiting = 8 // more than the lines that one has become, and the next

// entry is one by its index.
type entry struct{ index, code uint64 }

// slotted is what a slot is to hold.
type slotted struct {
	bucket int
	v      uint64
	index  uint64
}

// take takes the entries in a line.
func (g *grown) take(at int) {
	old := g.old
	l, first := &old.lines[at], old.first(at)
	slot, bucket := 0, 0
	for w := 0; bucket < old.buckets; w++ {
		for v, left := l[w], 64; left > 0 && bucket < old.buckets; {
			n := min(bits.TrailingZeros64(^v), left)
			for to := slot + n; slot < to; slot++ {
				e := l.slot(slot, old.width)
				g.put(first+uint64(bucket)<<old.low+e>>old.code, e&(1<<old.code-1))
			}
			if v, left = v>>n, left-n; left > 0 {
				v, left, bucket = v>>1, left-1, bucket+1
			}
		}
	}
	for ; slot < l.count(); slot += old.parts {
		v := old.whither(l, slot)
		place := v >> old.code
		g.late = append(g.late, entry{
			old.first(at-int(place&farthest)) + place>>farBits, v & (1<<old.code - 1),
		})
	}
	if at+1 == len(old.lines) {
		return
	}
	for home, _ := g.t.home(old.first(at + 1)); g.next < home; g.next++ {
		g.fill(g.next)
	}
}

// put has an entry wait for its line.
func (g *grown) put(index, code uint64) {
	at, place := g.t.home(index)
	w := &g.wait[at%waiting]
	*w = append(*w, slotted{int(place >> g.t.low), place&(1<<g.t.low-1)<<g.t.code | code, index})
}

// fill fills a line with what waits for it. What finds no room is late.
func (g *grown) fill(at int) {
	t, l := g.t, &g.t.lines[at]
	all := g.wait[at%waiting]
	n := 0
	for n < len(all) && l.fits(t, n+1) {
		n++
	}
	for _, e := range all[n:] {
		g.late = append(g.late, entry{e.index, e.v & (1<<t.code - 1)})
	}
	if n < len(all) {
		l[lineWords-1] |= passed
	}
	for i := 1; i < n; i++ { // they are nearly in order
		e, j := all[i], i
		for ; j > 0 && all[j-1].bucket > e.bucket; j-- {
			all[j] = all[j-1]
		}
		all[j] = e
	}
	for i, e := range all[:n] {
		l.put(uint(lineBits-topBits)-uint(i+1)*t.width, e.v)
		l.put(uint(e.bucket+i), 1)
	}
	l[lineWords-1] += uint64(n) << slotCount
	t.n, t.used = t.n+n, t.used+n
	g.wait[at%waiting] = all[:0]
}

// bringHome takes what lay to the side for lack of room.
func (t *Unmove) bringHome(side []uint64) {
	for _, e := range side {
		if e--; e+1 != 0 {
			t.add(e>>sideBits, e&(1<<sideBits-1))
		}
	}
}
