package store

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"

	"gospin/compression/mix"
	"gospin/compression/offheap"
)

// Cache is a store that forgets states (Evangelista, Kristensen, "Search-order independent state caching",
// 2010): those that a search needs no more to come to an end. The search says which state was generated from
// which (Generated) and when one has made all its choices (Unref). Of the generated states those are kept
// that are open, and all that lead to them: the termination-detection tree. The others may be forgotten when
// there is no room for a new one; Evict says which go first. Refs are numbers of states, and are given to
// others once their states are forgotten.
//
// A state has a record: its key, or where that lies, its predecessor, how many refer to it, and what Evict
// looks at. Records lie in chunks and never move; an index of 5 bytes a slot finds them.
type Cache struct {
	keys     keyer
	limit    int   // states; noLimit: as many as there is memory for
	memory   int64 // bytes
	forgets  bool  // when the memory is full, too
	evict    []Criterion
	rank     order        // what decides between states that are alike
	random   *rand.Rand   // of inRandomOrder
	columns  [columns]int // where in a record a column is; -1: nobody asks for it
	stride   int          // bytes of a record
	chunks   []offheap.Block[byte]
	long     lengths // keys of various lengths
	index    offheap.Block[byte]
	size     int    // slots of the index
	n        int    // records in use or free
	free     uint32 // the first free record, plus one; 0: there is none
	used     int    // states
	rows     candidates
	sketch   []byte // how often states were generated, by their hashes; nil: nobody asks
	distinct distinct
	sequence uint32
	births   uint32
	stats    CacheStats
	Beside   func() int64 // bytes that count against the memory, too; may be nil
}

// CacheOptions say how large a cache is, and what it forgets first.
type CacheOptions struct {
	States int         // it keeps so many; 0: as many as Memory allows
	Memory int64       // bytes; 0: no limit
	Full   bool        // it forgets states when the memory is full, too
	Evict  []Criterion // which states go first: by the first criterion; of those alike by the next
	Seed   uint64
	Sweeps bool // a sweep-line passes states (Pass)
}

// CacheStats is what a cache has done. All are states.
type CacheStats struct {
	Most      int // in use at a time
	Tree      int // in the tree at a time, at most
	InTree    int
	Forgotten uint64
	Passed    uint64 // by a sweep-line
}

// Columns of a record besides the key.
const (
	// 4 bytes: of a state in the tree the predecessor plus one; else its rank, or the next free one
	predColumn   = iota
	refsColumn   // 1 byte
	depthColumn  // 4 bytes
	inColumn     // 1 byte
	outColumn    // 1 byte
	visitsColumn // 1 byte
	birthColumn  // 4 bytes
	columns
)

var columnBytes = [columns]int{4, 1, 4, 1, 1, 1, 4}

const (
	recordShift = 12
	slotBytes   = 5
	// stuck is as many references as a byte counts: such a state stays for ever.
	stuck = 255
)

// ErrCache is why a cache takes no more states.
var ErrCache = errors.New("the cache is full of states that the search needs to come to an end")

func newCache(k keyer, o CacheOptions) *Cache {
	c := &Cache{keys: k, limit: noLimit, memory: orNone(o.Memory), forgets: o.Full}
	if o.States > 0 {
		c.limit = o.States
	}
	for i := range c.columns {
		c.columns[i] = -1
	}
	c.evict, c.rank = ranking(o.Evict)
	if c.rank == inRandomOrder {
		c.random = rand.New(rand.NewPCG(o.Seed, 0x6361636865))
	}
	need := [columns]bool{predColumn: true, refsColumn: true, birthColumn: o.Sweeps}
	for _, e := range c.evict {
		need[e.column()] = true
	}
	if need[visitsColumn] {
		c.sketch = make([]byte, 1<<18)
	}
	c.layOut(need)
	c.size = 1 << 10
	c.index = offheap.Alloc[byte](c.size*slotBytes + 8)
	return c
}

// layOut says where in a record its parts are.
func (c *Cache) layOut(need [columns]bool) {
	c.stride = c.keys.width()
	if c.stride == 0 {
		c.stride = 4 // where the key lies
	}
	for i := range need {
		if need[i] {
			c.columns[i] = c.stride
			c.stride += columnBytes[i]
		}
	}
}

