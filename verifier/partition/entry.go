package partition

import (
	"encoding/binary"
	"hash/crc32"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Kind is the kind of an entry.
type Kind byte

const (
	// Batch has states.
	Batch Kind = iota
	// Flush makes the partition send the states that it has collected.
	Flush
	// Rest is a Flush, and makes the partition forget which states it has sent lately.
	Rest
)

// entry is an entry of a log.
type entry struct {
	kind  Kind
	from  int    // partition
	seq   uint64 // number of the batch among those that the sender has made for the receiver, from 1 on
	items items
}

// An entry is its kind, its other numbers, and the states, each column compressed with the others; and a
// checksum of all.
var (
	checksum = crc32.MakeTable(crc32.Castagnoli)
	coders   = sync.OnceValues(func() (*zstd.Encoder, *zstd.Decoder) {
		e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false),
			zstd.WithEncoderLevel(zstd.SpeedFastest))
		if err != nil {
			panic(err) // the options are constants
		}
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1),
			zstd.WithDecoderMaxMemory(maxUnpacked))
		if err != nil {
			panic(err)
		}
		return e, d
	})
)

// maxUnpacked limits the size of an entry.
const maxUnpacked = 64 << 20

// Sign returns an entry without states.
func Sign(kind Kind) []byte { return seal([]byte{byte(kind)}) }

func seal(text []byte) []byte {
	return binary.LittleEndian.AppendUint32(text, crc32.Checksum(text, checksum))
}

// unseal returns what seal was given.
func unseal(text []byte) ([]byte, error) {
	n := len(text) - 4
	if n < 1 || crc32.Checksum(text[:n], checksum) != binary.LittleEndian.Uint32(text[n:]) {
		return nil, errDamaged
	}
	return text[:n], nil
}

// encode returns the entry.
func (e *entry) encode(s *shapes) []byte {
	out := binary.AppendUvarint([]byte{byte(e.kind)}, uint64(e.from))
	out = binary.AppendUvarint(out, e.seq)
	enc, _ := coders()
	return seal(enc.EncodeAll(e.items.append(nil, s), out))
}

// decode reads an entry. Its items are valid until the next call.
func (e *entry) decode(text []byte, s *shapes) error {
	text, err := unseal(text)
	if err != nil {
		return err
	}
	if e.kind = Kind(text[0]); e.kind != Batch {
		return nil
	}
	r := reader{text: text[1:]}
	e.from, e.seq = int(r.uvarint()), r.uvarint()
	if r.err != nil {
		return r.err
	}
	_, dec := coders()
	packed, err := dec.DecodeAll(r.text, nil)
	if err != nil {
		return err
	}
	r.text = packed
	return e.items.read(&r, s)
}

// items are states, each with the number of the state it was found from, and its level.
type items struct {
	numbers []uint32
	levels  []uint32
	keys    []byte
	ends    []int
}

func (x *items) add(number, level uint32, key []byte) {
	x.numbers, x.levels = append(x.numbers, number), append(x.levels, level)
	x.keys = append(x.keys, key...)
	x.ends = append(x.ends, len(x.keys))
}

func (x *items) clear() {
	x.numbers, x.levels, x.keys, x.ends = x.numbers[:0], x.levels[:0], x.keys[:0], x.ends[:0]
}

func (x *items) len() int { return len(x.ends) }

func (x *items) key(i int) []byte {
	from := 0
	if i > 0 {
		from = x.ends[i-1]
	}
	return x.keys[from:x.ends[i]]
}

// append appends the items: columns of numbers and levels, each as differences; then each state, with its
// shape if it is another than that of the one before, else as the difference from that.
func (x *items) append(dst []byte, s *shapes) []byte {
	dst = binary.AppendUvarint(dst, uint64(x.len()))
	for _, column := range [][]uint32{x.numbers, x.levels} {
		last := uint32(0)
		for _, n := range column {
			dst = binary.AppendVarint(dst, int64(n)-int64(last))
			last = n
		}
	}
	var last []byte
	for i := range x.len() {
		key := x.key(i)
		sh := s.of(key)
		body := key[3:]
		if last != nil && s.of(last) == sh {
			dst = append(dst, 0)
			for j, b := range body {
				dst = append(dst, b^last[3+j])
			}
		} else {
			dst = append(s.append(append(dst, 1), sh), body...)
		}
		last = key
	}
	return dst
}

func (x *items) read(r *reader, s *shapes) error {
	x.clear()
	n := int(min(r.uvarint(), uint64(len(r.text))))
	column := func(to []uint32) []uint32 {
		last := int64(0)
		for range n {
			last += r.varint()
			to = append(to, uint32(last))
		}
		return to
	}
	x.numbers, x.levels = column(x.numbers), column(x.levels)
	at, size := -1, 0 // of the last state
	for i := 0; i < n && r.err == nil; i++ {
		from := len(x.keys)
		switch flag := r.bytes(1); {
		case r.err != nil || flag[0] > 1 || flag[0] == 0 && at < 0:
			r.fail()
		case flag[0] == 0:
			x.keys = append(x.keys, x.keys[at:at+3]...)
			for j, b := range r.bytes(size - 3) {
				x.keys = append(x.keys, b^x.keys[at+3+j])
			}
		default:
			sh := s.read(r)
			size = s.size(sh)
			x.keys = append(x.keys, byte(sh.ID), byte(sh.ID>>8), byte(sh.ID>>16))
			x.keys = append(x.keys, r.bytes(size-3)...)
		}
		at = from
		x.ends = append(x.ends, len(x.keys))
	}
	if r.err == nil && len(r.text) > 0 {
		r.fail()
	}
	return r.err
}
