package space

// Hasten changes when transitions are looked at one by one, and sequences step by step, and how much room
// there is at least. The result changes it back.
func Hasten(split uint16, step uint32, room int64) (back func()) {
	a, b, c, d := splitFrom, stepFrom, leastRoom, fineFrom
	splitFrom, stepFrom, leastRoom = split, step, room
	return func() { splitFrom, stepFrom, leastRoom, fineFrom = a, b, c, d }
}

// What Hasten changes, as it is.
var (
	SplitFrom = splitFrom
	StepFrom  = stepFrom
	LeastRoom = leastRoom
)

// Hooks are what tests may do to an engine.
type Hooks interface {
	Forget()  // all that is remembered
	Coarsen() // have channels looked at and written as a whole
}

func (e *engine[R]) Forget() { e.forget() }
func (e *engine[R]) Coarsen() {
	e.isCoarse, fineFrom = func(int) bool { return true }, 1<<31
}

// Introduce has an engine meet the processes of a root, without learning what they do.
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
