package search

import (
	"gospin/verifier/system"
	"gospin/vm"
)

// via records the moves of the last choice, for stores that request the moves to a state.
type via struct {
	on      bool
	stepped system.Stepped // returns the moves of choices with several steps; may be nil
	step    []vm.Move
}

// took records the moves of the last choice.
func (v *via) took(c *system.Choice, before uint8) {
	if v.step = v.step[:0]; before > 0 && v.stepped != nil {
		v.step = v.stepped.Steps(v.step)
	} else {
		v.step = append(v.step, c.Move())
	}
}

// vias are the moves on a path from the nearest stored state to the present one: those of the frames in
// between, and of the last choice.
type vias struct {
	moves  []vm.Move  // of all frames on the path that are not stored
	frames []unstored // these frames
	from   int        // beginning of the moves to the present state
}

// unstored is a frame that is not stored, with the range of the moves that lead to it.
type unstored struct{ frame, from, to int }

// arrived records that these moves of the last choice have led to the present state, from a frame with this
// number, which is stored or not.
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
