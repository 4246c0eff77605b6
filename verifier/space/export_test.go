package space

// Hasten changes when processes are split and sequences are remembered step by step, and the least room. It
// returns a function that undoes it.
func Hasten(split uint16, step uint32, room int64) (back func()) {
	a, b, c, d := splitFrom, stepFrom, leastRoom, fineFrom
	splitFrom, stepFrom, leastRoom = split, step, room
	return func() { splitFrom, stepFrom, leastRoom, fineFrom = a, b, c, d }
}

// The current values of what Hasten changes.
var (
	SplitFrom = splitFrom
	StepFrom  = stepFrom
	LeastRoom = leastRoom
)

// Hooks is what tests may do to an engine.
type Hooks interface {
	Forget()  // forget everything
	Coarsen() // read and write channels as a whole
}

func (e *engine[R]) Forget() { e.forget() }
func (e *engine[R]) Coarsen() {
	e.isCoarse, fineFrom = func(int) bool { return true }, 1<<31
}

// Introduce makes an engine know the processes of a root, without learning what they do.
func (e *engine[R]) Introduce(r *R) {
	if !e.meet(uint32((*r)[0] & e.pack.shapeMask)) {
		return
	}
	at := e.known[(*r)[0]&e.pack.shapeMask]
	for pid := range at.of {
		s := &at.of[pid]
		if n := s.number(slice(r)); n >= uint64(len(s.infos)) || s.infos[n].id == 0 {
			e.introduce(at, pid, n, r)
		}
	}
}
