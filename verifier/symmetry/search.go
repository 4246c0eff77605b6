package symmetry

import (
	"gospin/vm"
)

// lookStates limits the states that are searched for one after which no process starts.
const lookStates = 2000

// Find searches for the symmetry of a program: of the first shape in which no process starts or ends any
// more. The group is nil if there is none.
func Find(prog *vm.Program) (*Group, []Against) {
	g, against, _ := FindWithin(prog, AllSteps)
	return g, against
}

// FindWithin is Find with a limit of steps. It returns false if more steps may find more.
func FindWithin(prog *vm.Program, steps int) (_ *Group, _ []Against, done bool) {
	g, against := look(prog, 0, &steps)
	return g, against, steps > 0
}

// look searches for the group within some steps. If no process starts or ends in a shape any more, its states
// lead to no other shape.
func look(prog *vm.Program, over overlook, steps *int) (*Group, []Against) {
	if why := Takes(prog); why != "" {
		return nil, []Against{{Why: why}}
	}
	m := vm.NewMachine(prog)
	var first vm.State
	if m.Initial(&first)&(vm.Failed|vm.Abort) != 0 {
		return nil, nil
	}
	var against []Against
	tried, last := map[uint32]int{}, map[uint32]bool{}
	known := map[string]bool{string(first.Vec): true}
	open := []*vm.State{&first}
	for len(open) > 0 && len(known) < lookStates && *steps > 0 {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		id := prog.Layout.ShapeID(s.Vec)
		if s.Excl < 0 && tried[id] < 2 {
			tried[id]++
			g, why, settled := find(prog, s.Vec, steps, over)
			if g != nil {
				return g, why
			}
			last[id] = settled
			if len(why) > 0 {
				against = why
			}
		}
		if last[id] && tried[id] == 2 {
			continue
		}
		moves, effect := m.Moves(s, nil)
		if effect&vm.Released != 0 {
			moves, effect = m.Moves(s, nil)
		}
		if effect&(vm.Failed|vm.Abort) != 0 {
			continue
		}
		for _, mv := range moves {
			to := &vm.State{Vec: append([]byte(nil), s.Vec...), Excl: s.Excl, Turn: s.Turn, Copy: s.Copy}
			if m.Do(to, mv)&(vm.Failed|vm.Abort) != 0 {
				continue
			}
			if key := string(to.Vec) + string(rune(to.Excl)); !known[key] {
				known[key] = true
				open = append(open, to)
			}
		}
	}
	return nil, against
}

// Takes returns why the symmetry of a program can't be searched for; "" if it can.
func Takes(p *vm.Program) string {
	switch {
	case p.UsesPrio:
		return "the model has priorities"
	case p.LastVar != nil:
		return "the model uses _last"
	case p.Events != nil:
		return "the model has a trace assertion"
	case p.Layout.Unstored:
		return "the model has hidden variables that change"
	}
	return ""
}
