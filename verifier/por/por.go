package por

import (
	"gospin/verifier/system"
	"gospin/vm"
)

// Rule decides which processes may move alone.
type Rule interface {
	// Class returns the class of a process in a state with the vector of a machine. It depends on the
	// process's number, its type and the values of its own cells, including the control state.
	Class(s *vm.State, pid int) uint32
	// Next returns the youngest process below a number whose choices may suffice according to the classes of
	// all processes, or -1.
	Next(classes []uint32, below int) int
	// Suffice reports whether the choices of a process suffice. They are all its choices, at least one.
	Suffice(at State, classes []uint32, pid int, choices []system.Choice) bool
}

// State is the state for which a rule is asked. Most rules don't need it, so it is only unpacked on request.
type State interface {
	// Unpacked returns the state with the vector of a machine. It is valid until the next call of any method.
	Unpacked() *vm.State
}

// stateOf is a state of a machine.
type stateOf struct{ s *vm.State }

func (x *stateOf) Unpacked() *vm.State { return x.s }

// System is a system that offers ample sets of another system, found by a rule.
type System struct {
	system.Reducible
	rule    Rule
	static  bool
	spare   *Sparing // nil: every state is examined
	all     system.Expansion
	classes []uint32
	at      stateOf
}

// Sparing makes the system search for ample sets only occasionally after a long time without one. Omitting a
// set is always correct, except with static rules, which must give equal states equal sets.
func (r *System) Sparing() *System {
	if !r.static {
		r.spare = &Sparing{}
	}
	return r
}

var _ system.Claimed = (*System)(nil)

// New returns a system with the rule's ample sets of in. A static rule needs no proviso: the search is not
// told that sets are incomplete.
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
				r.spare.Missed()
			}
		}
	}
	r.Reducible.Expand(s, x)
}

// leavesOut reports whether an ample set is smaller than the set of all choices.
func (r *System) leavesOut(s *vm.State, x *system.Expansion) bool {
	r.all.Room, r.all.After = x.Room, system.AllChoices
	r.Reducible.Expand(s, &r.all)
	return len(r.all.Choices) > len(x.Choices)
}

// ample finds the next ample set.
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
		if x.Effect&(vm.Failed|vm.Abort) != 0 { // will be reported with all choices
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
