package compile

import "gospin/vm"

// inside has the transitions inside a d_step.
type inside struct {
	*liveness
	sub   uint32   // its first state
	moves []uint32 // transitions
	does  []touched
}

// within returns the transitions of a d_step that begins in a control state.
func (l *liveness) within(sub uint32) *inside {
	in := &inside{liveness: l, sub: sub}
	seen := map[uint32]bool{vm.Exit: true}
	for todo := []uint32{sub}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		st := &l.pt.States[at]
		for i := st.First; i < st.First+st.N; i++ {
			in.moves = append(in.moves, i)
			in.does = append(in.does, l.touch(i))
			todo = append(todo, l.p.Trans[i].To)
		}
	}
	return in
}

// live returns which of 64 cells are live before the d_step, given those that are live after it. A cell is
// live if it is read before it is written on some way, and dead if it is written on all ways.
func (in *inside) live(first int, behind uint64) uint64 {
	if in.o.overlook&readsInside != 0 && behind == 0 {
		return 0
	}
	live := map[uint32]uint64{vm.Exit: behind}
	for changed := true; changed; {
		changed = false
		in.checkContext()
		for n := len(in.moves) - 1; n >= 0; n-- {
			t := &in.p.Trans[in.moves[n]]
			d := &in.does[n]
			is := live[t.From] | bitsOf(d.reads, first) | live[t.To]&^bitsOf(d.sets, first)
			if is != live[t.From] {
				live[t.From], changed = is, true
			}
		}
	}
	if in.o.overlook&branches != 0 {
		for n := range in.does {
			live[in.sub] &^= bitsOf(in.does[n].sets, first)
		}
	}
	return live[in.sub]
}
