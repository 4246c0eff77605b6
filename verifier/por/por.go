package por

import (
	"gospin/verifier/system"
	"gospin/vm"
)

// Rule says which processes may go on alone.
type Rule interface {
	// Class is the class of a process in a state with the vector of a machine, as system.Classified has it.
	Class(s *vm.State, pid int) uint32
	// Next is the youngest process with a number below this one whose choices may suffice, as far as the
	// classes of all processes tell; -1: there is none.
	Next(classes []uint32, below int) int
	// Suffice tells whether the choices of a process of s suffice. They are all that it has, at least one.
	Suffice(in system.Classified, s *vm.State, classes []uint32, pid int, choices []system.Choice) bool
}

// System is another system with ample sets where a rule finds them.
type System struct {
	system.Classified
	rule    Rule
	static  bool
	sparing bool
	found   uint // ample sets
	vain    int  // states in a row that have none, or none that is less than all choices
	rest    int  // states to be passed by before one is looked for again
	all     system.Expansion
	classes []uint32
}

// Sparing looks for ample sets now and then only, where there have been none for long: a state without one is
// never wrong, unless the same state is to have the same set each time, as with static rules.
func (r *System) Sparing() *System {
	r.sparing = !r.static
	return r
}

// How many states in a row without an ample set are long, how many are passed by then, and of how many sets
// one is compared with all choices.
const (
	long  = 1 << 12
	pause = 15
	trial = 16
)

var _ system.Claimed = (*System)(nil)

// New returns in with the ample sets that the rule finds. Static rules need no proviso of the search: it is
// not told that their sets are not all choices.
func New(in system.Classified, rule Rule, static bool) *System {
	in.Classify(rule.Class)
	return &System{Classified: in, rule: rule, static: static}
}

// Expand implements system.System.
func (r *System) Expand(s *vm.State, x *system.Expansion) {
	if x.After < system.AllChoices && s.Excl < 0 {
		if r.rest > 0 {
			r.rest--
		} else if r.ample(s, x) {
			return
		} else if r.vain++; r.sparing && r.vain > long {
			r.rest = pause
		}
	}
	r.Classified.Expand(s, x)
}

// leavesOut tells of an ample set whether it is less than all choices.
func (r *System) leavesOut(s *vm.State, x *system.Expansion) bool {
	r.all.Room, r.all.After = x.Room, system.AllChoices
	r.Classified.Expand(s, &r.all)
	return len(r.all.Choices) > len(x.Choices)
}

// ample looks for the next ample set.
func (r *System) ample(s *vm.State, x *system.Expansion) bool {
	r.classes = r.Classes(s, r.classes[:0])
	n := len(r.classes)
	if n < 2 {
		return false
	}
	for pid := r.rule.Next(r.classes, n-int(x.After)); pid >= 0; pid = r.rule.Next(r.classes, pid) {
		r.ExpandOf(s, pid, x)
		if x.Effect&(vm.Failed|vm.Abort) != 0 { // to be told of with all choices
			continue
		}
		if len(x.Choices) == 0 || !r.rule.Suffice(r.Classified, s, r.classes, pid, x.Choices) {
			continue
		}
		if r.found++; r.sparing && r.found%trial == 0 {
			if r.vain += trial; r.leavesOut(s, x) {
				r.vain = 0
			}
			r.ExpandOf(s, pid, x) // what the system notes with choices may have changed
		}
		r.Shorten(x)
		if !r.static {
			x.Ample = uint8(n - pid)
		}
		return true
	}
	return false
}
