package compile

import "gospin/vm"

// inside is what happens within a d_step: transitions between its control states.
type inside struct {
	*liveness
	sub   uint32   // where it begins
	moves []uint32 // transitions
	does  []touched
}

// within finds the transitions of a d_step that begins at a control state.
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

// live is what is live of 64 cells in front of the d_step, where some of them are live behind it. What is
// read before it is written on one way is live; what is written on all ways is not.
func (in *inside) live(first int, behind uint64) uint64 {
	if in.o.overlook&readsInside != 0 && behind == 0 {
		return 0
	}
	live := map[uint32]uint64{vm.Exit: behind}
	for again := true; again; {
		again = false
		in.look()
		for n := len(in.moves) - 1; n >= 0; n-- {
			t := &in.p.Trans[in.moves[n]]
			d := &in.does[n]
			is := live[t.From] | bitsOf(d.reads, first) | live[t.To]&^bitsOf(d.sets, first)
			if is != live[t.From] {
				live[t.From], again = is, true
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
