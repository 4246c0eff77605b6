package partition

import (
	"encoding/binary"
	"errors"

	"gospin/compression/mix"
	"gospin/vm/layout"
)

// shapes describes the shapes of states in a way that does not depend on the order in which they were met.
// In vectors, shapes have numbers that do.
type shapes struct {
	l      *layout.Layout
	hashes []uint64 // by number; 0: not known yet
}

// hash returns a hash of a state, given its key, which is the same on all machines.
func (s *shapes) hash(key []byte) uint64 {
	id := int(key[0]) | int(key[1])<<8 | int(key[2])<<16
	for id >= len(s.hashes) {
		s.hashes = append(s.hashes, 0)
	}
	if s.hashes[id] == 0 {
		h := uint64(1)
		for _, p := range s.l.ShapeByID(uint32(id)).Procs {
			h = mix.Pair(h, uint64(p.Type))
		}
		s.hashes[id] = h | 1
	}
	return mix.Pair(s.hashes[id], mix.Bytes(key[layout.ShapeBytes:]))
}

// of returns the shape of a key.
func (s *shapes) of(key []byte) *layout.Shape {
	return s.l.ShapeByID(uint32(key[0]) | uint32(key[1])<<8 | uint32(key[2])<<16)
}

// size returns the size of the keys of a shape.
func (s *shapes) size(sh *layout.Shape) int { return sh.Size - s.l.Hidden }

// append appends the description of a shape: its processes.
func (s *shapes) append(dst []byte, sh *layout.Shape) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(sh.Procs)))
	for _, p := range sh.Procs {
		dst = binary.AppendUvarint(dst, uint64(p.Type))
	}
	return dst
}

var errDamaged = errors.New("partition: an entry is damaged")

// read reads a description.
func (s *shapes) read(r *reader) *layout.Shape {
	sh := s.l.Root()
	for n := r.uvarint(); n > 0 && r.err == nil; n-- {
		t := r.uvarint()
		if t >= uint64(len(s.l.Procs)) {
			r.fail()
			break
		}
		sh = s.l.Child(sh, int(t))
	}
	return sh
}

// reader reads what appending has written. It remembers the first error.
type reader struct {
	text []byte
	err  error
}

func (r *reader) fail() {
	if r.text = nil; r.err == nil {
		r.err = errDamaged
	}
}

func (r *reader) uvarint() uint64 {
	x, n := binary.Uvarint(r.text)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.text = r.text[n:]
	return x
}

func (r *reader) varint() int64 {
	x, n := binary.Varint(r.text)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.text = r.text[n:]
	return x
}

func (r *reader) bytes(n int) []byte {
	if n < 0 || n > len(r.text) {
		r.fail()
		return nil
	}
	b := r.text[:n]
	r.text = r.text[n:]
	return b
}
