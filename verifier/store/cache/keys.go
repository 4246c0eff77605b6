package cache

import (
	"encoding/binary"
	"math"
	"math/bits"

	"gospin/compression"
	"gospin/compression/offheap"
	"gospin/verifier/store"
	"gospin/vm/layout"
)

// keyer computes a cache's keys.
type keyer interface {
	// key returns the key of the state of a, in memory that the next call overwrites, and sets its hint. It
	// returns false if there is no key, with the reason in err.
	key(c *Cache, a *store.Arrival) ([]byte, bool)
	width() int            // of all keys; 0 if they vary, and then none is a prefix of another
	length(key []byte) int // of a key that may be followed by other data
	bytes() int64
	err() error
	free()
}

// OfKeys returns a cache of complete keys.
func OfKeys(l *layout.Layout, o Options) *Cache { return newCache(&cachedKeys{l: l}, o) }

// OfCodes returns a cache of the codes of keys. It owns the codec's tables.
func OfCodes(l *layout.Layout, codec compression.Codec, o Options) *Cache {
	return newCache(&cachedCodes{l: l, codec: codec}, o)
}

// OfRoots returns a cache of collapsed states. It does not forget values of components.
func OfRoots(l *layout.Layout, split compression.CollapseOptions, o Options) *Cache {
	k := &cachedRoots{codec: compression.NewCollapse(l, split)}
	k.b = k.codec.RootBytes()
	return newCache(k, o)
}

// cachedKeys are complete keys. Their shapes determine their lengths.
type cachedKeys struct{ l *layout.Layout }

func (k *cachedKeys) key(_ *Cache, a *store.Arrival) ([]byte, bool) {
	return k.l.Key(a.State.Vec), true
}

func (k *cachedKeys) length(key []byte) int { return store.KeyLen(k.l, key) }

func (k *cachedKeys) width() int   { return 0 }
func (k *cachedKeys) bytes() int64 { return 0 }
func (k *cachedKeys) err() error   { return nil }
func (k *cachedKeys) free()        {}

// cachedCodes are codes of keys, preceded by their lengths.
type cachedCodes struct {
	l       *layout.Layout
	codec   compression.Codec
	scratch []byte
}

func (k *cachedCodes) key(_ *Cache, a *store.Arrival) ([]byte, bool) {
	const head = binary.MaxVarintLen32
	b := append(k.scratch[:0], make([]byte, head)...)
	b = k.codec.Encode(b, k.l.Key(a.State.Vec))
	k.scratch = b
	if k.err() != nil {
		return nil, false
	}
	var n [head]byte
	m := binary.PutUvarint(n[:], uint64(len(b)-head))
	copy(b[head-m:], n[:m])
	return b[head-m:], true
}

func (k *cachedCodes) length(key []byte) int {
	n, head := binary.Uvarint(key)
	return int(n) + head
}

func (k *cachedCodes) width() int   { return 0 }
func (k *cachedCodes) bytes() int64 { return k.codec.Bytes() }

func (k *cachedCodes) err() error {
	if f, ok := k.codec.(interface{ Err() error }); ok {
		return f.Err()
	}
	return nil
}

func (k *cachedCodes) free() {
	if f, ok := k.codec.(interface{ Free() }); ok {
		f.Free()
	}
}

// cachedRoots are packed roots.
type cachedRoots struct {
	codec *compression.Collapse
	b     int // length of a root in bytes
	buf   []byte
}

func (k *cachedRoots) key(c *Cache, a *store.Arrival) ([]byte, bool) {
	var parent []uint64
	if len(a.Parent) > 0 && a.Parent[0] == k.codec.Version() {
		parent = a.Parent[1:]
	}
	root, ok := k.codec.Encode(a.State.Vec, a.State.Dirty, parent)
	for !ok {
		k.repack(c)
		root, ok = k.codec.Encode(a.State.Vec, 0, nil)
	}
	a.Hint = append(append(a.Hint[:0], k.codec.Version()), root...)
	k.buf = k.buf[:0]
	for _, w := range root {
		k.buf = binary.LittleEndian.AppendUint64(k.buf, w)
	}
	return k.buf[:k.b], true
}

