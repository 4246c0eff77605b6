package por

// Sparing says which states are looked at, where ample sets have long been none, or have left nothing out.
type Sparing struct {
	found uint // ample sets
	vain  int  // states in a row that have none, or none that is less than all choices
	rest  int  // states to be passed by before one is looked for again
}

// How many states in a row without an ample set are long, how many are passed by then, and of how many sets
// one is compared with all choices.
const (
	long  = 1 << 12
	pause = 15
	trial = 16
)

// Passes reports whether the current state is passed by.
func (s *Sparing) Passes() bool {
	if s.rest == 0 {
		return false
	}
	s.rest--
	return true
}

// Vain notes that the current state has no ample set.
func (s *Sparing) Vain() {
	if s.vain++; s.vain > long {
		s.rest = pause
	}
}

// Tries notes that the current state has an ample set, and reports whether it is to be compared with all
// choices.
func (s *Sparing) Tries() bool {
	s.found++
	return s.found%trial == 0
}

// Tried notes whether a set that was compared is less than all choices.
func (s *Sparing) Tried(leavesOut bool) {
	if s.vain += trial; leavesOut {
		s.vain = 0
	}
}
