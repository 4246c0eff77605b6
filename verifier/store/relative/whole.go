package relative

import (
	"bytes"

	"gospin/compression"
	"gospin/compression/offheap"
	"gospin/verifier/store"
	"gospin/vm/layout"
)

// wholes stores whole states, numbered from 0 on.
type wholes interface {
	// put stores a vector. Need returns the maximum number of bytes for that.
	put(vec []byte) int
	need(vec []byte) int64
	// key returns the key with a number, in memory that the next call overwrites.
	key(n int) []byte
	equal(n int, key []byte) bool
	len() int
	bytes() int64  // of the states
	shared() int64 // of further tables
	free()
}

// wholeKeys stores unchanged keys. The shape numbers at their beginnings determine their lengths.
type wholeKeys struct {
	l    *layout.Layout
	offs offheap.Arena[uint64]
	keys offheap.Arena[byte]
	n    int
}

func (w *wholeKeys) put(vec []byte) int {
	key := w.l.Key(vec)
	off := w.keys.Alloc(len(key))
	copy(w.keys.From(off), key)
	w.offs.From(w.offs.Alloc(1))[0] = uint64(off)
	w.n++
	return w.n - 1
}

func (w *wholeKeys) need(vec []byte) int64 { return w.keys.Need(len(vec)) + w.offs.Need(1) }

func (w *wholeKeys) key(n int) []byte {
	k := w.keys.From(int(w.offs.From(n)[0]))
	return k[:store.KeyLen(w.l, k)]
}

func (w *wholeKeys) equal(n int, key []byte) bool {
	k := w.keys.From(int(w.offs.From(n)[0]))
	return k[0] == key[0] && k[1] == key[1] && k[2] == key[2] && bytes.Equal(k[:len(key)], key)
}

func (w *wholeKeys) len() int { return w.n }

func (w *wholeKeys) bytes() int64 { return w.keys.Bytes() + w.offs.Bytes() }

func (w *wholeKeys) shared() int64 { return 0 }

func (w *wholeKeys) free() {
	w.keys.Free()
	w.offs.Free()
}

// wholeRoots stores collapsed roots, each in the version of the packing at that time.
type wholeRoots struct {
	codec *compression.Collapse
	offs  offheap.Arena[uint64] // place of a root, and version of its packing
	roots offheap.Arena[byte]
	sizes []int // length of a root in bytes, by version
	n     int
	root  []uint64
	now   []uint64
	text  []byte
	cache vectors
}

const versionBits = 16

// Components of whole states. Large globals are split, since every state may have different ones.
var wholeSplit = compression.CollapseOptions{GlobalBytes: 8}

func (w *wholeRoots) put(vec []byte) int {
	root, ok := w.codec.Encode(vec, 0, nil)
	for !ok {
		root, ok = w.codec.Encode(vec, 0, nil)
	}
	version := w.codec.Version()
	for uint64(len(w.sizes)) <= version {
		w.sizes = append(w.sizes, w.codec.RootBytes())
	}
	off := w.roots.Alloc(w.sizes[version])
	to := w.roots.At(off, w.sizes[version])
	for i := range to {
		to[i] = byte(root[i/8] >> (8 * (i % 8)))
	}
	w.offs.From(w.offs.Alloc(1))[0] = uint64(off)<<versionBits | version
	w.n++
	return w.n - 1
}

func (w *wholeRoots) need(vec []byte) int64 { return w.roots.Need(len(vec)) + w.offs.Need(1) }

func (w *wholeRoots) key(n int) []byte {
	if key, _ := w.cache.get(n); key != nil {
		return key
	}
	at := w.offs.From(n)[0]
	version := at & (1<<versionBits - 1)
	from := w.roots.At(int(at>>versionBits), w.sizes[version])
	w.root = w.root[:0]
	for i, x := range from {
		if i%8 == 0 {
			w.root = append(w.root, 0)
		}
		w.root[i/8] |= uint64(x) << (8 * (i % 8))
	}
	root := w.root
	if version != w.codec.Version() {
		for len(w.now) < w.codec.Words() {
			w.now = append(w.now, 0)
		}
		root = w.now[:w.codec.Words()]
		w.codec.Update(root, w.root, version)
	}
	w.text = w.codec.Decode(w.text[:0], root)
	w.cache.put(n, w.text, 0)
	return w.text
}

func (w *wholeRoots) equal(n int, key []byte) bool { return bytes.Equal(w.key(n), key) }

func (w *wholeRoots) len() int { return w.n }

func (w *wholeRoots) bytes() int64 { return w.roots.Bytes() + w.offs.Bytes() }

func (w *wholeRoots) shared() int64 { return w.codec.Bytes() + w.cache.bytes }

func (w *wholeRoots) free() {
	w.roots.Free()
	w.offs.Free()
	w.codec.Free()
}
