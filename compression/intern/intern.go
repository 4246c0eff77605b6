// Package intern numbers byte strings: a Table gives each different string the next number, and returns the
// string of a number.
//
// A slot holds a tag (the upper half of the hash) and the number plus one, with linear probing. In a table
// for strings of at most 8 bytes, the word for a number is the string itself.
//
// Known warts: a string is shorter than 16 MiB; a table holds less than 2^32 strings.
package intern

import (
	"bytes"
	"encoding/binary"

	"gospin/compression/mix"
	"gospin/compression/offheap"
	"gospin/compression/probe"
)

// Table numbers byte strings of the same length. Trailing zeros are not stored.
type Table struct {
	length int
	slots  offheap.Block[uint64]
	used   int
	words  offheap.Arena[uint64] // by number: the string, or its offset and length
	text   offheap.Arena[byte]
}

const lengthBits = 24

// New returns an empty table for strings of some length.
func New(length int) *Table { return &Table{length: length, slots: offheap.Alloc[uint64](16)} }

// Index returns the number of a string. The string was new if that equals the previous Len.
func (t *Table) Index(b []byte) uint32 {
	if t.length <= 8 {
		return t.short(Load(b))
	}
	b = trim(b)
	h := mix.Bytes(b)
	slots := t.slots.Data
	if len(slots) == 0 { // there was not enough memory for a larger table
		panic(offheap.OutOfMemory(0))
	}
	i, ok := probe.Find(slots, mix.Slot(h, len(slots)), h&probe.Tag, probe.Tag)
	for ; ok; i, ok = probe.Find(slots, probe.Next(i, len(slots)), h&probe.Tag, probe.Tag) {
		n := uint32(slots[i]) - 1
		w := t.word(n)
		if int(w&(1<<lengthBits-1)) == len(b) && bytes.Equal(t.text.At(int(w>>lengthBits), len(b)), b) {
			return n
		}
	}
	off := t.text.Alloc(max(len(b), 1)) // even an empty string needs a valid place
	copy(t.text.At(off, len(b)), b)
	return t.add(h, uint64(off)<<lengthBits|uint64(len(b)))
}

func (t *Table) short(v uint64) uint32 {
	h := mix.Word(v)
	slots := t.slots.Data
	if len(slots) == 0 { // there was not enough memory for a larger table
		panic(offheap.OutOfMemory(0))
	}
	i, ok := probe.Find(slots, mix.Slot(h, len(slots)), h&probe.Tag, probe.Tag)
	for ; ok; i, ok = probe.Find(slots, probe.Next(i, len(slots)), h&probe.Tag, probe.Tag) {
		if n := uint32(slots[i]) - 1; t.word(n) == v {
			return n
		}
	}
	return t.add(h, v)
}

func (t *Table) word(n uint32) uint64 { return t.words.From(int(n))[0] }

func (t *Table) add(h, word uint64) uint32 {
	t.words.From(t.words.Alloc(1))[0] = word
	n := t.used
	t.used++
	if t.used*4 > len(t.slots.Data)*3 {
		t.grow()
	} else {
		t.put(h, n)
	}
	return uint32(n)
}

func (t *Table) put(h uint64, n int) {
	t.slots.Data[probe.Free(t.slots.Data, h)] = h&probe.Tag | uint64(n+1)
}

// grow fills a larger table in the order of numbers, after releasing the old one.
func (t *Table) grow() {
	n := len(t.slots.Data) * 2
	t.slots.Free()
	t.slots = offheap.Alloc[uint64](n)
	for i := range t.used {
		w := t.word(uint32(i))
		if t.length <= 8 {
			t.put(mix.Word(w), i)
		} else {
			t.put(mix.Bytes(t.text.At(int(w>>lengthBits), int(w&(1<<lengthBits-1)))), i)
		}
	}
}

// Copy copies the string of a number to dst, which must have the table's length of strings and contain zeros.
func (t *Table) Copy(dst []byte, n uint32) {
	w := t.word(n)
	if t.length <= 8 {
		for i := range dst {
			dst[i] = byte(w >> (8 * i))
		}
		return
	}
	copy(dst, t.text.At(int(w>>lengthBits), int(w&(1<<lengthBits-1))))
}

// Len returns the number of strings.
func (t *Table) Len() int { return t.used }

// Bytes returns the table's memory.
func (t *Table) Bytes() int64 { return t.slots.Bytes() + t.words.Bytes() + t.text.Bytes() }

// Free releases the table.
func (t *Table) Free() {
	t.slots.Free()
	t.words.Free()
	t.text.Free()
	t.used = 0
}

// Load reads up to 8 bytes as a little-endian number.
func Load(b []byte) uint64 {
	switch n := len(b); {
	case n == 8:
		return binary.LittleEndian.Uint64(b)
	case n >= 4:
		return uint64(binary.LittleEndian.Uint32(b)) | uint64(binary.LittleEndian.Uint32(b[n-4:]))<<(8*(n-4))
	case n >= 2:
		return uint64(binary.LittleEndian.Uint16(b)) | uint64(b[n-1])<<(8*(n-1))
	case n == 1:
		return uint64(b[0])
	}
	return 0
}

// trim removes trailing zeros. They are redundant, since the length is known.
func trim(b []byte) []byte {
	for len(b) >= 8 && binary.LittleEndian.Uint64(b[len(b)-8:]) == 0 {
		b = b[:len(b)-8]
	}
	for len(b) > 0 && b[len(b)-1] == 0 {
		b = b[:len(b)-1]
	}
	return b
}
