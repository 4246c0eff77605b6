package por

// Sparing selects the states that are examined, after ample sets have long been missing or complete.
type Sparing struct {
	found  uint // ample sets
	missed int  // consecutive states without a set that omits choices
	toSkip int  // states to skip
}

// long is the number of consecutive states without a useful set after which pause states are skipped at a
// time; of trial sets, one is compared with all choices.
const (
	long  = 1 << 12
	pause = 15
	trial = 16
)

// Passes reports whether the present state is skipped.
func (s *Sparing) Passes() bool {
	if s.toSkip == 0 {
		return false
	}
	s.toSkip--
	return true
}

// Missed records that the present state has no ample set.
func (s *Sparing) Missed() {
	if s.missed++; s.missed > long {
		s.toSkip = pause
	}
}

// Tries records that the present state has an ample set, and reports whether to compare it with all choices.
func (s *Sparing) Tries() bool {
	s.found++
	return s.found%trial == 0
}

// Tried records whether a set omits choices.
func (s *Sparing) Tried(leavesOut bool) {
	if s.missed += trial; leavesOut {
		s.missed = 0
	}
}
