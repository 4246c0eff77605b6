package store

import (
	"encoding/binary"
	"slices"

	"gospin/compression"
	"gospin/vm/layout"
)

// Packed is a store of collapsed states for a system whose vectors are the roots: 8 bytes a word, little-endian, 4 that
// are the system's, and 4 with the version of the packing.
type Packed struct {
	collapse
	packs *compression.Collapse
	root  []uint64 // of the vector under way
	free  place

	Beside int64 // bytes that the system takes for what it remembers
}

// place is where a root belongs that a look has not found, while the table stays as it is.
type place struct {
	root    []uint64
	slot    int // -1: none is remembered
	n, size int
	version uint64
}

// NewPacked returns a store that takes at most limit bytes; 0: no limit.
func NewPacked(l *layout.Layout, limit int64) *Packed {
	codec := compression.NewCollapse(l, compression.CollapseOptions{})
	return &Packed{collapse: *newRootStore(codec, limit), packs: codec, free: place{slot: -1}}
}

// Root returns the root of a vector, as Collapse.Encode does. It may be one of a new version.
func (p *Packed) Root(vec []byte, dirty uint64, parent []uint64) []uint64 {
	return p.encode(vec, dirty, parent)
}

// Codec returns what packs the roots.
func (p *Packed) Codec() *compression.Collapse { return p.packs }

// Bytes is the memory of the table and the components.
func (p *Packed) Bytes() int64 { return p.roots.slots.Bytes() + p.packs.Bytes() }

// Touch prepares for a look at a root of the present version: looks at several overlap if all are touched before.
func (p *Packed) Touch(root []uint64) int {
	p.free.slot = -1
	return p.roots.touch(root)
}

// Knows tells whether a root is stored; at is what Touch returned.
func (p *Packed) Knows(root []uint64, at int) bool {
	slot, known := p.roots.findFrom(root, at)
	if !known && p.free.slot < 0 { // the search goes there next
		p.free = place{append(p.free.root[:0], root...), slot, p.roots.n, p.roots.size, p.packs.Version()}
	}
	return known
}

// put stores a root if it is new.
func (p *Packed) put(root []uint64) (int, Status) {
	if f := &p.free; f.slot >= 0 && f.n == p.roots.n && f.n < p.roots.room && f.size == p.roots.size && f.version == p.packs.Version() &&
		slices.Equal(root, f.root) {
		p.roots.put(f.slot, root)
		return f.slot, New
	}
	return p.visit(root)
}

// Stats are those of the table, with what the system remembers.
func (p *Packed) Stats() Stats { return p.collapse.Stats().with(inMemo, p.Beside) }

// HintLen is 0: the vectors have everything.
func (p *Packed) HintLen() int { return 0 }

// Load returns the root of a vector in the present version, in memory that the next call overwrites.
func (p *Packed) Load(vec []byte) []uint64 {
	n := len(vec) - 8
	return p.LoadRoot(vec[:n], binary.LittleEndian.Uint32(vec[n+4:]))
}

// LoadRoot returns a root of a version in the present one, in memory that the next call overwrites.
func (p *Packed) LoadRoot(words []byte, v uint32) []uint64 {
	version := uint64(v)
	p.root = p.root[:0]
	for i := 0; i < len(words); i += 8 {
		p.root = append(p.root, binary.LittleEndian.Uint64(words[i:]))
	}
	if version != p.packs.Version() {
		root := make([]uint64, p.packs.Words())
		p.packs.Update(root, p.root, version)
		p.root = root
	}
	return p.root
}

// Store makes a root of the present version a vector.
func (p *Packed) Store(vec []byte, root []uint64, tag uint32) []byte {
	vec = vec[:0]
	for _, w := range root {
		vec = binary.LittleEndian.AppendUint64(vec, w)
	}
	vec = binary.LittleEndian.AppendUint32(vec, tag)
	return binary.LittleEndian.AppendUint32(vec, uint32(p.packs.Version()))
}

// Visit stores a state whose vector is a root.
func (p *Packed) Visit(a *Arrival, hint []uint64) (Ref, []uint64, Status) {
	slot, status := p.put(p.Load(a.State.Vec))
	return Ref(slot), hint, status
}

// Paint is Visit for a colour.
func (p *Packed) Paint(a *Arrival, hint []uint64, mark, add Colour) (Ref, []uint64, Colour, Status) {
	slot, status := p.visit(p.Load(a.State.Vec))
	if status == Full {
		return 0, hint, 0, Full
	}
	return Ref(slot), hint, paint(p.roots.colour(slot), mark, add), status
}

// Clear finds the root anew: it may have moved.
func (p *Packed) Clear(a *Arrival, _ Ref, _ []uint64, drop Colour) {
	slot, known := p.roots.find(p.Load(a.State.Vec))
	if !known {
		panic("store: a stored root is gone")
	}
	wash(p.roots.colour(slot), drop)
}
