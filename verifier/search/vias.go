package search

import (
	"gospin/verifier/system"
	"gospin/vm"
)

// via records the moves of the choice made last, for stores that ask by which moves a state is reached.
type via struct {
	on      bool
	stepped system.Stepped // knows the moves of choices of several steps; nil: there are none such
	step    []vm.Move
}

// took notes the moves of the choice just made.
func (v *via) took(c *system.Choice, before uint8) {
	if v.step = v.step[:0]; before > 0 && v.stepped != nil {
		v.step = v.stepped.Steps(v.step)
	} else {
		v.step = append(v.step, c.Move())
	}
}

// vias are the moves on a path that lead to the present state from the nearest stored one: those of the
// frames between, and of the choice made last.
type vias struct {
	moves  []vm.Move  // of all frames on the path that are not stored
	frames []unstored // these frames
	from   int        // where in moves those begin that lead to the present state
}

// unstored is a frame that is not stored, and where in the moves those lie that lead to it.
type unstored struct{ frame, from, to int }

// arrived notes that the choice made last, by these moves, has led to the present state from a frame with
// this number, which is stored or not.
func (v *vias) arrived(step []vm.Move, frame int, stored bool) {
	n := len(v.frames)
	for n > 0 && v.frames[n-1].frame > frame {
		n--
	}
	v.frames = v.frames[:n]
	from, to := 0, 0
	if n > 0 {
		from, to = v.frames[n-1].from, v.frames[n-1].to
	}
	if stored {
		from = to
	}
	v.from, v.moves = from, append(v.moves[:to], step...)
}

// last are the moves that lead to the present state.
func (v *vias) last() []vm.Move { return v.moves[v.from:] }

// enter says that the present state has become the frame with this number.
func (v *vias) enter(frame int, stored bool) {
	if !stored {
		v.frames = append(v.frames, unstored{frame, v.from, len(v.moves)})
	}
}
