package system

import (
	"gospin/compression/mix"
	"gospin/vm"
)

// Machine is a vm.Machine as a system: a choice is one step. It implements Claimed, Reducible and, with the
// methods of vm.Machine that record what moves read and write, the systems of package space.
type Machine struct {
	*vm.Machine
	moves []vm.Move
	// 0: not yet known; 1: the halves of a rendezvous may be made separately; 2: only together
	wholes uint8
}

var _ Reducible = (*Machine)(nil)

// Of returns the machine as a system. It must be used by one goroutine at a time.
func Of(m *vm.Machine) *Machine { return &Machine{Machine: m} }

// Expand implements System. With a base, it only examines processes that read something that was written.
func (m *Machine) Expand(s *vm.State, x *Expansion) {
	x.Clear()
	x.Whole = s.Excl < 0
	if x.Base != nil && m.Revise(s, x.Since) && m.revise(s, x) {
		return
	}
	x.Choices = x.Choices[:0]
	m.moves, x.Effect = m.Moves(s, m.moves[:0])
	x.Plain(m.moves)
}

func (m *Machine) revise(s *vm.State, x *Expansion) (done bool) {
	base, moves, to := x.Base, m.moves, 0
	for pid := len(m.Layout().ShapeOf(s.Vec).Procs) - 1; pid >= 0; pid-- {
		from := to
		for to < len(base) && int(base[to].Pid) == pid {
			to++
		}
		if m.Untouched(s, pid) {
			x.Choices = append(x.Choices, base[from:to]...)
		} else {
			moves = m.MovesOf(s, pid, moves[:0])
			x.Plain(moves)
		}
	}
	if cap(moves) > cap(m.moves) {
		m.moves = moves
	}
	x.Effect, done = m.Revised(len(x.Choices) > 0)
	return done
}

// Do implements System.
func (m *Machine) Do(s *vm.State, c *Choice, _ int) vm.Step {
	return vm.Step{Effect: m.Machine.Do(s, c.Move())}
}

// Fingerprint implements System.
func (m *Machine) Fingerprint(s *vm.State) uint64 { return mix.Bytes(m.Layout().Key(s.Vec)) }

// Path implements System.
func (m *Machine) Path(path []Taken) []vm.Move {
	moves := make([]vm.Move, len(path))
	for i, t := range path {
		moves[i] = t.Move()
	}
	return moves
}

// ExpandClaim implements Claimed.
func (m *Machine) ExpandClaim(s *vm.State, x *Expansion, alone bool) {
	x.Clear()
	m.moves, x.Effect = m.ClaimMoves(s, m.moves[:0], alone)
	x.Plain(m.moves)
}

// DoClaim implements Claimed.
func (m *Machine) DoClaim(s *vm.State, c *Choice) vm.Effect { return m.ClaimDo(s, c.Move()) }

// ProcessLabel implements Observed.
func (m *Machine) ProcessLabel(s *vm.State, pid int) bool { return m.ProcessAccepts(s, pid) }

// ExpandOf implements Reducible.
func (m *Machine) ExpandOf(s *vm.State, pid int, x *Expansion) {
	x.Clear()
	m.moves, x.Effect, _ = m.Alone(s, pid, m.moves[:0])
	x.Plain(m.moves)
}