// record is that of a state.
func (c *Cache) record(n uint32) []byte {
	at := int(n&(1<<recordShift-1)) * c.stride
	return c.chunks[n>>recordShift].Data[at : at+c.stride : at+c.stride]
}

func (c *Cache) word(n uint32, column int) uint32 {
	return binary.LittleEndian.Uint32(c.record(n)[c.columns[column]:])
}

func (c *Cache) setWord(n uint32, column int, x uint32) {
	binary.LittleEndian.PutUint32(c.record(n)[c.columns[column]:], x)
}

func (c *Cache) count(n uint32, column int) *byte { return &c.record(n)[c.columns[column]] }

// key is that of a state that is kept.
func (c *Cache) key(n uint32) []byte {
	r := c.record(n)
	if w := c.keys.width(); w > 0 {
		return r[:w]
	}
	return c.long.at(binary.LittleEndian.Uint32(r))
}

// Visit implements Store. What is new makes room for itself.
func (c *Cache) Visit(a *Arrival) (Ref, Status) {
	key, ok := c.keys.key(c, a)
	if !ok {
		return 0, Full
	}
	h := mix.Bytes(key)
	if n, known := c.find(key, h); known {
		if c.columns[inColumn] >= 0 && c.refs(n) > 0 {
			if in := c.count(n, inColumn); *in < 255 {
				*in++
			}
		}
		return Ref(n), Closed
	}
	if !c.makeRoom() {
		return 0, Full
	}
	n := c.take()
	c.put(n, key)
	c.enter(n, h)
	c.used++
	c.stats.Most = max(c.stats.Most, c.used)
	c.distinct.add(h)
	if c.columns[visitsColumn] >= 0 {
		s := &c.sketch[h>>46]
		if *s < 255 {
			*s++
		}
		*c.count(n, visitsColumn) = *s
	}
	if c.columns[inColumn] >= 0 {
		*c.count(n, inColumn) = 1
	}
	return Ref(n), New
}

// Find is the Ref of a state that is kept.
func (c *Cache) Find(a *Arrival) (Ref, bool) {
	key, ok := c.keys.key(c, a)
	if !ok {
		return 0, false
	}
	n, known := c.find(key, mix.Bytes(key))
	return Ref(n), known
}

// makeRoom forgets a state if there is no room for one more.
func (c *Cache) makeRoom() bool {
	if c.births == unborn-1 {
		return false
	}
	if c.used >= c.limit {
		return c.forget()
	}
	if c.free != 0 || c.n < len(c.chunks)<<recordShift && c.used < c.size/4*3 {
		return true
	}
	if c.Bytes() >= c.memory/8*7-c.growth() && c.forgets {
		c.limit = c.used
		return c.forget()
	}
	return c.Bytes()+c.growth() <= c.memory
}

// growth is how many bytes the next state makes the cache larger.
func (c *Cache) growth() (bytes int64) {
	if c.n == len(c.chunks)<<recordShift {
		bytes += int64(c.stride << recordShift)
	}
	if c.used >= c.size/4*3 {
		bytes += int64(larger(c.size)) * slotBytes
	}
	return bytes
}

// take is a record for a new state.
func (c *Cache) take() uint32 {
	if c.used >= c.size/4*3 {
		c.grow()
	}
	if c.free != 0 {
		n := c.free - 1
		c.free = c.word(n, predColumn)
		return n
	}
	if c.n == len(c.chunks)<<recordShift {
		c.chunks = append(c.chunks, offheap.Alloc[byte](c.stride<<recordShift))
	}
	c.n++
	return uint32(c.n - 1)
}

func (c *Cache) put(n uint32, key []byte) {
	r := c.record(n)
	clear(r)
	if w := c.keys.width(); w > 0 {
		copy(r, key)
		return
	}
	binary.LittleEndian.PutUint32(r, c.long.keep(key))
}

// Slots of the index: the number of a record plus one, and a byte of the hash.

func (c *Cache) slot(i int) (n uint32, tag byte) {
	x := binary.LittleEndian.Uint64(c.index.Data[i*slotBytes:])
	return uint32(x), byte(x >> 32)
}

func (c *Cache) setSlot(i int, n uint32, tag byte) {
	at := c.index.Data[i*slotBytes:]
	binary.LittleEndian.PutUint32(at, n)
	at[4] = tag
}

