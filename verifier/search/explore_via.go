package search

import (
	"slices"

	"gospin/vm"
)

// movesFrom returns the moves from the open state s to the present one, found in its round. It returns nil
// for the initial state.
func (e *explorer) movesFrom(s *openFrame) []vm.Move {
	if e.moves = e.moves[:0]; s == nil {
		return e.moves
	}
	var frames []*openFrame
	for f := e.frames.item(int(s.top)); f != s; f = e.frames.item(int(f.up)) {
		frames = append(frames, f)
	}
	for _, f := range slices.Backward(frames) {
		e.moves = append(e.moves, e.steps.at(f.steps, int(f.stepsLen))...)
	}
	e.moves = append(e.moves, e.via.step...)
	e.worked(len(e.moves) / 8)
	return e.moves
}
