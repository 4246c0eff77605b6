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