func (c *Cache) find(key []byte, h uint64) (uint32, bool) {
	for i := mix.Slot(h, c.size); ; {
		n, tag := c.slot(i)
		if n == 0 {
			return 0, false
		}
		if tag == byte(h) && string(c.key(n-1)) == string(key) {
			return n - 1, true
		}
		if i++; i == c.size {
			i = 0
		}
	}
}

func (c *Cache) enter(n uint32, h uint64) {
	for i := mix.Slot(h, c.size); ; {
		if m, _ := c.slot(i); m == 0 {
			c.setSlot(i, n+1, byte(h))
			return
		}
		if i++; i == c.size {
			i = 0
		}
	}
}

// leave takes a state out of the index. Those behind it move up, as far as they may.
func (c *Cache) leave(n uint32) {
	i := mix.Slot(mix.Bytes(c.key(n)), c.size)
	for m, _ := c.slot(i); m != n+1; m, _ = c.slot(i) {
		if i++; i == c.size {
			i = 0
		}
	}
	for j := i; ; {
		if j++; j == c.size {
			j = 0
		}
		m, tag := c.slot(j)
		if m == 0 {
			c.setSlot(i, 0, 0)
			return
		}
		home := mix.Slot(mix.Bytes(c.key(m-1)), c.size)
		if i <= j && (home <= i || home > j) || i > j && home <= i && home > j {
			c.setSlot(i, m, tag)
			i = j
		}
	}
}

func (c *Cache) grow() {
	c.index.Free()
	c.size = larger(c.size)
	c.index = offheap.Alloc[byte](c.size*slotBytes + 8)
	c.enterAll()
}

// enterAll makes the index anew.
func (c *Cache) enterAll() {
	free := map[uint32]bool{}
	for f := c.free; f != 0; f = c.word(f-1, predColumn) {
		free[f-1] = true
	}
	for n := range uint32(c.n) {
		if !free[n] {
			c.enter(n, mix.Bytes(c.key(n)))
		}
	}
}

// Caps implements Store.
func (c *Cache) Caps() Caps { return Caps{Exact: true, Evicts: true} }

// KeepColours implements Store: there are none.
func (c *Cache) KeepColours(uint) {}

// Close implements Store: there are no colours.
func (c *Cache) Close(*Arrival, Ref, Colour) {}

// Err implements Store.
func (c *Cache) Err() error {
	if err := c.keys.err(); err != nil {
		return err
	}
	switch {
	case c.births == unborn-1:
		return errBirths
	case c.used >= c.limit:
		return ErrCache
	}
	return nil
}

// Bytes is the memory that counts against the limit.
func (c *Cache) Bytes() int64 {
	beside := int64(0)
	if c.Beside != nil {
		beside = c.Beside()
	}
	return c.bytes() + beside
}

func (c *Cache) bytes() int64 {
	return int64(len(c.chunks)*c.stride)<<recordShift + c.index.Bytes() + c.long.bytes() + c.keys.bytes() +
		c.rows.bytes() + int64(len(c.sketch))
}

// Stats implements Store.
func (c *Cache) Stats() Stats {
	return Stats{Stored: uint64(c.used)}.With("states", int64(len(c.chunks)*c.stride)<<recordShift).
		With(inKeys, c.long.bytes()).With("index", c.index.Bytes()).With("candidates", c.rows.bytes()).
		With(inComponents, c.keys.bytes()).With("sketch", int64(len(c.sketch)))
}

// Limit is how many states the cache keeps; 0: as many as there is memory for.
func (c *Cache) Limit() int {
	if c.limit == noLimit {
		return 0
	}
	return c.limit
}

// Did tells what the cache has done.
func (c *Cache) Did() CacheStats { return c.stats }

// Distinct is how many different states were stored, as the hashes of those that were let think; exact until
// one is forgotten.
func (c *Cache) Distinct() uint64 {
	if c.stats.Forgotten+c.stats.Passed == 0 {
		return uint64(c.used)
	}
	return c.distinct.estimate()
}

// Free implements Store.
func (c *Cache) Free() {
	for i := range c.chunks {
		c.chunks[i].Free()
	}
	c.chunks, c.n, c.used, c.free = nil, 0, 0, 0
	c.index.Free()
	c.long.release()
	c.keys.free()
}
