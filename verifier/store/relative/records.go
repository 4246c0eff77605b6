package relative

import (
	"encoding/binary"
	"math/bits"

	"gospin/compression/offheap"
)

// records are numbered from 0 on, in the order in which they are stored. A record has the number of its
// predecessor or of a whole state; a word of 16 bits, which is 0 for a whole state; and a colour. The width
// of numbers grows.
type records struct {
	chunks []offheap.Block[byte] // each as long as all previous ones together
	n      int
	number int // width of a number in bytes
	tail   int // bytes of a colour
	b      int // bytes of a record
}

const (
	firstChunk = 12 // binary logarithm of its length
	wordBytes  = 2
	maxRecords = 1<<32 - 2 // a slot has a number plus one
)

func newRecords(number, tail int) records {
	return records{number: number, tail: tail, b: number + wordBytes + tail}
}

// chunk returns the index of a record's chunk, and its first record.
func chunk(r int) (i, first int) {
	if i = bits.Len(uint(r) >> firstChunk); i == 0 {
		return 0, 0
	}
	return i, 1 << (firstChunk - 1 + i)
}

func (s *records) at(r int) []byte {
	i, first := chunk(r)
	off := (r - first) * s.b
	return s.chunks[i].Data[off : off+s.b]
}

// get returns the contents of a record.
func (s *records) get(r int) (number, word int) {
	x := s.at(r)
	word = int(x[0]) | int(x[1])<<8
	switch s.number {
	case 1:
		return int(x[2]), word
	case 2:
		return int(x[2]) | int(x[3])<<8, word
	case 3:
		return int(x[2]) | int(x[3])<<8 | int(x[4])<<16, word
	}
	return int(binary.LittleEndian.Uint32(x[wordBytes:])), word
}

func (s *records) set(r, number, word int) {
	x := s.at(r)
	x[0], x[1] = byte(word), byte(word>>8)
	for i := range s.number {
		x[wordBytes+i] = byte(number >> (8 * i))
	}
}

// add appends a record.
func (s *records) add(number, word int) int {
	r := s.n
	if r >= 1<<(8*s.number) {
		s.widen()
	}
	if i, first := chunk(r); i == len(s.chunks) {
		s.chunks = append(s.chunks, offheap.Alloc[byte](max(first, 1<<firstChunk)*s.b))
	}
	s.n++
	s.set(r, number, word)
	return r
}

// widen makes numbers a byte wider. It releases chunks as they are copied.
func (s *records) widen() {
	old := *s
	*s = newRecords(old.number+1, old.tail)
	s.chunks, s.n = make([]offheap.Block[byte], 0, len(old.chunks)+1), old.n
	for i := range old.chunks {
		size := len(old.chunks[i].Data) / old.b
		s.chunks = append(s.chunks, offheap.Alloc[byte](size*s.b))
		_, first := chunk(1 << (firstChunk - 1 + i) &^ (1<<firstChunk - 1))
		for r := first; r < min(first+size, old.n); r++ {
			number, word := old.get(r)
			s.set(r, number, word)
			copy(s.colour(r), old.colour(r))
		}
		old.chunks[i].Free()
	}
}

func (s *records) colour(r int) []byte { return s.at(r)[s.b-s.tail:] }

// bytes returns the memory in use. Unused parts take no memory yet.
func (s *records) bytes() int64 { return int64(s.n) * int64(s.b) }

// vectors caches the keys of recently used records, with the lengths of their chains.
type vectors struct {
	records []int // numbers plus one; the length is a power of two
	keys    [][]byte
	longs   []int
	bytes   int64
}

// The number of vectors is what fits into this many bytes, within bounds.
const (
	vectorBytes            = 64 << 10
	minVectors, maxVectors = 16, 256
)

// get returns the key of a record, or nil, and the length of its chain.
func (c *vectors) get(r int) (key []byte, long int) {
	if n := len(c.records); n > 0 {
		if i := r & (n - 1); c.records[i] == r+1 {
			return c.keys[i], c.longs[i]
		}
	}
	return nil, 0
}

func (c *vectors) put(r int, key []byte, long int) []byte {
	if c.records == nil {
		n := min(max(vectorBytes/max(len(key), 1), minVectors), maxVectors)
		n = 1 << (bits.Len(uint(n)) - 1)
		c.records, c.keys, c.longs = make([]int, n), make([][]byte, n), make([]int, n)
	}
	i := r & (len(c.records) - 1)
	before := cap(c.keys[i])
	c.keys[i] = append(c.keys[i][:0], key...)
	c.bytes += int64(cap(c.keys[i]) - before)
	c.records[i], c.longs[i] = r+1, long
	return c.keys[i]
}
