package roots

import "math/bits"

// line is a line of an Unmove.
type line [lineWords]uint64

// count returns the number of slots in use.
func (l *line) count() int { return int(l[lineWords-1] >> slotCount & (1<<(topBits-1) - 1)) }

// bucket returns the slots of a bucket: from (inclusive) to to (exclusive).
func (l *line) bucket(i int) (from, to int) {
	at := 0 // the first bit of the bucket
	if i > 0 {
		at = l.zero(i-1) + 1
	}
	n := bits.TrailingZeros64(^(l[at>>6] >> (at & 63)))
	if n += at & 63; n >= 64 {
		w := at>>6 + 1
		for n = 64; w < lineWords && l[w] == 1<<64-1; w++ {
			n += 64
		}
		n += bits.TrailingZeros64(^l[w&(lineWords-1)])
	}
	return at - i, at&^63 + n - i
}

// zero returns the position of the i-th zero bit.
func (l *line) zero(i int) int {
	for w := range l {
		v := ^l[w]
		n := bits.OnesCount64(v)
		if i < n {
			return w<<6 + selected(v, i)
		}
		i -= n
	}
	panic("roots: a line is damaged")
}

// selected returns the position of the i-th one bit.
func selected(v uint64, i int) int {
	at := 0
	for half := 32; half > 2; half >>= 1 {
		if n := bits.OnesCount64(v & (1<<half - 1)); i >= n {
			i, at, v = i-n, at+half, v>>half
		} else {
			v &= 1<<half - 1
		}
	}
	for ; i > 0; i-- {
		v &= v - 1
	}
	return at + bits.TrailingZeros64(v)
}

// slot returns the content of a slot of a width.
func (l *line) slot(i int, width uint) uint64 {
	return l.get(lineBits-topBits-uint(i+1)*width) & (1<<width - 1)
}

// get returns the bits of the line from a position on.
func (l *line) get(at uint) uint64 {
	v := l[at>>6&(lineWords-1)] >> (at & 63)
	if at&63 != 0 && at>>6 < lineWords-1 {
		v |= l[at>>6+1] << (64 - at&63)
	}
	return v
}

// put sets bits that are 0 before.
func (l *line) put(at uint, v uint64) {
	l[at>>6&(lineWords-1)] |= v << (at & 63)
	if at&63 != 0 && at>>6 < lineWords-1 {
		l[at>>6+1] |= v >> (64 - at&63)
	}
}

// fits reports whether there is room for this many more slots.
func (l *line) fits(t *Unmove, slots int) bool {
	n := l.count() + slots
	return n < 1<<(topBits-1) && t.buckets+1+n*int(1+t.width) <= lineBits-topBits
}

// insert inserts an entry of some slots at the end of a bucket, before the slot at.
func (l *line) insert(t *Unmove, bucket, at, slots int, v uint64) {
	n := l.count()
	top := uint(lineBits - topBits)
	l.down(top-uint(n)*t.width, top-uint(at)*t.width, uint(slots)*t.width)
	for i := range slots {
		l.put(top-uint(at+i+1)*t.width, v>>(uint(i)*t.width)&(1<<t.width-1))
	}
	l.up(uint(bucket+at), uint(t.buckets+1+n), uint(slots))
	l.put(uint(bucket+at), 1<<slots-1)
	l[lineWords-1] += uint64(slots) << slotCount
}

// down moves the bits from lo to hi down, and clears the bits that become free.
func (l *line) down(lo, hi, by uint) {
	for at := lo; at < hi; {
		n := min(64, hi-at)
		v := l.get(at) & (1<<n - 1)
		l.clear(at, n)
		l.put(at-by, v)
		at += n
	}
}

// up moves the bits from lo to hi up, and clears the bits that become free.
func (l *line) up(lo, hi, by uint) {
	for hi > lo {
		n := min(64, hi-lo)
		v := l.get(hi-n) & (1<<n - 1)
		l.clear(hi-n, n)
		l.put(hi-n+by, v)
		hi -= n
	}
}

func (l *line) clear(at, n uint) {
	m := uint64(1)<<n - 1
	l[at>>6] &^= m << (at & 63)
	if at&63 != 0 && at>>6 < lineWords-1 {
		l[at>>6+1] &^= m >> (64 - at&63)
	}
}
