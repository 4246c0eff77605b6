package atomic

import "gospin/vm"

// Single lists the steps of the moves on a path from the initial state of a program one by one. Memo of a move is the
// number of steps that were taken with it after the first.
func Single(p *vm.Program, path []vm.Move) []vm.Move {
	m, s := vm.NewMachine(p), vm.State{}
	w := NewWalk(m, nil)
	m.Initial(&s)
	out := make([]vm.Move, 0, len(path))
	for _, mv := range path {
		before, leaf := int(mv.Memo), mv.Leaf
		mv.Memo, mv.Leaf = 0, 0
		out = append(out, mv)
		switch {
		case mv.Pid == vm.ClaimPid:
			m.ClaimDo(&s, mv)
			continue
		case before == 0:
			m.Do(&s, mv)
			continue
		}
		w.Begin(&s, mv, true, true)
		for range leaf {
			w.Next()
		}
		m.Do(&s, mv)
		for i := range before {
			l := &w.levels[i]
			out = append(out, l.moves[l.next])
			m.Do(&s, l.moves[l.next])
		}
	}
	return out
}
