package store

import (
	"gospin/compression"
	"gospin/vm"
)

// Ref names a stored state.
type Ref uint64

// Status says what a visit met.
type Status uint8

const (
	New    Status = iota // the state is stored now
	Open                 // it was stored before, and its colour has a bit of Arrival.Open
	Closed               // it was stored before, and its colour has not
	Full                 // it is new, and there is no memory for it
)

// Colour is a set of bits that belongs to a stored state. What they mean is the search's business.
type Colour uint16

// Arrival is a state to be visited, and what comes of it.
type Arrival struct {
	State *vm.State
	// hint of the nearest stored ancestor, from which the state differs in State.Dirty; empty: none
	Parent []uint64
	// the moves that lead here from the nearest stored ancestor, step by step as a machine makes them; only
	// for stores that ask for them (Caps.Via)
	Via []vm.Move

	// Add are bits for the state's colour, unless that has one of Mark already. Bits that are neither Mark
	// nor ever taken away may be missing in the colour that later visits tell. Without any, no colour is
	// looked at.
	Mark, Add Colour
	Open      Colour // the bits that say that a state is open

	Hint []uint64 // what the store remembers of the state to make the visit of its successors cheap
	Was  Colour   // the colour that it had before
}

// Store is a visited set.
type Store interface {
	// Visit stores a state if it is new, and paints it.
	Visit(a *Arrival) (Ref, Status)
	// Close takes bits from the colour of the state of a, with the Ref and the Hint of its visit. The state's
	// vector must be that of then; others may have been stored since.
	Close(a *Arrival, r Ref, drop Colour)
	// KeepColours makes room for colours of this many bits, at most 16, after every state. The store must be
	// empty.
	KeepColours(bits uint)
	Caps() Caps
	Stats() Stats
	// Err is why the store is Full, if it is not for the limit.
	Err() error
	Free()
}

// Caps says what a store is good for.
type Caps struct {
	Exact    bool // no state is taken for another one
	Coloured bool // it keeps colours
	Via      bool // it asks by which moves states are reached
	Evicts   bool // it forgets states: then it is a Cache
}

// Stats describes a store.
type Stats struct {
	Stored     uint64
	Bytes      int64               // memory of all tables and arenas
	Parts      []Part              // what it consists of
	Components []compression.Count // different values by component type; nil if the store has no components
	// Omissions are how many states are expected to have been taken for others; 0 of exact stores.
	Omissions float64
}

// Part is some of a store's memory.
type Part struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
}

// With adds a part to the memory.
func (s Stats) With(name string, bytes int64) Stats {
	if bytes > 0 {
		s.Parts = append(s.Parts, Part{name, bytes})
	}
	s.Bytes += bytes
	return s
}

// Names of parts.
const (
	inSlots      = "slots"
	inKeys       = "keys"
	inRoots      = "roots"
	inComponents = "component values"
)

const noLimit = 1<<63 - 1

func orNone(limit int64) int64 {
	if limit <= 0 {
		return noLimit
	}
	return limit
}

// larger returns the next size of a table: tiny ones double.
func larger(n int) int {
	if n < 1<<16 {
		return 2 * n
	}
	return n + n/2
}
