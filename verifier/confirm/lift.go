package confirm

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"

	"gospin/verifier/search"
	"gospin/vm"
)

// errLost means that the moves between two states were not found again.
var errLost = errors.New("the moves from a state to the next were not found")

// maxLifted limits the states that are searched within an atomic sequence.
const maxLifted = 1 << 16

// Lift finds moves that lead through states, given as vectors of a program without a claim, the initial state
// first, and then to a fault: the nth of its kind and message in the last state. It sets the fault's depth.
// Between two states there is one move or an atomic sequence.
func Lift(p *vm.Program, path [][]byte, ft *search.Fault, nth int) ([]vm.Move, error) {
	return (&lifter{m: vm.NewMachine(p)}).lift(path, ft, nth)
}

func (l *lifter) lift(path [][]byte, ft *search.Fault, nth int) ([]vm.Move, error) {
	var s vm.State
	l.m.Initial(&s)
	var moves []vm.Move
	for _, vec := range path[1:] {
		key := l.m.Layout().Key(vec)
		n, err := l.to(&s, func(vec []byte) bool { return bytes.Equal(l.m.Layout().Key(vec), key) })
		if err != nil {
			return nil, err
		}
		moves = append(moves, l.movesTo(n)...)
		s.CopyFrom(&l.nodes[n].s)
		s.Excl = -1
	}
	if ft.EndState {
		ft.Depth = Steps(moves) - 1
		return moves, nil
	}
	n, last, err := l.toFault(&s, ft, nth)
	if err != nil {
		return nil, err
	}
	moves = append(moves, l.movesTo(n)...)
	ft.Depth = Steps(moves)
	if last != nil {
		moves = append(moves, *last)
		ft.Depth = Steps(moves) - 1
	}
	return moves, nil
}

// lifter searches the states of an atomic sequence breadth first.
type lifter struct {
	m     *vm.Machine
	named bool // the fault is given the message, process and transition of the one found
	loose bool // which may have another message
	nodes []lifted
}

// lifted is a state within a sequence, with the move that leads to it.
type lifted struct {
	s      vm.State
	parent int
	by     vm.Move
}

func (l *lifter) begin(s *vm.State) {
	l.nodes = append(l.nodes[:0], lifted{parent: -1})
	l.nodes[0].s.CopyFrom(s)
}

// add adds the state after a move, and returns the move's effect.
func (l *lifter) add(from int, by vm.Move) vm.Effect {
	l.nodes = append(l.nodes, lifted{parent: from, by: by})
	to := &l.nodes[len(l.nodes)-1].s
	to.CopyFrom(&l.nodes[from].s)
	return l.m.Do(to, by)
}

// drop removes the last state.
func (l *lifter) drop() { l.nodes = l.nodes[:len(l.nodes)-1] }

// movesTo returns the moves that lead to a state.
func (l *lifter) movesTo(n int) (out []vm.Move) {
	for ; l.nodes[n].parent >= 0; n = l.nodes[n].parent {
		out = append(out, l.nodes[n].by)
	}
	slices.Reverse(out)
	return out
}

// to finds the next state whose vector is as wanted.
func (l *lifter) to(s *vm.State, wanted func(vec []byte) bool) (int, error) {
	is := func(n int) bool { return wanted(l.nodes[n].s.Vec) }
	seen := map[string]bool{}
	l.begin(s)
	for n := 0; n < len(l.nodes) && n < maxLifted; n++ {
		moves, eff := l.m.Moves(&l.nodes[n].s, nil)
		if eff&vm.Released != 0 {
			if is(n) {
				return n, nil
			}
			continue
		}
		for _, mv := range moves {
			switch eff := l.add(n, mv); {
			case eff&(vm.Pruned|vm.Abort) != 0:
				l.drop()
			case eff&vm.Transient == 0:
				if is(len(l.nodes) - 1) {
					return len(l.nodes) - 1, nil
				}
				l.drop()
			default:
				st := &l.nodes[len(l.nodes)-1].s
				within := string(binary.LittleEndian.AppendUint16(slices.Clone(st.Vec), uint16(st.Excl)))
				if seen[within] {
					l.drop()
				}
				seen[within] = true
			}
		}
	}
	return 0, errLost
}

// toFault finds the nth occurrence of a fault: in a guard after a state, or in the last move, if there is
// one.
func (l *lifter) toFault(s *vm.State, ft *search.Fault, nth int) (n int, last *vm.Move, err error) {
	met := func(eff vm.Effect) bool {
		if eff&vm.Failed == 0 {
			return false
		}
		for _, f := range l.m.Faults() {
			if f.Kind != ft.Kind || f.Msg != ft.Msg && !l.loose {
				continue
			}
			if nth--; nth < 0 {
				if l.named {
					ft.Msg, ft.Pid, ft.Trans = f.Msg, f.Pid, f.Trans
				}
				return true
			}
		}
		return false
	}
	l.begin(s)
	for n := 0; n < len(l.nodes) && n < maxLifted; n++ {
		moves, eff := l.m.Moves(&l.nodes[n].s, nil)
		if met(eff) {
			return n, nil, nil
		}
		if eff&vm.Released != 0 {
			continue
		}
		for _, mv := range moves {
			eff := l.add(n, mv)
			if met(eff) {
				return n, &mv, nil
			}
			if eff&vm.Transient == 0 || eff&(vm.Pruned|vm.Abort) != 0 {
				l.drop()
			}
		}
	}
	return 0, nil, errLost
}
