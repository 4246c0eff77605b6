package compression

import (
	"encoding/binary"
	"slices"
)

// Huffman replaces every byte by a word of a static prefix code. The last byte of a code is filled with ones.
// The word of ones only is the longest and has at least 8 bits, so that the filling is not a word. Holzmann,
// "State Compression in SPIN" (1997), section 3.2.
type Huffman struct {
	word   [256]uint32 // by value: the word, beginning with its highest bit, above its length in 8 bits
	value  []uint16    // by the first lookBits bits: the length above the value, or 0 for a longer word
	first  [maxWord + 2]uint32
	index  [maxWord + 2]int // index in sorted of the first word of each length
	sorted [256]uint8       // values ordered by word
}

const (
	maxWord  = 24 // bits
	lookBits = 10
)

// NewHuffman returns the codec for a code, or, for nil, the predefined one.
func NewHuffman(c *ByteCode) *Huffman {
	if c == nil {
		c = predefined()
	}
	h := &Huffman{value: make([]uint16, 1<<lookBits)}
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
			h.word[v] = word<<8 | uint32(n)
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
	at := len(dst)
	dst = slices.Grow(dst, len(key)*(maxWord/8)+8)
	out := dst[:cap(dst)]
	acc, n := uint64(0), uint(0) // the lowest n bits of acc, at most 7, are not yet written
	for ; len(key) >= 2; key = key[2:] {
		x, y := h.word[key[0]], h.word[key[1]]
		kx, ky := uint(x&0xff), uint(y&0xff)
		acc = acc<<((kx+ky)&63) | uint64(x>>8)<<(ky&63) | uint64(y>>8)
		n += kx + ky
		binary.BigEndian.PutUint64(out[at:], acc<<((64-n)&63))
		at += int(n >> 3)
		n &= 7
	}
	if len(key) > 0 {
		x := h.word[key[0]]
		acc = acc<<(x&0xff) | uint64(x>>8)
		n += uint(x & 0xff)
	}
	binary.BigEndian.PutUint64(out[at:], acc<<1<<(63-n)|(1<<1<<(63-n)-1))
	return out[:at+int(n+7)/8]
}

// Decode appends the key of a code.
func (h *Huffman) Decode(dst, code []byte) []byte {
	for bit, end := uint(0), uint(len(code))*8; ; {
		bits := window(code, bit)
		for used := uint(0); used <= 57-maxWord; {
			k, v := h.next(bits << used)
			if bit += k; bit > end {
				return dst
			}
			dst = append(dst, v)
			used += k
		}
	}
}

// window returns at least 57 bits, the highest first, from a bit on. Ones follow the last bit.
func window(code []byte, bit uint) uint64 {
	rest := code[bit>>3:]
	if len(rest) >= 8 {
		return binary.BigEndian.Uint64(rest) << (bit & 7)
	}
	w := uint64(1)<<(64-8*len(rest)) - 1
	for i, b := range rest {
		w |= uint64(b) << (56 - 8*i)
	}
	return w<<(bit&7) | (1<<(bit&7) - 1)
}

// next decodes a word from the highest bits.
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
	return maxWord + 1, 0 // only at the end of a complete code
}

// Bytes returns 0: the tables are small and do not grow.
func (h *Huffman) Bytes() int64 { return 0 }
