package store

import "gospin/compression/mix"

// classTable finds classes by their values. It contains the heads, in which most values differ.
type classTable struct {
	slots []queued // open addressing; the length is a power of two
	n     int
}

func (t *classTable) slot(head uint64, rest []byte) int {
	if len(rest) > 0 {
		head ^= mix.Bytes(rest)
	}
	return int(head * 0x9e3779b97f4a7c15 >> 33 & uint64(len(t.slots)-1))
}

func (t *classTable) home(c *valueClass) int { return t.slot(c.head, []byte(c.rest)) }

// find returns the class of a value, or nil.
func (t *classTable) find(head uint64, rest []byte) *valueClass {
	if t.n == 0 {
		return nil
	}
	for i := t.slot(head, rest); t.slots[i].c != nil; i = (i + 1) & (len(t.slots) - 1) {
		if q := &t.slots[i]; q.head == head && q.c.rest == string(rest) {
			return q.c
		}
	}
	return nil
}

func (t *classTable) put(c *valueClass) {
	if 2*t.n >= len(t.slots) {
		old := t.slots
		t.slots, t.n = make([]queued, max(16, 2*len(old))), 0
		for _, q := range old {
			if q.c != nil {
				t.put(q.c)
			}
		}
	}
	i := t.home(c)
	for t.slots[i].c != nil {
		i = (i + 1) & (len(t.slots) - 1)
	}
	t.slots[i] = queued{c.head, c}
	t.n++
}

// remove removes a class. Following classes move up if possible.
func (t *classTable) remove(c *valueClass) {
	mask := len(t.slots) - 1
	i := t.home(c)
	for t.slots[i].c != c {
		i = (i + 1) & mask
	}
	for j := (i + 1) & mask; t.slots[j].c != nil; j = (j + 1) & mask {
		if home := t.home(t.slots[j].c); (j-home)&mask >= (j-i)&mask {
			t.slots[i] = t.slots[j]
			i = j
		}
	}
	t.slots[i] = queued{}
	t.n--
}
