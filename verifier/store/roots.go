package store

import (
	"encoding/binary"
	"slices"

	"gospin/compression/mix"
	"gospin/compression/offheap"
)

// roots is a hash set of roots whose first word is not zero, stored in the slots. A slot has only the bytes
// of a root that are ever in use: the words without the unused end of the last one.
type roots struct {
	slots    offheap.Block[byte] // followed by a word, since words are read completely
	b        int                 // bytes of a slot
	tail     int                 // bytes of a slot's colour, after the root
	k        int                 // words of a root
	mask     uint64              // bytes of the last word that are in the slot
	size     int                 // number of slots
	n        int
	capacity int
	root     []uint64 // result of get
}

func newRoots(b, size, tail int) roots {
	k := (b + 7) / 8
	return roots{
		slots:    offheap.Alloc[byte]((b+tail)*size + 8),
		b:        b + tail,
		tail:     tail,
		k:        k,
		mask:     1<<(8*(b-8*(k-1))) - 1,
		size:     size,
		capacity: int(float64(size) * maxLoad),
		root:     make([]uint64, k),
	}
}

const maxLoad = 0.9

// step returns the size after n of a table. Large tables grow in small steps, since free slots cost more than
// moving the roots, which is one pass over both tables.
func step(n int) int {
	if n < 1<<22 {
		return Larger(n)
	}
	return n + n/4
}

// word reads the word at an offset. The last word of a slot has bytes of the next slot beyond the mask.
func (r *roots) word(off int) uint64 { return binary.LittleEndian.Uint64(r.slots.Data[off:]) }

func (r *roots) hash(root []uint64) uint64 {
	switch r.k {
	case 1:
		return mix.Word(root[0])
	case 2:
		return mix.Pair(root[0], root[1])
	}
	return mix.Words(root)
}

// find returns the slot of a root, or the free slot for it.
func (r *roots) find(root []uint64) (int, bool) {
	return r.findFrom(root, mix.Slot(r.hash(root), r.size))
}

// findFrom is find, given the home slot.
func (r *roots) findFrom(root []uint64, i int) (int, bool) {
	data, b, mask := r.slots.Data, r.b, r.mask
	switch r.k {
	case 1:
		w := root[0]
		for at := i * b; ; {
			if x := binary.LittleEndian.Uint64(data[at:]) & mask; x == w {
				return i, true
			} else if x == 0 {
				return i, false
			}
			at += b
			if i++; i == r.size {
				i, at = 0, 0
			}
		}
	case 2:
		v, w := root[0], root[1]
		for at := i * b; ; {
			if x := binary.LittleEndian.Uint64(data[at:]); x == v {
				if binary.LittleEndian.Uint64(data[at+8:])&mask == w {
					return i, true
				}
			} else if x == 0 {
				return i, false
			}
			at += b
			if i++; i == r.size {
				i, at = 0, 0
			}
		}
	}
	for {
		x := r.word(i * b)
		if x == 0 {
			return i, false
		}
		if x == root[0] && slices.Equal(r.get(i), root) {
			return i, true
		}
		if i++; i == r.size {
			i = 0
		}
	}
}

// touch returns the home slot of a root, and prefetches it, so that several look-ups overlap.
func (r *roots) touch(root []uint64) int {
	i := mix.Slot(r.hash(root), r.size)
	offheap.Prefetch(&r.slots.Data[i*r.b])
	return i
}

// put stores a root in the free slot that find returned.
func (r *roots) put(slot int, root []uint64) {
	at := slot * r.b
	for _, w := range root[:r.k-1] {
		binary.LittleEndian.PutUint64(r.slots.Data[at:], w)
		at += 8
	}
	binary.LittleEndian.PutUint64(r.slots.Data[at:], r.word(at)&^r.mask|root[r.k-1])
	r.n++
}

// colour returns the bytes after the root in a slot.
func (r *roots) colour(slot int) []byte {
	end := (slot + 1) * r.b
	return r.slots.Data[end-r.tail : end]
}

