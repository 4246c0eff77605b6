package store

import (
	"bytes"

	"gospin/compression/mix"
	"gospin/compression/offheap"
	"gospin/compression/probe"
)

// valueClass is the table of the states with one value: records in chunks, and, from a certain number on,
// slots with the upper half of a hash and the record's place in units plus one. Its open states are first
// roots, then the records from the cursor on.
type valueClass struct {
	progress
	n      int
	at     cursor
	roots  []uint64 // places of persistent states
	chunks []classChunk
	one    [1]classChunk // most classes need one chunk
	slots  offheap.Block[uint64]
}

// classChunk holds records. A record longer than a chunk has a chunk of its own.
type classChunk struct {
	offheap.Block[byte]
	used int
	id   uint32 // index in the chunks of all classes
}

// allChunks identifies chunks, so that the place of a record shows whether it still exists.
type allChunks struct {
	all   []namedChunk
	spare []uint32
}

type namedChunk struct {
	data []byte
	life uint32 // differs from that of previous chunks with this index; never 0
}

func (a *allChunks) name(data []byte) uint32 {
	if n := len(a.spare); n > 0 {
		id := a.spare[n-1]
		a.spare = a.spare[:n-1]
		a.all[id].data = data
		return id
	}
	a.all = append(a.all, namedChunk{data, 1})
	return uint32(len(a.all) - 1)
}

// forget removes a chunk's index, because its records were deleted or moved.
func (a *allChunks) forget(id uint32) {
	c := &a.all[id]
	c.data = nil
	if c.life++; c.life == 0 {
		c.life = 1
	}
	a.spare = append(a.spare, id)
}

// spot is the place of a record: a chunk and an offset.
type spot struct{ id, off uint32 }

// cursor is the place of a record in a class: a chunk and an offset.
type cursor struct{ chunk, off int }

const (
	chunkShift   = 16
	firstOfClass = 256
	unitShift    = 2
	linear       = 6 // larger classes have slots
	recordHead   = 8 // bytes before a vector: number, depth
)

func (at cursor) place() uint64 { return uint64(at.chunk<<chunkShift+at.off) >> unitShift }

func placed(place uint64) cursor {
	at := place << unitShift
	return cursor{int(at >> chunkShift), int(at & (1<<chunkShift - 1))}
}

// ended reports whether there is no record at a cursor. It moves the cursor to the next chunk if necessary.
func (c *valueClass) ended(at *cursor) bool {
	for at.chunk < len(c.chunks) && at.off >= c.chunks[at.chunk].used {
		at.chunk, at.off = at.chunk+1, 0
	}
	return at.chunk >= len(c.chunks)
}

func units(n int) int { return (n + 1<<unitShift - 1) &^ (1<<unitShift - 1) }

// find looks up a key by its hash. It returns the record and its place, or the slot for a new record.
func (s *Sweep) find(c *valueClass, key []byte, h uint64) (record []byte, where spot, slot int) {
	before := recordHead + s.prefix
	if len(c.slots.Data) == 0 {
		for at := (cursor{}); !c.ended(&at); {
			r := c.chunks[at.chunk].Data[at.off:]
			if k := r[before:]; len(k) >= len(key) && bytes.Equal(k[:len(key)], key) {
				return r, c.spot(at), 0
			}
			at.off += units(s.length(r))
		}
		return nil, spot{}, 0
	}
	slots := c.slots.Data
	for i := mix.Slot(h, len(slots)); ; i = probe.Next(i, len(slots)) {
		var ok bool
		if i, ok = probe.Find(slots, i, h, probe.Tag); !ok {
			return nil, spot{}, i
		}
		at := placed(slots[i]&probe.Number - 1)
		r := c.chunks[at.chunk].Data[at.off:]
		if k := r[before:]; len(k) >= len(key) && bytes.Equal(k[:len(key)], key) {
			return r, c.spot(at), i
		}
	}
}

func (c *valueClass) spot(at cursor) spot { return spot{c.chunks[at.chunk].id, uint32(at.off)} }

// add adds a record of n bytes for a new key, given the slot from find. It returns nil if there is no memory.
func (s *Sweep) add(c *valueClass, n, slot int, h uint64) (record []byte, where spot) {
	size := units(n)
	i := len(c.chunks) - 1
	if i < 0 || c.chunks[i].used+size > min(len(c.chunks[i].Data), 1<<chunkShift) {
		if !s.extend(c, size) {
			return nil, where
		}
		i = len(c.chunks) - 1
	}
	k := &c.chunks[i]
	at := cursor{i, k.used}
	if at.place() >= probe.Number {
		return nil, where
	}
	if len(c.slots.Data) > 0 && c.n >= maxKeys(len(c.slots.Data)) || len(c.slots.Data) == 0 && c.n == linear {
		if !s.widen(c) {
			return nil, where
		}
		slot = probe.Free(c.slots.Data, h)
	}
	if len(c.slots.Data) > 0 {
		c.slots.Data[slot] = h | (at.place() + 1)
	}
	k.used += size
	c.n++
	s.n++
	return k.Data[at.off:k.used], c.spot(at)
}

// extend makes room for a record: the first chunk grows, further ones are added.
func (s *Sweep) extend(c *valueClass, size int) bool {
	first := len(c.chunks) == 0 || len(c.chunks) == 1 && len(c.chunks[0].Data) < 1<<chunkShift
	n := 1 << chunkShift
	used := 0
	if first {
		if len(c.chunks) > 0 {
			used = c.chunks[0].used
		}
		n = min(n, max(firstOfClass, poolCells(used+size)))
		if used > 0 && used+size > n {
			first, n = false, 1<<chunkShift
		}
	}
	if n = max(n, size); s.Bytes()+s.records.need(n) > s.limit {
		return false
	}
	b := s.records.get(n)
	if !first || len(c.chunks) == 0 {
		c.chunks = append(c.chunks, classChunk{Block: b, id: s.chunks.name(b.Data)})
		return true
	}
	k := &c.chunks[0]
	copy(b.Data, k.Data[:used])
	s.records.put(k.Block)
	s.chunks.forget(k.id)
	k.Block, k.id = b, s.chunks.name(b.Data)
	return true
}

// widen enlarges a class's slots.
func (s *Sweep) widen(c *valueClass) bool {
	old := c.slots
	n := max(2*len(old.Data), 4*linear)
	if s.Bytes()+s.slots.need(n) > s.limit {
		return false
	}
	c.slots = s.slots.get(n)
	clear(c.slots.Data)
	if len(old.Data) == 0 {
		before := recordHead + s.prefix
		for at := (cursor{}); !c.ended(&at); {
			r := c.chunks[at.chunk].Data[at.off:]
			n := s.length(r)
			h := mix.Bytes(r[before:n]) & probe.Tag
			c.slots.Data[probe.Free(c.slots.Data, h)] = h | (at.place() + 1)
			at.off += units(n)
		}
		return true
	}
	for _, e := range old.Data {
		if e != 0 {
			c.slots.Data[probe.Free(c.slots.Data, e&probe.Tag)] = e
		}
	}
	s.slots.put(old)
	return true
}

// drop forgets the states of a class.
func (s *Sweep) drop(c *valueClass) {
	for i := range c.chunks {
		s.records.put(c.chunks[i].Block)
		s.chunks.forget(c.chunks[i].id)
	}
	s.slots.put(c.slots)
	s.classes.remove(c)
	s.n -= c.n
	*c = valueClass{chunks: c.chunks[:0], roots: c.roots[:0]}
	s.spare = append(s.spare, c)
}
