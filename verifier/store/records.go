package store

import (
	"encoding/binary"
	"math/bits"

	"gospin/compression/offheap"
)

// records are numbered from 0 on, in the order in which they are stored: the number of another record, the
// predecessor's, or of a whole state; a word of 16 bits, 0 for a whole state; and a colour. The width of
// numbers grows with them.
type records struct {
	chunks []offheap.Block[byte] // each as long as all before together
	n      int
	number int // bytes of a number
	tail   int // bytes of a colour
	b      int // bytes of a record
}

const (
	firstChunk  = 12 // the binary logarithm of its records
	wordBytes   = 2
	mostRecords = 1<<32 - 2 // a slot has a number plus one
)

func newRecords(number, tail int) records {
	return records{number: number, tail: tail, b: number + wordBytes + tail}
}

// chunk is the number of the chunk that a record lies in, and of its first record.
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

// get returns what a record says.
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

// widen gives numbers a byte more. Chunks are released as they are copied.
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

// bytes is the memory in use. What is spare has none yet.
func (s *records) bytes() int64 { return int64(s.n) * int64(s.b) }

func (s *records) free() {
	for i := range s.chunks {
		s.chunks[i].Free()
	}
}

// vectors remembers the keys of some records, those that were looked at last, and how long their chains are.
type vectors struct {
	records []int // plus one; so many that places are bits of a record's number
	keys    [][]byte
	longs   []int
	bytes   int64
}

// There are about as many vectors as fit into this many bytes, but some at least, and not too many.
const (
	vectorBytes               = 64 << 10
	leastVectors, mostVectors = 16, 256
)

// get returns the key of a record, nil if it is not known, and how long its chain is.
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
		n := min(max(vectorBytes/max(len(key), 1), leastVectors), mostVectors)
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