// get returns the root in a slot, in memory that the next call overwrites.
func (r *roots) get(slot int) []uint64 {
	at := slot * r.b
	for i := range r.root {
		r.root[i] = r.word(at + 8*i)
	}
	r.root[r.k-1] &= r.mask
	return r.root
}

// DiscardStep is the number of words of an old table that are read before they are released.
const DiscardStep = 1 << 19

// fill moves all roots of old, which is released on the way, into the empty r. If change is not nil, it
// converts the roots. Slots of all tables are ordered by hash, so unless the roots change, this is one pass
// over both tables.
func (r *roots) fill(old *roots, change func(dst, root []uint64)) {
	for from := 0; from < old.size; {
		to := min(old.size, from+8*DiscardStep/old.b+1)
		switch {
		case change != nil:
			r.fillChanged(old, from, to, change)
		case r.k == 1:
			r.fillWords(old, from, to)
		case r.k == 2:
			r.fillPairs(old, from, to)
		default:
			for i := from; i < to; i++ {
				if old.word(i*old.b) != 0 {
					copy(r.add(old.get(i)), old.colour(i))
				}
			}
		}
		old.slots.Discard(from*old.b, to*old.b)
		from = to
	}
	r.n = old.n
	old.slots.Free()
}

// fillChanged prefetches the slots of several roots before storing them, since they are in no order.
func (r *roots) fillChanged(old *roots, from, to int, change func(dst, root []uint64)) {
	const batch = 32
	changed, at, source := make([]uint64, batch*r.k), [batch]int{}, [batch]int{}
	for i := from; i < to; {
		n := 0
		for ; i < to && n < batch; i++ {
			if root := old.get(i); root[0] != 0 {
				dst := changed[n*r.k:][:r.k]
				change(dst, root)
				at[n], source[n] = r.touch(dst), i
				n++
			}
		}
		for j := range n {
			dst := changed[j*r.k:][:r.k]
			slot, _ := r.findFrom(dst, at[j])
			r.put(slot, dst)
			copy(r.colour(slot), old.colour(source[j]))
		}
	}
}

// add stores a new root, and returns its colour's bytes.
func (r *roots) add(root []uint64) []byte {
	slot, _ := r.find(root)
	r.put(slot, root)
	return r.colour(slot)
}

func (r *roots) fillWords(old *roots, from, to int) {
	data, b, mask := r.slots.Data, r.b, r.mask
	for i := from; i < to; i++ {
		w := old.word(i*b) & mask
		if w == 0 {
			continue
		}
		at, end := mix.Slot(mix.Word(w), r.size)*b, r.size*b
		x := binary.LittleEndian.Uint64(data[at:])
		for x&mask != 0 {
			if at += b; at == end {
				at = 0
			}
			x = binary.LittleEndian.Uint64(data[at:])
		}
		binary.LittleEndian.PutUint64(data[at:], x&^mask|w)
		if r.tail > 0 {
			copy(data[at+b-r.tail:at+b], old.colour(i))
		}
	}
}

func (r *roots) fillPairs(old *roots, from, to int) {
	data, b, mask := r.slots.Data, r.b, r.mask
	for i := from; i < to; i++ {
		v := old.word(i * b)
		if v == 0 {
			continue
		}
		w := old.word(i*b+8) & mask
		at, end := mix.Slot(mix.Pair(v, w), r.size)*b, r.size*b
		for binary.LittleEndian.Uint64(data[at:]) != 0 {
			if at += b; at == end {
				at = 0
			}
		}
		binary.LittleEndian.PutUint64(data[at:], v)
		tail := data[at+8:]
		binary.LittleEndian.PutUint64(tail, binary.LittleEndian.Uint64(tail)&^mask|w)
		if r.tail > 0 {
			copy(data[at+b-r.tail:at+b], old.colour(i))
		}
	}
}
