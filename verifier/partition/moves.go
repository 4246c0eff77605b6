package partition

import (
	"slices"

	"gospin/verifier/search"
	"gospin/verifier/system"
	"gospin/vm"
	"gospin/vm/layout"
)

// Found has what follows a state.
type Found struct {
	Atomic     uint64 // atomic steps
	Faults     []vm.Fault
	InvalidEnd bool
	// Incomplete is why some successors are missing; "" if none is.
	Incomplete string

	text []byte
	ends []int
}

func (f *Found) clear() {
	f.Atomic, f.Faults, f.InvalidEnd, f.Incomplete = 0, f.Faults[:0], false, ""
	f.text, f.ends = f.text[:0], f.ends[:0]
}

// Add adds the vector of a successor.
func (f *Found) Add(vec []byte) {
	f.text = append(f.text, vec...)
	f.ends = append(f.ends, len(f.text))
}

// Len returns the number of successors. Several may be the same state.
func (f *Found) Len() int { return len(f.ends) }

// At returns the vector of a successor.
func (f *Found) At(i int) []byte {
	from := 0
	if i > 0 {
		from = f.ends[i-1]
	}
	return f.text[from:f.ends[i]]
}

// Successors finds the successors of states, in any order.
type Successors interface {
	Layout() *layout.Layout
	// Initial returns the vector of the initial state.
	Initial() ([]byte, vm.Effect)
	// Expand adds what follows the state of a vector to an empty Found.
	Expand(vec []byte, f *Found)
}

// Machine finds successors by making all moves of a system, which has no claim.
type Machine struct {
	system.System
	// Form returns the vector that stands for all that have the same future but for an exchange of processes;
	// nil: each vector stands for itself. The result is valid until the next call.
	Form  func(vec []byte) []byte
	taken []byte
	at    []within // the states on the way, by the number of steps within an atomic sequence
}

// within is a state within an atomic sequence.
type within struct {
	s vm.State
	x system.Expansion
}

// NewMachine returns the successors in a system. Transitions that are taken are marked in taken.
func NewMachine(in system.System, taken []byte) *Machine { return &Machine{System: in, taken: taken} }

// Initial implements Successors.
func (m *Machine) Initial() ([]byte, vm.Effect) {
	var s vm.State
	effect := m.System.Initial(&s)
	return m.form(s.Vec), effect
}

func (m *Machine) form(vec []byte) []byte {
	if m.Form == nil {
		return vec
	}
	return m.Form(vec)
}

// Expand implements Successors.
func (m *Machine) Expand(vec []byte, f *Found) {
	at := m.level(0)
	at.s.Vec = append(at.s.Vec[:0], vec...)
	at.s.Dirty, at.s.Excl, at.s.Turn, at.s.Copy = 0, -1, 0, 0
	m.choices(0, nil, f)
}

func (m *Machine) level(n int) *within {
	if n == len(m.at) {
		m.at = append(m.at, within{})
	}
	return &m.at[n]
}

// Sequences of more steps than longSequence may have no end: their states are remembered.
const longSequence = 1000

// choices makes the choices of the nth state on the way, and continues within atomic sequences.
func (m *Machine) choices(n int, seen map[string]bool, f *Found) {
	at := m.level(n)
	x := &at.x
	x.Room, x.Base = system.Unlimited, nil
	m.System.Expand(&at.s, x)
	if x.Effect&vm.Failed != 0 {
		f.Faults = append(f.Faults, m.Faults()...)
	}
	if x.Effect&vm.Abort != 0 {
		f.Incomplete = search.Aborted
	}
	if x.Effect&vm.InvalidEnd != 0 {
		f.InvalidEnd = true
	}
	if x.Effect&vm.Released != 0 { // the sequence is interrupted here
		f.Add(m.form(at.s.Vec))
		return
	}
	for i := range x.Choices {
		m.level(n + 1)
		at, to := &m.at[n], &m.at[n+1]
		to.s.CopyFrom(&at.s)
		c := &at.x.Choices[i]
		step := m.Do(&to.s, c, system.Unlimited)
		if m.taken != nil {
			m.taken[c.Trans], m.taken[c.Partner] = 1, 1
		}
		f.Atomic += uint64(step.Before)
		if step.Effect&vm.AtomicStep != 0 {
			f.Atomic++
		}
		if step.Effect&vm.Failed != 0 {
			f.Faults = append(f.Faults, m.Faults()...)
		}
		switch {
		case step.Effect&vm.Abort != 0:
			f.Incomplete = search.Aborted
		case step.Effect&vm.Pruned != 0:
		case step.Effect&vm.Transient == 0:
			f.Add(m.form(to.s.Vec))
		case n < longSequence:
			m.choices(n+1, nil, f)
		default:
			if seen == nil {
				seen = map[string]bool{}
			}
			key := string(append(slices.Clone(to.s.Vec), byte(to.s.Excl), byte(to.s.Excl>>8)))
			if seen[key] {
				f.Incomplete = search.EndlessAtomic
				continue
			}
			seen[key] = true
			m.choices(n+1, seen, f)
		}
	}
}
