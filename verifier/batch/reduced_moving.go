package batch

// moving converts the forest when the space is packed again, since roots get other hashes. It keeps the
// states that are linked to states still to be expanded. From all other states, a chain leads to a state with
// all its choices in any case, so these need no certificate.
//
// It begins when the packing changes. Then it is called with all states, and with those that are open, by
// their old and new hashes. It ends before the next state is expanded. If hashes are equal by chance, the
// open state makes all its choices.
type moving struct {
	active   bool
	before   forest   // the old forest, by old hashes
	open     forest   // maps old hashes of open states to new ones
	ground   []uint32 // new hashes of states that must make all their choices
	collided []uint32 // old hashes of such states
}

// begin takes over the forest, and leaves an empty one.
func (m *moving) begin(f *forest) {
	*m = moving{active: true, before: *f}
	*f = forest{}
}

// state is called with every state. If the state has a chain, it is added to the forest, for now with the old
// hash of the chain's end.
func (m *moving) state(f *forest, old, hash uint32) {
	if !m.before.has(old) {
		return
	}
	end := m.before.end(old)
	if end != grounded && f.has(hash) {
		m.collided = append(m.collided, end, uint32(*f.find(hash)))
	} else if end != grounded {
		f.link(hash, end)
	}
}

// isOpen is called with every state that is still to be expanded, perhaps more than once.
func (m *moving) isOpen(old, hash uint32) {
	if m.before.has(old) { // states linked to it assume that it makes all its choices
		m.ground = append(m.ground, hash)
	} else if !m.open.has(old) {
		m.open.link(old, hash)
	} else if other := uint32(*m.open.find(old)); other != hash {
		m.ground = append(m.ground, hash, other)
	}
}

// end makes chains end in the new hashes of open states.
func (m *moving) end(f *forest) {
	for _, old := range m.collided {
		if m.open.has(old) {
			m.ground = append(m.ground, uint32(*m.open.find(old)))
		}
	}
	for i, x := range f.slots {
		if x == 0 {
			continue
		}
		end := uint32(grounded)
		if old := uint32(x); m.open.has(old) {
			if h := uint32(*m.open.find(old)); !f.has(h) { // else it makes all its choices
				end = h
			}
		}
		f.slots[i] = x>>32<<32 | uint64(end)
	}
	for _, h := range m.ground {
		f.ground(h)
	}
	m.before.free()
	m.open.free()
	*m = moving{}
}
