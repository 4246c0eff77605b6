// Package firstfit places bit fields in words, each at the first position with enough room, and none across
// the end of a word. Therefore lists of fields with a common beginning have the same places for it.
package firstfit

// Words are the words of a root, as far as they are filled. They can be reused.
type Words struct {
	most  int   // bytes
	head  int   // size of the first word
	free  []int // free bits by word
	first int   // all words before it are full
}

// Start empties the words, which have at most the given number of bytes. The first word has head bits, the
// lowest of which are taken.
func (w *Words) Start(most, head, taken int) {
	w.most, w.head, w.first = most, head, 0
	w.free = append(w.free[:0], w.freeBits(0)-taken)
}

func (w *Words) freeBits(word int) int {
	if word == 0 {
		return min(w.head, 8*w.most)
	}
	return min(64, 8*w.most-64*word)
}

// Place returns a place for a field of some bits, or false if there is none.
func (w *Words) Place(bits int) (word int, shift uint8, ok bool) {
	at := w.first
	for at < len(w.free) && w.free[at] < bits {
		at++
	}
	if at == len(w.free) {
		w.free = append(w.free, w.freeBits(at))
	}
	if w.free[at] < bits {
		return 0, 0, false
	}
	shift = uint8(w.freeBits(at) - w.free[at])
	w.free[at] -= bits
	for w.first < len(w.free) && w.free[w.first] == 0 {
		w.first++
	}
	return at, shift, true
}

// Bytes returns the number of bytes in use, without the unused end of the last word.
func (w *Words) Bytes() int {
	last := len(w.free) - 1
	return 8*last + (w.freeBits(last)-w.free[last]+7)/8
}
