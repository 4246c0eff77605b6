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
	New   Status = iota // the state is stored now
	Known               // it was stored before
	Full                // it is new, and there is no memory for it
)

// Arrival is a state to be visited.
type Arrival struct {
	State  *vm.State
	Parent []uint64 // hint of the nearest stored ancestor, from which the state differs in State.Dirty; nil: none
}

// Store is a visited set.
type Store interface {
	// HintLen bounds the words of a hint; 0 if none is used. It may grow.
	HintLen() int
	// Visit stores a state if it is new, and appends the state's hint unless the store is full.
	Visit(a *Arrival, hint []uint64) (Ref, []uint64, Status)
	// Fetch appends the key of a stored state.
	Fetch(dst []byte, r Ref) []byte
	Stats() Stats
	Free()
}

// Stats describes a store.
type Stats struct {
	Stored     uint64
	Bytes      int64               // memory of all tables and arenas
	Parts      []Part              // what it consists of
	Capacity   uint64              // states that the table can take before it grows
	NoFetch    bool                // Fetch panics: the store is a set without numbers
	Components []compression.Count // different values by component type; nil if the store has no components
}

// Part is some of a store's memory.
type Part struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
}

// with adds a part to the memory.
func (s Stats) with(name string, bytes int64) Stats {
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
	inMemo       = "memo"
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
