package roots

import "math/bits"

// Grow makes room for more entries. limit is how many bytes the table may take then; 0 means no limit. Grow
// returns false if the limit is too small.
func (t *Unmove) Grow(limit int64) bool {
	lines := len(t.lines)
	size := lines + lines/8 // free slots cost more than moving
	if lines < 1<<12 {
		size = lines + lines/4
	}
	if limit > 0 {
		size = min(size, int((limit-t.overflowMemory.Bytes())/(8*lineWords)))
	}
	if size < lines+lines/32 {
		return false
	}
	old := *t
	t.allocate(size)
	t.allocateOverflow(1 << 6)
	t.n, t.used, t.overflowCount = 0, 0, 0
	const part = 1 << 12
	g := grower{t: t, old: &old}
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
	for _, e := range g.deferred {
		t.add(e.index, e.code)
	}
	old.memory.Free()
	t.addOverflowed(old.overflow)
	old.overflowMemory.Free()
	return true
}

// grower fills a table from one with fewer lines, line by line. Both are in the order of the indices, so only
// a few lines have pending entries at a time.
type grower struct {
	t, old   *Unmove
	pending  [pendingLines][]slotEntry // entries of lines still to be filled, by the lower bits of the line
	next     int                       // the first line that has not been filled
	deferred []entry                   // entries for other lines, added when all lines have their own
}

const pendingLines = 8 // more than the lines that an old line becomes, plus one

// entry is an entry with its whole index.
type entry struct{ index, code uint64 }

// slotEntry is an entry with its place in a line.
type slotEntry struct {
	bucket int
	v      uint64
	index  uint64
}

// take moves the entries of an old line.
func (g *grower) take(at int) {
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
		v := old.passedEntry(l, slot)
		place := v >> old.code
		g.deferred = append(g.deferred, entry{
			old.first(at-int(place&maxDistance)) + place>>distanceBits, v & (1<<old.code - 1),
		})
	}
	if at+1 == len(old.lines) {
		return
	}
	for home, _ := g.t.home(old.first(at + 1)); g.next < home; g.next++ {
		g.fill(g.next)
	}
}

// put adds an entry to those pending for its line.
func (g *grower) put(index, code uint64) {
	at, place := g.t.home(index)
	w := &g.pending[at%pendingLines]
	*w = append(*w, slotEntry{int(place >> g.t.low), place&(1<<g.t.low-1)<<g.t.code | code, index})
}

// fill fills a line with its pending entries, and defers those for which there is no room.
func (g *grower) fill(at int) {
	t, l := g.t, &g.t.lines[at]
	all := g.pending[at%pendingLines]
	n := 0
	for n < len(all) && l.fits(t, n+1) {
		n++
	}
	for _, e := range all[n:] {
		g.deferred = append(g.deferred, entry{e.index, e.v & (1<<t.code - 1)})
	}
	if n < len(all) {
		l[lineWords-1] |= passed
	}
	for i := 1; i < n; i++ { // they are nearly sorted
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
	g.pending[at%pendingLines] = all[:0]
}

// addOverflowed adds the entries of the old overflow table.
func (t *Unmove) addOverflowed(overflow []uint64) {
	for _, e := range overflow {
		if e--; e+1 != 0 {
			t.add(e>>overflowCodeBits, e&(1<<overflowCodeBits-1))
		}
	}
}
