package vm

// Seen notes what a machine looks at and writes, more finely than State.Dirty tells. What lies in shapes is
// not noted: which processes and channels there are.
type Seen struct {
	All     bool    // anything may have been looked at
	Globals []uint8 // by the address in the vector of a cell of the globals: SeenRead, SeenWritten
	Comps   []uint8 // the same by component, the globals apart; of channels SeenEnds and SeenMoved, too
	Moves   []Moved // of messages, in order
}

// Moved is a message that was sent to a channel, after all others, or taken from its head.
type Moved struct {
	Comp int
	Sent bool
	Msg  string // what lies in the slot, if it was sent
}

// What has been done with a cell or component. What a process reads of its own component is not noted, nor a
// handshake's receiver of its. A cell is always written as a whole; so is any other component that is written
// and not read.
const (
	SeenRead uint8 = 1 << iota
	SeenWritten
	// SeenEnds: of a channel, what is at its head, and whether there is room.
	SeenEnds
	// SeenMoved: messages were sent to the channel and taken from it, as Moves tells; more of it was not
	// looked at for that. Who looks again reads the channel.
	SeenMoved
)

// AnyPartner is the Partner of a move that stands for a rendezvous on offer, whoever takes it.
const AnyPartner = 1<<32 - 1

// Clear forgets what is noted.
func (n *Seen) Clear() {
	n.All = false
	clear(n.Globals)
	clear(n.Comps)
	n.Moves = n.Moves[:0]
}

// Coarsen counts channels as read and written as a whole, whose ends were looked at or messages moved.
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

// Observe lets the machine note from now on what it looks at and writes; nil: no more. The notes are sized as
// the model needs, and stay until they are cleared. What Initial writes, which is all, is not noted, nor what
// is looked at for inspection (PC, ClaimAt, and the like).
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

// fit makes room for notes on this many components.
func (m *Machine) fit(comps int) {
	if comps > len(m.seen.Comps) {
		m.seen.Comps = grow(m.seen.Comps, comps)
	}
	m.comps = m.seen.Comps
}

// looks notes that a component is looked at by what says nothing of components otherwise.
func (m *Machine) looks(comp int) {
	if m.seen != nil {
		m.fit(comp + 1)
		m.comps[comp] |= SeenRead
	}
}

// looksAt does so for a cell of the globals.
func (m *Machine) looksAt(at int) {
	if m.seen != nil {
		m.globals[at] |= SeenRead
	}
}
