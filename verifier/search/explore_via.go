package search

import (
	"slices"

	"gospin/verifier/system"
	"gospin/vm"
)

// via are the moves that lead to the state at hand from the nearest stored one, for stores that ask for them.
type via struct {
	on    bool
	sys   stepped       // nil: its choices are single moves
	step  []vm.Move     // of the choice made last
	moves pool[vm.Move] // of frames within sequences
	all   []vm.Move
}

// stepped is a system that tells the moves of the choice of several steps that it has made last.
type stepped interface {
	Steps(dst []vm.Move) []vm.Move
}

func (v *via) begin(t *Task) {
	v.on, v.moves.grain = t.Store.Caps().Via, 1
	v.sys, _ = t.Sys.(stepped)
}

// took notes the moves of the choice just made.
func (v *via) took(c *system.Choice, before uint8) {
	if v.step = v.step[:0]; before > 0 && v.sys != nil {
		v.step = v.sys.Steps(v.step)
		return
	}
	v.step = append(v.step, c.Move())
}

// movesFrom are the moves from the open state s to the state at hand, which was found in its round; nil: it
// is the first.
func (e *explorer) movesFrom(s *openFrame) []vm.Move {
	v := &e.via
	if v.all = v.all[:0]; s == nil {
		return v.all
	}
	var frames []*openFrame
	for f := e.frames.item(int(s.top)); f != s; f = e.frames.item(int(f.up)) {
		frames = append(frames, f)
	}
	for _, f := range slices.Backward(frames) {
		v.all = append(v.all, v.moves.at(f.steps, int(f.stepsLen))...)
	}
	v.all = append(v.all, v.step...)
	e.worked(len(v.all) / 8)
	return v.all
}
