package space

import (
	"gospin/verifier/roots"
	"gospin/verifier/store"
	"gospin/verifier/symmetry"
	"gospin/verifier/system"
	"gospin/vm"
)

// Orbits is a store that identifies the states of an orbit. It stores canonical states, but the search
// continues from the states that it has found. So its paths are runs of the model.
type Orbits struct {
	store.Store
	space *Space
	canon *canon[[64]uint64]
	root  [][64]uint64
	same  vm.State
}

// NewOrbits makes a store, which must store whole vectors, store one state of each orbit.
func NewOrbits(prog *vm.Program, g *symmetry.Group, in store.Store) *Orbits {
	o := &Orbits{Store: in, root: make([][64]uint64, 1)}
	o.space = New(func() Noted { return system.Of(vm.NewMachine(prog)) }, 0, nil)
	o.space.widest = roots.Widths[len(roots.Widths)-1]
	o.space.Exchange(g)
	o.space.SetWidths([]int{o.space.widest})
	o.canon = newCanon[[64]uint64](o.space)
	return o
}

// Visit implements store.Store.
func (o *Orbits) Visit(a *store.Arrival) (store.Ref, store.Status) {
	b := o.canonical(a)
	ref, status := o.Store.Visit(&b)
	a.Hint, a.Was = a.Hint[:0], b.Was
	return ref, status
}

// Close implements store.Store.
func (o *Orbits) Close(a *store.Arrival, r store.Ref, drop store.Colour) {
	b := o.canonical(a)
	o.Store.Close(&b, r, drop)
}

// canonical returns the arrival of the canonical state.
func (o *Orbits) canonical(a *store.Arrival) store.Arrival {
	b := *a
	b.Parent, b.Hint = nil, nil
	if o.canon == nil {
		return b
	}
	for {
		clear(o.root[0][:])
		if o.space.encode(o.root[0][:], a.State.Vec) && o.canon.all(nil, o.root) {
			break
		}
		if !o.space.Repack() {
			return b
		}
		o.canon = newCanon[[64]uint64](o.space)
	}
	o.same = *a.State
	o.same.Vec = o.space.decode(nil, o.space.form(o.space.l.ShapeID(a.State.Vec)), o.root[0][:])
	b.State = &o.same
	return b
}
