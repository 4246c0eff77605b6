package store

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"

	"gospin/compression/mix"
	"gospin/compression/offheap"
)

// Cache is a store that forgets states (Evangelista, Kristensen, "Search-order independent state caching",
// 2010): those that a search no longer needs in order to end. The search says which state was generated from
// which (Generated) and when one has made all its choices (Unref). Of the generated states those are kept
// that are open, and all that lead to them: the termination-detection tree. The others may be forgotten when
// there is no room for a new one; Evict says which go first. Refs are numbers of states, and are given to
// others once their states are forgotten.
//
// A state has a record: its predecessor, how many refer to it, what Evict looks at, and its key. Records of
// one length have numbers in a row, others are numbered by where they lie.
type Cache struct {
	keys     keyer
	limit    int   // states; noLimit: as many as there is memory for
	memory   int64 // bytes
	forgets  bool  // when the memory is full, too
	evict    []Criterion
	rank     order        // what decides between states that are alike
	random   *rand.Rand   // of inRandomOrder
	columns  [columns]int // where in a record a column is; -1: nobody asks for it
	head     int          // bytes of all columns
	stride   int          // bytes of a record; 0: they vary
	chunks   []offheap.Block[byte]
	long     lengths // records of various lengths
	index    cacheIndex
	n        int    // records of one length in use or free
	free     uint32 // the first free one, plus one; 0: there is none
	used     int    // states
	rows     candidates
	sketch   []byte // how often states were generated, by their hashes; nil: nobody asks
	distinct distinct
	sequence uint32
	births   uint32
	stats    CacheStats
	beside   func() int64 // bytes that count against the memory, too; may be nil
}

// CacheOptions say how large a cache is, and what it forgets first.
type CacheOptions struct {
	States int         // it keeps this many; 0: as many as Memory allows
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
	for i := range need {
		if need[i] {
			c.columns[i] = c.head
			c.head += columnBytes[i]
		}
	}
	c.layOut()
	c.index = newCacheIndex(1<<10, c.stride == 0)
	return c
}

// layOut says how long records are.
func (c *Cache) layOut() {
	if w := c.keys.width(); w > 0 {
		c.stride = c.head + w
	}
}

// record is that of a state, and what lies after it.
func (c *Cache) record(n uint32) []byte {
	if c.stride == 0 {
		return c.long.at(n)
	}
	return c.chunks[n>>recordShift].Data[int(n&(1<<recordShift-1))*c.stride:]
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
	k := c.record(n)[c.head:]
	return k[:c.keys.length(k)]
}

// each calls f with all records, free ones too.
func (c *Cache) each(f func(n uint32)) {
	for n := range uint32(c.n) {
		f(n)
	}
	c.long.arena.Walk(func(off int) int {
		n := uint32(off >> pieceShift)
		f(n)
		return pieces(c.head+len(c.key(n))) << pieceShift
	})
}

// freed are the records that are free.
func (c *Cache) freed() map[uint32]bool {
	free := map[uint32]bool{}
	for f := c.free; f != 0; f = c.word(f-1, predColumn) {
		free[f-1] = true
	}
	for _, list := range c.long.spare {
		for _, n := range list {
			free[n] = true
		}
	}
	return free
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
	if !c.makeRoom(len(key)) {
		return 0, Full
	}
	n := c.take(key)
	c.index.enter(n, h)
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

// makeRoom forgets a state if there is no room for one more, with so long a key.
func (c *Cache) makeRoom(key int) bool {
	if c.births == unborn-1 || c.long.full() {
		return false
	}
	if c.used >= c.limit {
		return c.forget()
	}
	growth := c.growth(c.head + key)
	if growth == 0 {
		return true
	}
	if c.Bytes() >= c.memory/8*7-growth && c.forgets {
		c.limit = c.used
		return c.forget()
	}
	return c.Bytes()+growth <= c.memory
}

// growth is how many bytes the next state, with so long a record, makes the cache larger.
func (c *Cache) growth(record int) (bytes int64) {
	switch {
	case c.stride == 0:
		bytes = c.long.growth(record)
	case c.free == 0 && c.n == len(c.chunks)<<recordShift:
		bytes = int64(c.stride << recordShift)
	}
	if c.used >= c.index.room {
		bytes += c.index.growth()
	}
	return bytes
}

// take makes a record for a new state.
func (c *Cache) take(key []byte) (n uint32) {
	if c.used >= c.index.room {
		c.grow()
	}
	switch {
	case c.stride == 0:
		n = c.long.take(c.head + len(key))
	case c.free != 0:
		n = c.free - 1
		c.free = c.word(n, predColumn)
	default:
		if c.n == len(c.chunks)<<recordShift {
			c.chunks = append(c.chunks, offheap.Alloc[byte](c.stride<<recordShift))
		}
		n = uint32(c.n)
		c.n++
	}
	r := c.record(n)
	clear(r[:c.head])
	copy(r[c.head:], key)
	return n
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

// CountBeside has the cache count what a search takes besides against its memory.
func (c *Cache) CountBeside(bytes func() int64) { c.beside = bytes }

// Bytes is the memory that counts against the limit.
func (c *Cache) Bytes() int64 {
	beside := int64(0)
	if c.beside != nil {
		beside = c.beside()
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
