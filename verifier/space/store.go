package space

import (
	"encoding/binary"
	"fmt"

	"gospin/compression"
	"gospin/compression/intern"
	"gospin/verifier/store"
	"gospin/vm/layout"
)

// Store holds the states of a System: their roots.
type Store struct {
	*store.Roots
	space *Space
	root  []uint64 // of the vector under way
	src   []uint64
}

func newStore(s *Space, limit int64) *Store {
	return &Store{Roots: store.NewRoots(packingOf{s}, limit), space: s}
}

// packingOf is the packing of a space as stores see it.
type packingOf struct{ space *Space }

// RootBytes implements store.Packing.
func (p packingOf) RootBytes() int { return p.space.pack.bytes }

// Version implements store.Packing.
func (p packingOf) Version() uint64 { return uint64(len(p.space.olds)) }

// Translate implements store.Packing.
func (p packingOf) Translate(dst, root []uint64) { p.space.Convert(dst, root) }

// Bytes implements store.Packing.
func (p packingOf) Bytes() int64 {
	values, _ := p.space.Parts()
	return values
}

// Free implements store.Packing.
func (p packingOf) Free() {
	for _, c := range p.space.classes {
		c.values.Free()
	}
}

// Counts implements store.Packing. Each global variable is a component.
func (p packingOf) Counts() (out []compression.Count) {
	s := p.space
	names := map[string]bool{}
	for _, c := range s.cells {
		k := s.classes[c.class]
		if !names[k.name] && k.values.Len() > 0 {
			out = append(out, compression.Count{Kind: layout.Globals, N: k.values.Len(), Name: k.name})
		}
		names[k.name] = true
	}
	for typ, t := range s.l.Procs {
		if n := s.different(layout.Process, typ, t.Size); n > 0 {
			name := "proctype " + t.Name
			out = append(out, compression.Count{Kind: layout.Process, Type: typ, N: n, Name: name})
		}
	}
	for typ, t := range s.l.Chans {
		if n := s.different(layout.Channel, typ, t.Size); n > 0 {
			name := fmt.Sprintf("channels [%d] of %d bytes", t.Slots, t.Msg)
			out = append(out, compression.Count{Kind: layout.Channel, Type: typ, N: n, Name: name})
		}
	}
	return out
}

// different tells how many different values the components of a kind and type have had, wherever they are.
func (s *Space) different(kind layout.CompKind, typ, size int) int {
	union := intern.New(size)
	defer union.Free()
	value := make([]byte, size)
	for key, class := range s.classAt {
		if key.Kind != kind || key.Type != typ {
			continue
		}
		values := s.classes[class].values
		for n := range values.Len() {
			clear(value)
			values.Copy(value, uint32(n))
			union.Index(value)
		}
	}
	return union.Len()
}

// Stats are those of the table, with what the engine remembers.
func (p *Store) Stats() store.Stats {
	_, memos := p.space.Parts()
	return p.Roots.Stats().With("memo", memos)
}

// load returns the root of a vector in the present version, in memory that the next call overwrites.
func (p *Store) load(vec []byte) []uint64 {
	n := len(vec) - 8
	return p.loadRoot(vec[:n], int(binary.LittleEndian.Uint32(vec[n+4:])))
}

// loadRoot returns a root of a version in the present one, in memory that the next call overwrites.
func (p *Store) loadRoot(words []byte, version int) []uint64 {
	if n := p.space.pack.words; n != len(p.root) {
		p.root = make([]uint64, n)
	}
	dst := p.root
	if version != len(p.space.olds) {
		if n := len(words) / 8; n > len(p.src) {
			p.src = make([]uint64, n)
		}
		dst = p.src
	}
	for i := range len(words) / 8 {
		dst[i] = binary.LittleEndian.Uint64(words[8*i:])
	}
	if version != len(p.space.olds) {
		p.space.update(p.root, dst, version)
	}
	return p.root
}

// inUse are the words of a root that are in use.
func (p *Store) inUse(root []uint64) []uint64 { return root[:(p.space.pack.bytes+7)/8] }

// Visit stores a state whose vector is a root.
func (p *Store) Visit(a *store.Arrival) (store.Ref, store.Status) {
	return p.VisitRoot(a, p.inUse(p.load(a.State.Vec)))
}

// Close finds the root anew: it may have moved.
func (p *Store) Close(a *store.Arrival, _ store.Ref, drop store.Colour) {
	p.CloseRoot(p.inUse(p.load(a.State.Vec)), drop)
}
