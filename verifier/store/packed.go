package store

import (
	"encoding/binary"

	"gospin/compression"
	"gospin/vm/layout"
)

// Packed is a store of collapsed states for a system whose vectors are the roots: 8 bytes a word, little-endian, and
// perhaps more behind.
type Packed struct {
	collapse
	packs *compression.Collapse
	root  []uint64 // of the visit under way

	touched uint64 // what Touch has read
}

// NewPacked returns a store that takes at most limit bytes; 0: no limit.
func NewPacked(l *layout.Layout, limit int64) *Packed {
	codec := compression.NewCollapse(l, compression.CollapseOptions{})
	return &Packed{collapse: *newRootStore(codec, limit), packs: codec}
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
	i, word := p.roots.touch(root)
	p.touched ^= word
	return i
}

// Knows tells whether a root is stored; at is what Touch returned.
func (p *Packed) Knows(root []uint64, at int) bool {
	_, known := p.roots.findFrom(root, at)
	return known
}

// HintLen is 0: the vectors have everything.
func (p *Packed) HintLen() int { return 0 }

// Visit stores a state whose vector is a root of the present version.
func (p *Packed) Visit(a *Arrival, hint []uint64) (Ref, []uint64, Status) {
	if k := p.packs.Words(); len(p.root) != k {
		p.root = make([]uint64, k)
	}
	for i := range p.root {
		p.root[i] = binary.LittleEndian.Uint64(a.State.Vec[8*i:])
	}
	slot, status := p.visit(p.root)
	return Ref(slot), hint, status
}
