package inspect

import (
	"context"
	"errors"
	"fmt"

	"gospin/verifier/source"
	"gospin/verifier/system"
	"gospin/vm"
)

// Shape is the shape of a model's state space in a breadth-first search.
type Shape struct {
	Levels      []uint64 // number of states at each distance from the initial state
	States      uint64
	Transitions uint64
	Backward    uint64 // number of transitions to a state at the same or a smaller distance
	Single      uint64 // number of states with a single transition
}

// Widest returns the size of the largest level.
func (s *Shape) Widest() uint64 {
	most := uint64(0)
	for _, n := range s.Levels {
		most = max(most, n)
	}
	return most
}

// ShapeOf computes the shape of a state space with at most most states. It stores complete states, so it is
// for small models.
func ShapeOf(ctx context.Context, s source.Source, most int) (*Shape, error) {
	prog, err := s.Program(ctx, source.Aim{})
	if err != nil {
		return nil, err
	}
	l := &breadth{sys: system.Of(vm.NewMachine(prog)), level: map[string]uint32{}, most: most}
	var first vm.State
	l.reach(&first, l.sys.Initial(&first))
	for len(l.next) > 0 && l.err == nil {
		l.shape.Levels = append(l.shape.Levels, uint64(len(l.next)))
		frontier := l.next
		l.next, l.depth = nil, l.depth+1
		for i := range frontier {
			if i%1000 == 0 && ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			before := l.shape.Transitions
			l.expand(&frontier[i], false)
			if l.shape.Transitions == before+1 {
				l.shape.Single++
			}
		}
	}
	l.shape.States = uint64(len(l.level))
	return &l.shape, l.err
}

// breadth is a search for the levels of states.
type breadth struct {
	shape Shape
	sys   *system.Machine
	level map[string]uint32 // level of each state, by key
	next  []vm.State        // the next level, which has number depth
	depth uint32
	most  int
	err   error
}

// reach follows a state through an atomic sequence or a rendezvous to stored states.
func (l *breadth) reach(s *vm.State, eff vm.Effect) {
	switch {
	case eff&vm.Pruned != 0 || l.err != nil:
	case eff&(vm.Failed|vm.Abort) != 0:
		l.err = errors.New("the model fails, and a search that goes on has no shape")
	case eff&(vm.Transient|vm.Passing) != 0:
		l.expand(s, true)
	default:
		l.arrive(s)
	}
}

// expand follows all choices of a state; an intermediate one is stored if its sequence is interrupted.
func (l *breadth) expand(s *vm.State, onTheWay bool) {
	var x system.Expansion
	l.sys.Expand(s, &x)
	if onTheWay && x.Effect&vm.Released != 0 {
		l.arrive(s)
		return
	}
	for i := range x.Choices {
		t := vm.State{Vec: append([]byte(nil), s.Vec...), Excl: s.Excl, Turn: s.Turn, Copy: s.Copy}
		l.reach(&t, l.sys.Do(&t, &x.Choices[i], system.Unlimited).Effect)
	}
}

// arrive counts a transition to a stored state.
func (l *breadth) arrive(s *vm.State) {
	if l.depth > 0 {
		l.shape.Transitions++
	}
	key := string(l.sys.Layout().Key(s.Vec))
	if at, ok := l.level[key]; ok {
		if at < l.depth {
			l.shape.Backward++
		}
		return
	}
	if l.most > 0 && len(l.level) >= l.most {
		l.err = fmt.Errorf("more than %d states", l.most)
		return
	}
	l.level[key] = l.depth
	l.next = append(l.next, *s)
}
