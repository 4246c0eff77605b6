package compression

// Codec shortens keys, which are state vectors without their hidden part.
//
// Laws: Encode is total and injective on the keys of one layout, and Decode inverts it. Codes have any
// length; a key's code may be a prefix of another key's.
type Codec interface {
	// Encode appends the code of a key.
	Encode(dst, key []byte) []byte
	// Decode appends the key of a code.
	Decode(dst, code []byte) []byte
	// Bytes returns the memory of the codec's tables.
	Bytes() int64
}
