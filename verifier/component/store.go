package component

import (
	"encoding/binary"

	"gospin/compression"
	"gospin/verifier/store"
	"gospin/vm/layout"
)

// Store holds the states of an engine, whose vectors are the roots: 8 bytes a word, little-endian, 4 that are
// the engine's, and 4 with the version of the packing.
type Store struct {
	*store.Roots
	codec *compression.Collapse
	root  []uint64 // of the vector under way

	beside int64 // bytes that the engine takes for what it remembers
}

func newStore(l *layout.Layout, limit int64) *Store {
	codec := compression.NewCollapse(l, compression.CollapseOptions{})
	return &Store{Roots: store.NewRoots(codec, limit), codec: codec}
}

// Stats are those of the table, with what the engine remembers.
func (p *Store) Stats() store.Stats { return p.Roots.Stats().With("memo", p.beside) }

// load returns the root of a vector in the present version, in memory that the next call overwrites.
func (p *Store) load(vec []byte) []uint64 {
	n := len(vec) - 8
	return p.loadRoot(vec[:n], binary.LittleEndian.Uint32(vec[n+4:]))
}

// loadRoot returns a root of a version in the present one, in memory that the next call overwrites.
func (p *Store) loadRoot(words []byte, v uint32) []uint64 {
	version := uint64(v)
	p.root = p.root[:0]
	for i := 0; i < len(words); i += 8 {
		p.root = append(p.root, binary.LittleEndian.Uint64(words[i:]))
	}
	if version != p.codec.Version() {
		root := make([]uint64, p.codec.Words())
		p.codec.Update(root, p.root, version)
		p.root = root
	}
	return p.root
}

// vector makes a root of the present version a vector.
func (p *Store) vector(vec []byte, root []uint64, tag uint32) []byte {
	vec = vec[:0]
	for _, w := range root {
		vec = binary.LittleEndian.AppendUint64(vec, w)
	}
	vec = binary.LittleEndian.AppendUint32(vec, tag)
	return binary.LittleEndian.AppendUint32(vec, uint32(p.codec.Version()))
}

// Visit stores a state whose vector is a root.
func (p *Store) Visit(a *store.Arrival) (store.Ref, store.Status) {
	return p.VisitRoot(a, p.load(a.State.Vec))
}

// Close finds the root anew: it may have moved.
func (p *Store) Close(a *store.Arrival, _ store.Ref, drop store.Colour) {
	p.CloseRoot(p.load(a.State.Vec), drop)
}