// repack converts all records to the codec's new version, exceeding the limit if necessary.
func (k *cachedRoots) repack(c *Cache) {
	old, stride, was := c.chunks, c.stride, k.b
	k.b = k.codec.RootBytes()
	c.layOut()
	words := (was + 7) / 8
	src, dst, last := make([]uint64, words), make([]uint64, k.codec.Words()), make([]byte, 8*words)
	c.chunks = nil
	for i := range old {
		chunk := offheap.Alloc[byte](c.stride << recordShift)
		for j := range 1 << recordShift {
			from, to := old[i].Data[j*stride:][:stride], chunk.Data[j*c.stride:][:c.stride]
			copy(to, from[:c.head])
			copy(last, from[c.head:])
			for w := range src {
				src[w] = binary.LittleEndian.Uint64(last[8*w:])
			}
			if src[0] == 0 { // unused
				continue
			}
			k.codec.Translate(dst, src)
			k.buf = k.buf[:0]
			for _, w := range dst {
				k.buf = binary.LittleEndian.AppendUint64(k.buf, w)
			}
			copy(to[c.head:], k.buf)
		}
		old[i].Free()
		c.chunks = append(c.chunks, chunk)
	}
	clear(c.index.Data)
	c.enterAll()
}

func (k *cachedRoots) length([]byte) int { return k.b }

func (k *cachedRoots) width() int   { return k.b }
func (k *cachedRoots) bytes() int64 { return k.codec.Bytes() }
func (k *cachedRoots) err() error   { return nil }
func (k *cachedRoots) free()        { k.codec.Free() }

// lengths is memory for records of varying length, in pieces of 4 bytes. A record's number is its place.
type lengths struct {
	arena offheap.Arena[byte]
	spare [][]uint32 // free places by length, in pieces
}

const pieceShift = 2

func pieces(n int) int { return (n + 1<<pieceShift - 1) >> pieceShift }

func (l *lengths) take(length int) uint32 {
	n := pieces(length)
	if n < len(l.spare) && len(l.spare[n]) > 0 {
		last := len(l.spare[n]) - 1
		at := l.spare[n][last]
		l.spare[n] = l.spare[n][:last]
		return at
	}
	return uint32(l.arena.Alloc(n<<pieceShift) >> pieceShift)
}

// growth returns the maximum number of bytes that take adds.
func (l *lengths) growth(length int) int64 {
	n := pieces(length)
	if n < len(l.spare) && len(l.spare[n]) > 0 {
		return 0
	}
	return l.arena.Need(n << pieceShift)
}

func (l *lengths) giveBack(at uint32, length int) {
	n := pieces(length)
	for n >= len(l.spare) {
		l.spare = append(l.spare, nil)
	}
	l.spare[n] = append(l.spare[n], at)
}

func (l *lengths) bytes() int64 { return l.arena.Bytes() }

// distinct estimates the number of different hashes (Flajolet, Fusy, Gandouet, Meunier, "HyperLogLog", 2007),
// with an error of about a percent.
type distinct struct{ ranks []byte }

const registerBits = 14

func (d *distinct) add(h uint64) {
	if d.ranks == nil {
		d.ranks = make([]byte, 1<<registerBits)
	}
	h *= 0x9e3779b97f4a7c15 // use other bits than the index
	i := h >> (64 - registerBits)
	if r := byte(bits.LeadingZeros64(h<<registerBits|1) + 1); r > d.ranks[i] {
		d.ranks[i] = r
	}
}

func (d *distinct) estimate() uint64 {
	m, sum, zeros := float64(len(d.ranks)), 0.0, 0.0
	for _, r := range d.ranks {
		sum += math.Ldexp(1, -int(r))
		if r == 0 {
			zeros++
		}
	}
	e := 0.7213 / (1 + 1.079/m) * m * m / sum
	if e < 2.5*m && zeros > 0 {
		e = m * math.Log(m/zeros)
	}
	return uint64(e + 0.5)
}
