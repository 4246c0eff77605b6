package compression

// RLE is run-length encoding: a code is a sequence of counts (1 to 255) and values. Holzmann, "State
// Compression in SPIN" (1997), section 3.1.
type RLE struct{}

// Encode appends the pairs of a key.
func (RLE) Encode(dst, key []byte) []byte {
	for i := 0; i < len(key); {
		v, j := key[i], i+1
		for j < len(key) && key[j] == v && j-i < 255 {
			j++
		}
		dst = append(dst, byte(j-i), v)
		i = j
	}
	return dst
}

// Decode appends the key of a code.
func (RLE) Decode(dst, code []byte) []byte {
	for ; len(code) >= 2; code = code[2:] {
		for range code[0] {
			dst = append(dst, code[1])
		}
	}
	return dst
}

// Bytes returns 0: there are no tables.
func (RLE) Bytes() int64 { return 0 }
