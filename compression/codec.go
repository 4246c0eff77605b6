package compression

// Codec shortens keys: state vectors without their hidden part.
//
// Laws: Encode is total and injective on the keys of one layout; Decode inverts it. Codes have any length; a
// code of one key may be the beginning of another's.
type Codec interface {
	// Encode appends the code of a key.
	Encode(dst, key []byte) []byte
	// Decode appends the key of a code.
	Decode(dst, code []byte) []byte
	// Bytes is the memory that the codec's tables hold.
	Bytes() int64
}
