package store

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strings"
)

// progress is a value of a progress measure, packed so that values compare like their numbers: as many
// numbers as fit are in the head, each with the width needed so far; the others follow.
type progress struct {
	head uint64
	rest string
}

// compare compares a packed value with another one, given as head and rest.
func (p *progress) compare(head uint64, rest []byte) int {
	switch {
	case head < p.head:
		return -1
	case head > p.head:
		return 1
	case len(rest) == 0 && p.rest == "":
		return 0
	}
	return strings.Compare(string(rest), p.rest)
}

// packing defines how values are packed.
type packing struct {
	ranges []span
	heads  int // number of numbers in the head
}

// span is the range of a number: 2^bits values from the least on.
type span struct {
	least int64
	bits  int
}

// pack appends the rest of a value to buf. It returns false if a number is out of its range.
func (p *packing) pack(value []int32, buf []byte) (head uint64, rest []byte, ok bool) {
	if len(p.ranges) != len(value) {
		return 0, buf, false
	}
	for i, v := range value {
		if i >= p.heads {
			buf = binary.BigEndian.AppendUint32(buf, uint32(v)^1<<31)
			continue
		}
		d := uint64(int64(v) - p.ranges[i].least)
		if d>>p.ranges[i].bits != 0 {
			return 0, buf, false
		}
		head = head<<p.ranges[i].bits | d
	}
	return head, buf, true
}

// unpack inverts pack.
func (p *packing) unpack(v progress, value []int32) []int32 {
	value = append(value[:0], make([]int32, len(p.ranges))...)
	for i := p.heads - 1; i >= 0; i-- {
		r := &p.ranges[i]
		value[i] = int32(int64(v.head&(1<<r.bits-1)) + r.least)
		v.head >>= r.bits
	}
	for i := p.heads; i < len(value); i++ {
		value[i] = int32(binary.BigEndian.Uint32([]byte(v.rest[4*(i-p.heads):])) ^ 1<<31)
	}
	return value
}

// including returns a packing with room for a value in addition to the previous ones. Ranges at least double,
// so that there are few packings.
func (p *packing) including(value []int32) packing {
	out := packing{ranges: make([]span, len(value))}
	all := 0
	for i, v := range value {
		r := span{least: int64(v)}
		if i < len(p.ranges) {
			r = p.ranges[i]
			most := r.least + 1<<r.bits - 1
			if int64(v) < r.least {
				r.least = max(math.MinInt32, min(int64(v), r.least-1<<r.bits))
			}
			r.bits = bits.Len64(uint64(max(most, int64(v)) - r.least))
		}
		out.ranges[i] = r
		if all += r.bits; all <= 64 && i == out.heads {
			out.heads++
		}
	}
	return out
}

// pack packs a value, with the rest in s.buf. If a number is out of its range, all values are packed again,
// which preserves their order.
func (s *Sweep) pack(value []int32) (head uint64) {
	var ok bool
	if head, s.buf, ok = s.packing.pack(value, s.buf[:0]); ok {
		return head
	}
	old := s.packing // the packing of now's value
	s.packing = old.including(value)
	var classes classTable
	var numbers []int32
	for _, q := range s.classes.slots {
		c := q.c
		if c == nil {
			continue
		}
		v := c.progress
		numbers = old.unpack(v, numbers)
		head, s.buf, _ = s.packing.pack(numbers, s.buf[:0])
		c.progress = progress{head, string(s.buf)}
		classes.put(c)
	}
	s.classes = classes
	for i := range s.queue {
		s.queue[i].head = s.queue[i].c.head
	}
	head, s.buf, _ = s.packing.pack(value, s.buf[:0])
	return head
}

// recall is the place where a state was found recently, by hash. A state that is found there needs no value.
type recall struct {
	tag, life uint32 // of the hash, and of the chunk
	spot
}

// recalls is the minimum number of entries; it grows with the number of states.
const recalls, maxRecalls = 1 << 12, 1 << 17

// recalled looks up a key among those found recently, or returns nil.
func (s *Sweep) recalled(key []byte, h uint64) []byte {
	e := &s.recalls[h&uint64(len(s.recalls)-1)]
	if e.tag != uint32(h>>32) || e.life == 0 {
		return nil
	}
	c := &s.chunks.all[e.id]
	if c.life != e.life { // the record may not exist any more
		return nil
	}
	r := c.data[e.off:]
	if k := r[recordHead+s.prefix:]; len(k) < len(key) || string(k[:len(key)]) != string(key) {
		return nil
	}
	return r
}

func (s *Sweep) recall(h uint64, where spot) {
	if 2*s.n > len(s.recalls) && len(s.recalls) < maxRecalls {
		s.recalls = make([]recall, 2*len(s.recalls))
	}
	s.recalls[h&uint64(len(s.recalls)-1)] = recall{uint32(h >> 32), s.chunks.all[where.id].life, where}
}
