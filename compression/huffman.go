package compression

// Huffman replaces every byte by a code word of a static prefix code. The last byte of a code is filled up with ones:
// the word of ones only is the longest, and has at least 8 bits, so that what fills up is no word. Holzmann, "State
// Compression in SPIN" (1997), section 3.2.
type Huffman struct {
	word   [256]uint32 // by value, the first bit of the word highest
	length [256]uint8
	value  []uint16 // by the first lookBits bits: the length above the value, or 0 if the word is longer
	first  [maxWord + 2]uint32
	index  [maxWord + 2]int // in sorted, of the first word of a length
	sorted [256]uint8       // values by their words
}

const (
	maxWord  = 24 // bits
	lookBits = 10
)

// NewHuffman returns the codec of a code; nil stands for the predefined one.
func NewHuffman(c *ByteCode) *Huffman {
	if c == nil {
		c = predefined()
	}
	h := &Huffman{length: c.Length, value: make([]uint16, 1<<lookBits)}
	word, at := uint32(0), 0
	for n := 1; n <= maxWord+1; n++ {
		word <<= 1
		h.first[n], h.index[n] = word, at
		if n > maxWord {
			break
		}
		for v := range 256 {
			if int(c.Length[v]) != n {
				continue
			}
			h.word[v] = word
			h.sorted[at] = byte(v)
			if n <= lookBits {
				for i := range 1 << (lookBits - n) {
					h.value[int(word)<<(lookBits-n)+i] = uint16(n)<<8 | uint16(v)
				}
			}
			word++
			at++
		}
	}
	return h
}

// Encode appends the words of the key's bytes.
func (h *Huffman) Encode(dst, key []byte) []byte {
	acc, n := uint64(0), uint(0) // the lowest n bits of acc are yet to be written
	for _, b := range key {
		k := uint(h.length[b])
		acc = acc<<k | uint64(h.word[b])
		for n += k; n >= 8; n -= 8 {
			dst = append(dst, byte(acc>>(n-8)))
		}
	}
	if n > 0 {
		dst = append(dst, byte(acc<<(8-n))|byte(1<<(8-n)-1))
	}
	return dst
}

// Decode appends the key of a code.
func (h *Huffman) Decode(dst, code []byte) []byte {
	acc, n := uint64(0), uint(0) // the highest n bits of acc are yet to be read; ones follow
	for {
		for n <= 56 && len(code) > 0 {
			acc |= uint64(code[0]) << (56 - n)
			n += 8
			code = code[1:]
		}
		padded := acc
		if n < 64 {
			padded |= 1<<(64-n) - 1
		}
		k, v := h.next(padded)
		if k > n {
			return dst
		}
		dst = append(dst, v)
		acc <<= k
		n -= k
	}
}

// next reads a word from the highest bits.
func (h *Huffman) next(bits uint64) (uint, byte) {
	if e := h.value[bits>>(64-lookBits)]; e != 0 {
		return uint(e >> 8), byte(e)
	}
	for k := uint(lookBits + 1); k <= maxWord; k++ {
		w := uint32(bits >> (64 - k))
		if n := h.index[k+1] - h.index[k]; w >= h.first[k] && w < h.first[k]+uint32(n) {
			return k, h.sorted[h.index[k]+int(w-h.first[k])]
		}
	}
	return maxWord + 1, 0 // a complete code has no such bits, but at the end
}

// Bytes is 0: the tables are small and do not grow.
func (h *Huffman) Bytes() int64 { return 0 }
