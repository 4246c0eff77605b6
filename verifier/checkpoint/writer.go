package checkpoint

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"math/rand/v2"
)

// Format is the number of the format. Files of other formats are refused.
const Format = 2

const (
	magic     = 'g' | 's'<<8 | 'c'<<16 | Format<<24
	headBytes = 24
	maxBytes  = 1 << 20 // of a block without its head
	lastBlock = 1 << 31 // a bit of the length
	longest   = binary.MaxVarintLen64
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// The head of a block: magic, number, length, checksum (4 bytes each), and the number of the file (8).
const (
	atMagic, atNumber, atLength, atSum, atFile = 0, 4, 8, 12, 16
)

// sum returns the checksum of a block without the checksum itself.
func sum(block []byte) uint32 {
	s := crc32.Update(0, castagnoli, block[:atSum])
	return crc32.Update(s, castagnoli, block[atFile:])
}

// Writer writes what a Reader reads. It keeps the first error; after that, it does nothing.
type Writer struct {
	to     io.Writer
	block  []byte
	number uint32
	file   uint64
	bytes  int64
	err    error
}

// NewWriter returns a Writer to an empty file.
func NewWriter(to io.Writer) *Writer {
	return &Writer{to: to, block: make([]byte, headBytes, headBytes+maxBytes), file: rand.Uint64()}
}

// room makes room for a number of bytes within one block.
func (w *Writer) reserve(n int) {
	if len(w.block)+n > headBytes+maxBytes {
		w.flush(0)
	}
}

func (w *Writer) flush(mark uint32) {
	b := w.block
	binary.LittleEndian.PutUint32(b[atMagic:], magic)
	binary.LittleEndian.PutUint32(b[atNumber:], w.number)
	binary.LittleEndian.PutUint32(b[atLength:], uint32(len(b)-headBytes)|mark)
	binary.LittleEndian.PutUint64(b[atFile:], w.file)
	binary.LittleEndian.PutUint32(b[atSum:], sum(b))
	if w.err == nil {
		_, w.err = w.to.Write(b)
	}
	w.bytes += int64(len(b))
	w.number++
	w.block = b[:headBytes]
}

// Begin begins a section.
func (w *Writer) Begin(section string) { w.Text(section) }

// Uint writes a number.
func (w *Writer) Uint(v uint64) {
	w.reserve(longest)
	w.block = binary.AppendUvarint(w.block, v)
}

// Bool writes a truth value.
func (w *Writer) Bool(v bool) {
	n := uint64(0)
	if v {
		n = 1
	}
	w.Uint(n)
}

// Words writes at most 64 words, whose number the reader has to know.
func (w *Writer) Words(words []uint64) {
	w.reserve(8 * len(words))
	for _, x := range words {
		w.block = binary.LittleEndian.AppendUint64(w.block, x)
	}
}

// Bytes writes bytes with their length.
func (w *Writer) Bytes(b []byte) {
	w.Uint(uint64(len(b)))
	for len(b) > 0 {
		w.reserve(1)
		n := min(len(b), headBytes+maxBytes-len(w.block))
		w.block = append(w.block, b[:n]...)
		b = b[n:]
	}
}

// Text writes a text.
func (w *Writer) Text(s string) { w.Bytes([]byte(s)) }

// Err returns the first error.
func (w *Writer) Err() error { return w.err }

// Close writes the last block. It leaves the file open.
func (w *Writer) Close() error {
	w.flush(lastBlock)
	return w.err
}
