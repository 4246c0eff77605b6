package vm

// Seen records what a machine reads and writes, in more detail than State.Dirty. It does not record what
// shapes determine: which processes and channels exist.
type Seen struct {
	All     bool    // anything may have been read
	Globals []uint8 // by the address in the vector of a global's cell: SeenRead, SeenWritten
	Comps   []uint8 // the same by component, except the globals; for channels also SeenEnds and SeenMoved
	Moves   []Moved // of messages, in order
}

// Moved is a message that was appended to a channel, or taken from its head.
type Moved struct {
	Comp int
	Sent bool
	Msg  string // the slot's contents, if it was sent
}

// Uses of a cell or component. A process's reads of its own component are not recorded, nor those of a
// handshake's receiver. A cell is always written as a whole, and so is any other component that is written
// and not read.
const (
	SeenRead uint8 = 1 << iota
	SeenWritten
	// SeenEnds: a channel's first message, and whether there is room, were read.
	SeenEnds
	// SeenMoved: messages were sent to the channel or taken from it, as in Moves, without reading more of it.
	// Reading it again afterwards counts as reading the channel.
	SeenMoved
)

// AnyPartner is the Partner in a move for a rendezvous on offer, whoever receives it.
const AnyPartner = 1<<32 - 1

// Clear removes all records.
func (n *Seen) Clear() {
	n.All = false
	clear(n.Globals)
	clear(n.Comps)
	n.Moves = n.Moves[:0]
}

// Coarsen marks channels whose ends were read, or whose messages were moved, as read and written as a whole.
func (n *Seen) Coarsen() {
	for i, x := range n.Comps {
		if x&(SeenEnds|SeenMoved) != 0 {
			n.Comps[i] |= SeenRead
		}
		if x&SeenMoved != 0 {
			n.Comps[i] |= SeenWritten
		}
		n.Comps[i] &^= SeenEnds | SeenMoved
	}
	n.Moves = n.Moves[:0]
}

// Observe makes the machine record its reads and writes, or, with nil, stop recording. The records grow as
// needed, and stay until they are cleared. Initial, which writes everything, and inspection (PC, ClaimAt, and
// similar) are not recorded.
func (m *Machine) Observe(n *Seen) {
	m.seen, m.globals, m.comps = n, nil, nil
	if n == nil {
		return
	}
	root := m.l.Root()
	globals := root.Comps[0]
	n.Globals = grow(n.Globals, max(len(n.Globals), globals.Off+globals.Len))
	m.globals = n.Globals
	m.fit(len(root.Comps))
}

// fit makes room for a number of components.
func (m *Machine) fit(comps int) {
	if comps > len(m.seen.Comps) {
		m.seen.Comps = grow(m.seen.Comps, comps)
	}
	m.comps = m.seen.Comps
}

// looks records a read of a component by operations that do not count as reads otherwise.
func (m *Machine) recordRead(comp int) {
	if m.seen != nil {
		m.fit(comp + 1)
		m.comps[comp] |= SeenRead
	}
}

// recordReadAt does the same for a cell of the globals.
func (m *Machine) recordReadAt(at int) {
	if m.seen != nil {
		m.globals[at] |= SeenRead
	}
}
