package confirm

import (
	"bytes"
	"errors"

	"gospin/verifier/search"
	"gospin/vm"
)

// Form chooses the vector that stands for all that differ from a vector by an exchange of processes, and the
// exchange that leads back from it. Both results are valid until the next call, but back is.
type Form func(vec []byte) (normal []byte, back func(vec []byte) []byte)

// LiftForms is Lift for a path of chosen vectors (Form), each of which stands for a successor of the one
// before. In the run, another process may fail, whose assertion is written otherwise: the fault is given its
// message, process and transition.
func LiftForms(p *vm.Program, path [][]byte, form Form, ft *search.Fault, nth int) ([]vm.Move, error) {
	l := &lifter{m: vm.NewMachine(p), named: true}
	real, err := l.unfold(path, form)
	if err != nil {
		return nil, err
	}
	moves, err := l.lift(real, ft, nth)
	if errors.Is(err, errLost) {
		l.loose = true
		moves, err = l.lift(real, ft, nth)
	}
	return moves, err
}

// unfold returns the states of a run that a path of chosen vectors stands for. Let c be a vector of the path,
// and t the successor of the one before that it stands for. If an exchange makes a state of the run of the
// vector before, it makes the next state of t.
func (l *lifter) unfold(path [][]byte, form Form) (real [][]byte, err error) {
	var s vm.State
	l.m.Initial(&s)
	var backs []func(vec []byte) []byte
	for i, chosen := range path {
		if i > 0 {
			s.Vec = append(s.Vec[:0], path[i-1]...)
			s.Dirty, s.Excl, s.Turn, s.Copy = 0, -1, 0, 0
			n, err := l.to(&s, func(vec []byte) bool {
				normal, _ := form(vec)
				return bytes.Equal(l.m.Layout().Key(normal), l.m.Layout().Key(chosen))
			})
			if err != nil {
				return nil, err
			}
			s.CopyFrom(&l.nodes[n].s)
		}
		_, back := form(s.Vec)
		backs = append(backs, back)
		vec := chosen
		for j := len(backs) - 1; j >= 0; j-- {
			vec = backs[j](vec)
		}
		real = append(real, vec)
	}
	return real, nil
}
