package batch

// moving brings a forest along where the space has been packed again: roots are others then, and so are their
// hashes. Only what is linked to states that are still to be expanded is kept. From all others a chain leads
// to a state with all its choices, whatever comes; so those need none.
//
// It is begun when the packing changes, is then told of all states and of those that are open, by their old
// hashes and their new ones, and ends before the next state is expanded. Where those are equal by chance, who
// is open is to make all its choices.
type moving struct {
	under  bool
	before forest   // by old hashes
	open   forest   // from old hashes of open states to new ones
	ground []uint32 // new hashes of states that are to make all their choices
	lost   []uint32 // old hashes of such
}

// begin takes the forest, which is empty afterwards.
func (m *moving) begin(f *forest) {
	*m = moving{under: true, before: *f}
	*f = forest{}
}

// state is called with every state that there is. Those with a chain go into the forest, for the time being
// with the old hash of its end.
func (m *moving) state(f *forest, old, hash uint32) {
	if !m.before.has(old) {
		return
	}
	end := m.before.end(old)
	if end != grounded && f.has(hash) {
		m.lost = append(m.lost, end, uint32(*f.find(hash)))
	} else if end != grounded {
		f.link(hash, end)
	}
}

// isOpen is called with every state that is still to be expanded, perhaps more than once.
func (m *moving) isOpen(old, hash uint32) {
	if m.before.has(old) { // who is linked to it takes it for one that makes all its choices
		m.ground = append(m.ground, hash)
	} else if !m.open.has(old) {
		m.open.link(old, hash)
	} else if other := uint32(*m.open.find(old)); other != hash {
		m.ground = append(m.ground, hash, other)
	}
}

// end has chains end in the new hashes of open states.
func (m *moving) end(f *forest) {
	for _, old := range m.lost {
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
			if h := uint32(*m.open.find(old)); !f.has(h) { // else it is to make all its choices
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
