package cache

import (
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"

	"gospin/compression/mix"
	"gospin/compression/offheap"
	"gospin/verifier/store"
)

// Cache is a store that forgets states which a search does not need in order to terminate (Evangelista,
// Kristensen, "Search-order independent state caching", 2010). The search reports which state was generated
// from which (Generated), and when a state has made all its choices (Unref). The cache keeps open states and
// all their ancestors: the termination-detection tree. It may forget the others when there is no room for a
// new state; Evict determines the order. A Ref is the number of a state, and is reused when the state is
// forgotten.
//
// A state's record has its predecessor, its number of references, what Evict needs, and its key. Records of
// fixed length are numbered consecutively, others by their place.
type Cache struct {
	keys     keyer
	limit    int   // in states; NoLimit if only memory is limited
	memory   int64 // limit in bytes
	forgets  bool  // forget states when the memory is full, too
	evict    []Criterion
	sample   *store.Sample // may be nil
	rank     order         // decides between states that are equal for Evict
	random   *rand.Rand    // for inRandomOrder
	columns  [columns]int  // offset of each column in a record; -1 if it is unused
	head     int           // bytes of all columns
	stride   int           // bytes of a record; 0 if they vary
	chunks   []offheap.Block[byte]
	long     lengths // records of varying length
	index    index
	n        int    // number of records of fixed length, used or free
	free     uint32 // the first free record plus one; 0 if there is none
	used     int    // number of states
	rows     candidates
	sketch   []byte // approximate number of visits by hash; nil if unused
	distinct distinct
	sequence uint32
	births   uint32
	stats    Stats
	beside   func() int64 // further memory that counts towards the limit; may be nil
}

// Options are the options of a cache.
type Options struct {
	States int         // number of states to keep; 0 for as many as Memory allows
	Memory int64       // bytes; 0 for no limit
	Full   bool        // forget states when the memory is full, too
	Evict  []Criterion // which states to forget first: by the first criterion, then by the next
	Seed   uint64
	Sweeps bool // a sweep-line passes states (Pass)
	Sample *store.Sample
}

// Stats has the figures of a cache, in states.
type Stats struct {
	Most      int // most in use at a time
	Tree      int // most in the tree at a time
	InTree    int
	Forgotten uint64
	Passed    uint64 // by a sweep-line
}

// Columns of a record before the key.
const (
	// 4 bytes: for a state in the tree the predecessor plus one, else its rank, or the next free record
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
	// stuck is the largest number of references. A state that reaches it stays for ever.
	stuck = 255
)

// ErrFull is the reason if a cache can't store more states.
var ErrFull = errors.New("the cache is full of states that the search needs to come to an end")

var _ store.Store = (*Cache)(nil)

func newCache(k keyer, o Options) *Cache {
	c := &Cache{
		keys: k, limit: store.NoLimit, memory: store.OrNone(o.Memory), forgets: o.Full, sample: o.Sample,
	}
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
	c.index = newIndex(1<<10, c.stride == 0)
	return c
}

// layOut determines the length of records.
func (c *Cache) layOut() {
	if w := c.keys.width(); w > 0 {
		c.stride = c.head + w
	}
}

// record returns the record of a state, followed by others.
func (c *Cache) record(n uint32) []byte {
	if c.stride == 0 {
		return c.long.arena.From(int(n) << pieceShift)
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

// key returns the key of a stored state.
func (c *Cache) key(n uint32) []byte {
	k := c.record(n)[c.head:]
	return k[:c.keys.length(k)]
}

// each calls f for all records, including free ones.
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

// freed returns the free records.
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

// Visit implements Store. It makes room for a new state.
func (c *Cache) Visit(a *store.Arrival) (store.Ref, store.Status) {
	key, ok := c.keys.key(c, a)
	if !ok {
		return 0, store.Full
	}
	h := mix.Bytes(key)
	if n, known := c.find(key, h); known {
		if c.columns[inColumn] >= 0 && c.refs(n) > 0 {
			if in := c.count(n, inColumn); *in < 255 {
				*in++
			}
		}
		return store.Ref(n), store.Closed
	}
	if !c.makeRoom(len(key)) {
		return 0, store.Full
	}
	n := c.take(key)
	c.index.enter(n, h)
	c.used++
	c.stats.Most = max(c.stats.Most, c.used)
	c.distinct.add(h)
	if c.sample != nil {
		c.sample.Add(a.State)
	}
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
	return store.Ref(n), store.New
}

// Find returns the Ref of a stored state.
func (c *Cache) Find(a *store.Arrival) (store.Ref, bool) {
	key, ok := c.keys.key(c, a)
	if !ok {
		return 0, false
	}
	n, known := c.find(key, mix.Bytes(key))
	return store.Ref(n), known
}

// makeRoom forgets a state if there is no room for another one with a key of this length.
func (c *Cache) makeRoom(key int) bool {
	// there may be no more numbers of births, or of records of different lengths
	if c.births == unborn-1 || c.long.arena.End()>>pieceShift > math.MaxUint32-1<<24 {
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

// growth returns the number of bytes by which another record of this length enlarges the cache.
func (c *Cache) growth(record int) (bytes int64) {
	switch {
	case c.stride == 0:
		bytes = c.long.growth(record)
	case c.free == 0 && c.n == len(c.chunks)<<recordShift:
		bytes = int64(c.stride << recordShift)
	}
	if c.used >= c.index.capacity {
		bytes += int64(c.index.larger() * c.index.width)
	}
	return bytes
}

// take creates a record for a new state.
func (c *Cache) take(key []byte) (n uint32) {
	if c.used >= c.index.capacity {
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
func (c *Cache) Caps() store.Caps { return store.Caps{Exact: true, Evicts: true} }

// KeepColours implements Store. There are no colours.
func (c *Cache) KeepColours(uint) {}

// Close implements Store. There are no colours.
func (c *Cache) Close(*store.Arrival, store.Ref, store.Colour) {}

// Err implements Store.
func (c *Cache) Err() error {
	if err := c.keys.err(); err != nil {
		return err
	}
	switch {
	case c.births == unborn-1:
		return errBirths
	case c.used >= c.limit:
		return ErrFull
	}
	return nil
}

// CountBeside makes the memory of the search count towards the limit.
func (c *Cache) CountBeside(bytes func() int64) { c.beside = bytes }

// Bytes returns the memory that counts towards the limit.
func (c *Cache) Bytes() int64 {
	beside := int64(0)
	if c.beside != nil {
		beside = c.beside()
	}
	return int64(len(c.chunks)*c.stride)<<recordShift + c.index.Bytes() + c.long.bytes() + c.keys.bytes() +
		c.rows.bytes() + int64(len(c.sketch)) + beside
}

// Stats implements Store.
func (c *Cache) Stats() store.Stats {
	return store.Stats{Stored: uint64(c.used)}.With("states", int64(len(c.chunks)*c.stride)<<recordShift).
		With(store.InKeys, c.long.bytes()).With("index", c.index.Bytes()).With("candidates", c.rows.bytes()).
		With(store.InComponents, c.keys.bytes()).With("sketch", int64(len(c.sketch)))
}

// Limit returns the number of states that the cache keeps, or 0 if only memory is limited.
func (c *Cache) Limit() int {
	if c.limit == store.NoLimit {
		return 0
	}
	return c.limit
}

// Did returns the cache's figures.
func (c *Cache) Did() Stats { return c.stats }

// Distinct returns the number of different states, estimated from hashes once a state has been forgotten.
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
	c.long.arena.Free()
	c.keys.free()
}
