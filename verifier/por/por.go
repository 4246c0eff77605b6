package por

import (
	"gospin/verifier/system"
	"gospin/vm"
)

// Rule says which processes may go on alone.
type Rule interface {
	// Class is the class of a process in a state with the vector of a machine. It depends on its number, its
	// type and the values of its own cells, the control state among them.
	Class(s *vm.State, pid int) uint32
	// Next is the youngest process with a number below this one whose choices may suffice, as far as the
	// classes of all processes tell; -1: there is none.
	Next(classes []uint32, below int) int
	// Suffice reports whether the choices of a process suffice. They are all that it has, at least one.
	Suffice(at State, classes []uint32, pid int, choices []system.Choice) bool
}

// State is the one that a rule is asked about: most do not look at it, and it is unpacked only for those that
// do.
type State interface {
	// Unpacked is the state with the vector of a machine, good until the next call of anything.
	Unpacked() *vm.State
}

// stateOf is a state of a machine.
type stateOf struct{ s *vm.State }

func (x *stateOf) Unpacked() *vm.State { return x.s }

// System is another system with ample sets where a rule finds them.
type System struct {
	system.Reducible
	rule    Rule
	static  bool
	spare   *Sparing // nil: every state is looked at
	all     system.Expansion
	classes []uint32
	at      stateOf
}

// Sparing looks for ample sets now and then only, where there have been none for long: a state without one is
// never wrong, unless the same state is to have the same set each time, as with static rules.
func (r *System) Sparing() *System {
	if !r.static {
		r.spare = &Sparing{}
	}
	return r
}

var _ system.Claimed = (*System)(nil)

// New returns in with the ample sets that the rule finds. Static rules need no proviso of the search: it is
// not told that their sets are not all choices.
func New(in system.Reducible, rule Rule, static bool) *System {
	return &System{Reducible: in, rule: rule, static: static}
}

// Expand implements system.System.
func (r *System) Expand(s *vm.State, x *system.Expansion) {
	if x.After < system.AllChoices && s.Excl < 0 {
		if r.spare == nil || !r.spare.Passes() {
			if r.ample(s, x) {
				return
			}
			if r.spare != nil {
				r.spare.Vain()
			}
		}
	}
	r.Reducible.Expand(s, x)
}

// leavesOut tells of an ample set whether it is less than all choices.
func (r *System) leavesOut(s *vm.State, x *system.Expansion) bool {
	r.all.Room, r.all.After = x.Room, system.AllChoices
	r.Reducible.Expand(s, &r.all)
	return len(r.all.Choices) > len(x.Choices)
}

// ample looks for the next ample set.
func (r *System) ample(s *vm.State, x *system.Expansion) bool {
	r.classes, r.at.s = r.classes[:0], s
	n := len(r.Layout().ShapeOf(s.Vec).Procs)
	if n < 2 {
		return false
	}
	for pid := range n {
		r.classes = append(r.classes, r.rule.Class(s, pid))
	}
	for pid := r.rule.Next(r.classes, n-int(x.After)); pid >= 0; pid = r.rule.Next(r.classes, pid) {
		r.ExpandOf(s, pid, x)
		if x.Effect&(vm.Failed|vm.Abort) != 0 { // to be told of with all choices
			continue
		}
		if len(x.Choices) == 0 || !r.rule.Suffice(&r.at, r.classes, pid, x.Choices) {
			continue
		}
		if r.spare != nil && r.spare.Tries() {
			r.spare.Tried(r.leavesOut(s, x))
		}
		if !r.static {
			x.Ample = uint8(n - pid)
		}
		return true
	}
	return false
}
