package system

import (
	"gospin/compression/mix"
	"gospin/vm"
	"gospin/vm/layout"
)

// Machine is a vm.Machine as a system: a choice is one step.
type Machine struct {
	m     *vm.Machine
	moves []vm.Move
	// 0: not yet known; 1: the halves of a rendezvous may be made separately; 2: only together
	wholes uint8
}

var _ Reducible = (*Machine)(nil)

// Of returns the machine as a system. It must be used by one goroutine at a time.
func Of(m *vm.Machine) *Machine { return &Machine{m: m} }

// Layout implements System.
func (m *Machine) Layout() *layout.Layout { return m.m.Layout() }

// KeyLen implements System.
func (m *Machine) KeyLen(s *vm.State) int { return m.m.KeyLen(s) }

// Initial implements System.
func (m *Machine) Initial(s *vm.State) vm.Effect { return m.m.Initial(s) }

// Expand implements System. With a base, it only examines processes that read something that was written.
func (m *Machine) Expand(s *vm.State, x *Expansion) {
	x.Clear()
	x.Whole = s.Excl < 0
	if x.Base != nil && m.m.Revise(s, x.Since) && m.revise(s, x) {
		return
	}
	x.Choices = x.Choices[:0]
	m.moves, x.Effect = m.m.Moves(s, m.moves[:0])
	x.Plain(m.moves)
}

func (m *Machine) revise(s *vm.State, x *Expansion) (done bool) {
	base, moves, to := x.Base, m.moves, 0
	for pid := len(m.m.Layout().ShapeOf(s.Vec).Procs) - 1; pid >= 0; pid-- {
		from := to
		for to < len(base) && int(base[to].Pid) == pid {
			to++
		}
		if m.m.Untouched(s, pid) {
			x.Choices = append(x.Choices, base[from:to]...)
		} else {
			moves = m.m.MovesOf(s, pid, moves[:0])
			x.Plain(moves)
		}
	}
	if cap(moves) > cap(m.moves) {
		m.moves = moves
	}
	x.Effect, done = m.m.Revised(len(x.Choices) > 0)
	return done
}

// Do implements System.
func (m *Machine) Do(s *vm.State, c *Choice, _ int) vm.Step {
	return vm.Step{Effect: m.m.Do(s, c.Move())}
}

// Faults implements System.
func (m *Machine) Faults() []vm.Fault { return m.m.Faults() }

// Same implements System.
func (m *Machine) Same(s *vm.State, vec []byte) bool { return m.m.Same(s, vec) }

// Fingerprint implements System.
func (m *Machine) Fingerprint(s *vm.State) uint64 { return mix.Bytes(m.m.Layout().Key(s.Vec)) }

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
	m.moves, x.Effect = m.m.ClaimMoves(s, m.moves[:0], alone)
	x.Plain(m.moves)
}

// DoClaim implements Claimed.
func (m *Machine) DoClaim(s *vm.State, c *Choice) vm.Effect { return m.m.ClaimDo(s, c.Move()) }

// Labels implements Claimed.
func (m *Machine) Labels(s *vm.State) bool { return m.m.Labels(s) }

// Labelled implements Claimed.
func (m *Machine) Labelled() bool { return m.m.Labelled() }

// Weak implements Claimed.
func (m *Machine) Weak() bool { return m.m.Weak() }

// PhaseAt implements Claimed.
func (m *Machine) PhaseAt() int { return m.m.PhaseAt() }

// Alone implements Observed.
func (m *Machine) Alone(s *vm.State, pid int, dst []vm.Move) ([]vm.Move, vm.Effect, uint64) {
	return m.m.Alone(s, pid, dst)
}

// ClaimAlone implements Observed.
func (m *Machine) ClaimAlone(s *vm.State, dst []vm.Move, alone bool) ([]vm.Move, vm.Effect, uint64) {
	return m.m.ClaimAlone(s, dst, alone)
}

// Apart implements Observed.
func (m *Machine) Apart(s *vm.State, mv vm.Move) (vm.Effect, uint64) { return m.m.Apart(s, mv) }

// ProcessLabel implements Observed.
func (m *Machine) ProcessLabel(s *vm.State, pid int) bool { return m.m.ProcessAccepts(s, pid) }

// ExpandOf implements Reducible.
func (m *Machine) ExpandOf(s *vm.State, pid int, x *Expansion) {
	x.Clear()
	m.moves, x.Effect, _ = m.m.Alone(s, pid, m.moves[:0])
	x.Plain(m.moves)
}
