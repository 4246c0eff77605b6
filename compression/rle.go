package compression

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// RLE is run-length encoding: a code is pairs of a count (1 to 255) and a value. Holzmann, "State Compression in SPIN"
// (1997), section 3.1.
type RLE struct{}

// Encode appends the pairs of a key.
func (RLE) Encode(dst, key []byte) []byte {
	at := len(dst)
	dst = slices.Grow(dst, 2*len(key))
	out := dst[:cap(dst)]
	for len(key) > 0 {
		v, most := key[0], min(len(key), 255)
		n := 1
		for n < most {
			if n+8 > len(key) {
				if key[n] != v {
					break
				}
				n++
				continue
			}
			if other := binary.LittleEndian.Uint64(key[n:]) ^ uint64(v)*0x0101010101010101; other != 0 {
				n += bits.TrailingZeros64(other) / 8
				break
			}
			n += 8
		}
		n = min(n, most)
		out[at], out[at+1] = byte(n), v
		at += 2
		key = key[n:]
	}
	return out[:at]
}

// Decode appends the key of a code.
func (RLE) Decode(dst, code []byte) []byte {
	for ; len(code) >= 2; code = code[2:] {
		at, n := len(dst), int(code[0])
		dst = slices.Grow(dst, n)[:at+n]
		for i := range dst[at:] {
			dst[at+i] = code[1]
		}
	}
	return dst
}

// Bytes is 0: there are no tables.
func (RLE) Bytes() int64 { return 0 }
