package search

import (
	"gospin/verifier/system"
	"gospin/vm"
)

// vias tell a store by which moves a state is come to from the nearest stored one on the path: those of the
// frames between, and of the choice made last.
type vias struct {
	on      bool
	stepped system.Stepped // tells the moves of choices of several steps; nil: there are none such
	step    []vm.Move      // of the choice made last
	moves   []vm.Move      // of all frames on the path that are not stored
	frames  []unstored     // these frames
	from    int            // where in moves those begin that lead to the state at hand
}

// unstored is a frame that is not stored, and where in the moves those lie that lead to it.
type unstored struct{ frame, from, to int }

// took notes the moves of the choice just made.
func (v *vias) took(c *system.Choice, before uint8) {
	v.step = v.step[:0]
	if before > 0 && v.stepped != nil {
		v.step = v.stepped.Steps(v.step)
	} else {
		v.step = append(v.step, c.Move())
	}
}

// from a frame with this number, which is stored or not, the choice made last has led to the state at hand.
func (v *vias) arrived(frame int, stored bool) {
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
	v.from, v.moves = from, append(v.moves[:to], v.step...)
}

// via are the moves that lead to the state at hand.
func (v *vias) via() []vm.Move { return v.moves[v.from:] }

// enter says that the state at hand has become the frame with this number.
func (v *vias) enter(frame int, stored bool) {
	if v.on && !stored {
		v.frames = append(v.frames, unstored{frame, v.from, len(v.moves)})
	}
}
