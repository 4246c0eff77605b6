package trail

import (
	"slices"

	"gospin/vm"
)

// Bury appends the moves by which processes end, where the search's program leaves finished processes
// standing.
func Bury(m *vm.Machine, path []vm.Move) []vm.Move {
	var s vm.State
	m.Initial(&s)
	for _, mv := range path {
		Moves(m, &s, nil)
		m.Do(&s, mv)
	}
	for {
		moves, _ := Moves(m, &s, nil)
		i := slices.IndexFunc(moves, func(mv vm.Move) bool {
			return m.Program().Trans[mv.Trans].Effect == vm.EffectDie
		})
		if i < 0 {
			return path
		}
		path = append(path, moves[i])
		m.Do(&s, moves[i])
	}
}
