package store

import (
	"gospin/compression"
	"gospin/vm"
)

// Ref identifies a stored state.
type Ref uint64

// Status is the result of a visit.
type Status uint8

const (
	New    Status = iota // the state is stored now
	Open                 // it was stored, and its colour has a bit of Arrival.Open
	Closed               // it was stored, and its colour has no such bit
	Full                 // it is new, and there is no room for it
)

// Colour is a set of bits stored with a state. The search defines their meaning.
type Colour uint16

// Arrival is a state to visit, with the results of the visit.
type Arrival struct {
	State *vm.State
	// hint of the nearest stored ancestor, from which the state differs in State.Dirty; may be empty
	Parent []uint64
	// the moves from the nearest stored ancestor, as single steps of a machine; only for stores that request
	// them (Caps.Via)
	Via []vm.Move

	// Add has bits to add to the state's colour, unless that has one of Mark already. Bits that are never
	// removed, and not in Mark, may be missing in the colour that later visits return. If both are 0, the
	// colour is ignored.
	Mark, Add Colour
	Open      Colour // the bits that mean that a state is open

	Hint []uint64 // what the store remembers about the state to make the visits of its successors cheaper
	Was  Colour   // the previous colour
}

// Store is a visited set.
type Store interface {
	// Visit stores a state if it is new, and adds to its colour.
	Visit(a *Arrival) (Ref, Status)
	// Close removes bits from the colour of the state of a, given the Ref and the Hint of its visit. The
	// state must have the same vector as then; others may have been stored since.
	Close(a *Arrival, r Ref, drop Colour)
	// KeepColours reserves room for colours of this many bits, at most 16. The store must be empty.
	KeepColours(bits uint)
	Caps() Caps
	Stats() Stats
	// Err returns why the store is Full, if not because of the limit.
	Err() error
	Free()
}

// Caps describes the abilities of a store.
type Caps struct {
	Exact    bool // it never mistakes a state for another
	Coloured bool // it stores colours
	Via      bool // it requests the moves to states
	Evicts   bool // it forgets states, and is a Cache
}

// Stats has the figures of a store.
type Stats struct {
	Stored     uint64
	Bytes      int64               // memory of all tables and arenas
	Parts      []Part              // what Bytes consists of
	Components []compression.Count // different values by component type; nil without components
	// Omissions is the expected number of states mistaken for others; 0 if exact.
	Omissions float64
}

// Part is a part of a store's memory.
type Part struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
}

// With adds a part.
func (s Stats) With(name string, bytes int64) Stats {
	if bytes > 0 {
		s.Parts = append(s.Parts, Part{name, bytes})
	}
	s.Bytes += bytes
	return s
}

// Names of parts of a store's memory.
const (
	InSlots      = "slots"
	InKeys       = "keys"
	InRoots      = "roots"
	InComponents = "component values"
)

// NoLimit is a limit in bytes that no store reaches.
const NoLimit = 1<<63 - 1

// OrNone returns a limit in bytes; 0 means that there is none.
func OrNone(limit int64) int64 {
	if limit <= 0 {
		return NoLimit
	}
	return limit
}

// Larger returns the next size of a table. Small tables double.
func Larger(n int) int {
	if n < 1<<16 {
		return 2 * n
	}
	return n + n/2
}
