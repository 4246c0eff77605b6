package graph

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

// resigned corrects the checksums of a file's blocks.
func resigned(file []byte) []byte {
	out := slices.Clone(file)
	at := len(magic) + 4
	for n := uint32(0); at+headLen+sumLen <= len(out); n++ {
		size := int(binary.LittleEndian.Uint32(out[at+1:]))
		end := at + headLen + size
		if size > len(out) || end+sumLen > len(out) {
			break
		}
		if out[at] == tailBlock && size >= sha256.Size {
			sum := sha256.Sum256(out[:at])
			copy(out[at+headLen:], sum[:])
		}
		binary.LittleEndian.PutUint32(out[end:], checksum(out[at:end], n))
		at = end + sumLen
	}
	return out
}
