// Package firstfit puts fields of bits into words, each at the first place with room for it, none across the
// end of a word. So lists of fields with a common beginning have that in the same places.
package firstfit

// Words are those of a root, as far as they are filled. They may be started again.
type Words struct {
	most  int   // bytes
	head  int   // bits that the first word has
	free  []int // bits that are left, by word
	first int   // words before are full
}

// Start empties the words, of at most the given number of bytes. The first has head bits, the lowest of
// which are taken.
func (w *Words) Start(most, head, taken int) {
	w.most, w.head, w.first = most, head, 0
	w.free = append(w.free[:0], w.room(0)-taken)
}

func (w *Words) room(word int) int {
	if word == 0 {
		return min(w.head, 8*w.most)
	}
	return min(64, 8*w.most-64*word)
}

// Place finds the place of a field of some bits; false: there is none.
func (w *Words) Place(bits int) (word int, shift uint8, ok bool) {
	at := w.first
	for at < len(w.free) && w.free[at] < bits {
		at++
	}
	if at == len(w.free) {
		w.free = append(w.free, w.room(at))
	}
	if w.free[at] < bits {
		return 0, 0, false
	}
	shift = uint8(w.room(at) - w.free[at])
	w.free[at] -= bits
	for w.first < len(w.free) && w.free[w.first] == 0 {
		w.first++
	}
	return at, shift, true
}

// Bytes are those in use: the words but for the end of the last one.
func (w *Words) Bytes() int {
	last := len(w.free) - 1
	return 8*last + (w.room(last)-w.free[last]+7)/8
}
