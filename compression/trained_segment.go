package compression

import (
	"math/bits"

	"gospin/compression/intern"
)

// segment encodes some bytes of a component, together by a number from a table of values, or byte by byte.
//
// Byte by byte, a segment has at most PartLen bytes. Bytes with a single value take no bits. The codes of the
// others are assigned to the segment's bits as needed: an additional bit does not change existing codes.
type segment struct {
	off, n      int
	table       *intern.Table // nil if byte by byte
	expected    int           // number of values expected after training
	trained     int           // number of values seen in training; 0 if none
	held        int           // number of values at the last plan
	grown       bool          // there were new values recently
	fixed, want uint64        // bytes with one value, and these values
	places      []place
	used        int // number of bits used by the places
}

// place is a byte with several values.
type place struct {
	shift  uint8    // of the byte in the segment's word
	code   []uint64 // by value: its bits in the segment's code, or none if it is unseen
	values []byte   // by number
	bits   []uint8  // positions of the bits of a number
}

const none = ^uint64(0) // not a code, since a place has at most 8 bits

// newTable returns a segment with numbered values.
func newTable(o option) *segment {
	return &segment{
		off:      o.off,
		n:        o.n,
		table:    intern.New(o.n),
		expected: o.trained + o.grown,
		trained:  o.trained,
		grown:    o.grown > 0,
	}
}

// newPlaces returns a segment that is encoded byte by byte, given the seen values of each byte.
func newPlaces(off, n int, values [][]byte) *segment {
	p := &segment{off: off, n: n}
	for i := range n {
		p.fixed |= 0xff << (8 * i)
		if i < len(values) && len(values[i]) > 0 {
			p.want |= uint64(values[i][0]) << (8 * i)
			for _, v := range values[i][1:] {
				p.meet(i, v)
			}
		}
	}
	return p
}

// need returns the number of bits that the segment needs.
func (p *segment) need() int {
	if p.table == nil {
		return p.used
	}
	n := p.table.Len()
	if p.held > 0 {
		n += n - p.held // expect as many new values as since the last plan
	}
	return min(32, bits.Len(uint(max(n, p.expected, 1)-1)))
}

// risk estimates the probability that the segment will need more than width bits: it depends on how full it
// is, and is much higher if there were new values recently.
func (p *segment) risk(width int) float64 {
	risk := 0.25 // bytes that have not changed yet
	if p.table != nil {
		n := float64(p.table.Len())
		if p.held == 0 {
			n = float64(p.expected)
		}
		risk = n / float64(uint64(1)<<width)
	} else {
		for i := range p.places {
			if n := len(p.places[i].values); n == 1<<len(p.places[i].bits) {
				risk = 0.5
			}
		}
		risk /= float64(uint64(1) << min(width-p.used, 63))
	}
	if p.grown {
		risk *= 4
	}
	return risk
}

// count returns the number of values of all places.
func (p *segment) count() int {
	if p.table != nil {
		return p.table.Len()
	}
	n := 0
	for i := range p.places {
		n += len(p.places[i].values)
	}
	return n
}

// most returns the number of bits that the segment can ever need.
func (p *segment) most() int {
	if p.table == nil {
		return 8 * p.n
	}
	return min(32, 8*p.n)
}

// encode returns the code of the segment's bytes, which has no table, and the number of new values.
func (p *segment) encode(b []byte) (v uint64, met int) {
	w := intern.Load(b)
	if w&p.fixed != p.want {
		for i := range p.n {
			if p.fixed>>(8*i)&0xff != 0 && byte(w>>(8*i)) != byte(p.want>>(8*i)) {
				p.meet(i, byte(w>>(8*i)))
				met++
			}
		}
	}
	for i := range p.places {
		q := &p.places[i]
		x := int(byte(w >> (q.shift & 63)))
		if x >= len(q.code) || q.code[x] == none {
			p.meet(int(q.shift/8), byte(x))
			met++
		}
		v |= q.code[x]
	}
	return v, met
}

// meet assigns a code to a value of byte i: a free one of its place, or else one with an additional bit.
func (p *segment) meet(i int, v byte) {
	q := p.place(i)
	for int(v) >= len(q.code) {
		q.code = append(q.code, none)
	}
	if q.code[v] != none {
		return
	}
	if len(q.values) == 1<<len(q.bits) {
		q.bits = append(q.bits, uint8(p.used))
		p.used++
	}
	q.code[v] = 0
	for k, b := range q.bits {
		q.code[v] |= uint64(len(q.values)>>k&1) << b
	}
	q.values = append(q.values, v)
}

// place returns the place of byte i, and creates it if necessary.
func (p *segment) place(i int) *place {
	for k := range p.places {
		if int(p.places[k].shift) == 8*i {
			return &p.places[k]
		}
	}
	first := byte(p.want >> (8 * i))
	p.fixed &^= 0xff << (8 * i)
	p.want &= p.fixed
	q := place{shift: uint8(8 * i), values: []byte{first}}
	for range first {
		q.code = append(q.code, none)
	}
	q.code = append(q.code, 0)
	p.places = append(p.places, q)
	return &p.places[len(p.places)-1]
}

// decode adds the bytes of a code to zeros.
func (p *segment) decode(b []byte, v uint64) {
	if p.table != nil {
		p.table.Copy(b, uint32(v))
		return
	}
	for i := range b {
		b[i] = byte(p.want >> (8 * i))
	}
	for i := range p.places {
		q := &p.places[i]
		n := 0
		for k, bit := range q.bits {
			n |= int(v>>bit&1) << k
		}
		b[q.shift/8] = q.values[n]
	}
}

func (p *segment) bytes() int64 {
	if p.table != nil {
		return p.table.Bytes()
	}
	sum := int64(0)
	for i := range p.places {
		sum += int64(8*len(p.places[i].code) + len(p.places[i].values))
	}
	return sum
}
