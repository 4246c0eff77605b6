package space

import (
	"sync"

	"gospin/vm"
)

// cuts are what the machines of a search note of values that do not fit. What is remembered has been done by
// a machine once, with the same values, so that nothing is missed.
type cuts struct {
	sync.Mutex
	by [][]vm.Cut // the machines
	of []vm.Cut
}

// machine makes one that notes cuts. Engines of several workers ask for them at the same time.
func (c *cuts) machine(prog *vm.Program) *vm.Machine {
	m := vm.NewMachine(prog)
	c.Lock()
	c.by = append(c.by, m.NoteCuts())
	c.Unlock()
	return m
}

// Cuts are, by the transition, what a search by Search has met of values that do not fit. No engine is at
// work then.
func (s *Space) Cuts() []vm.Cut {
	for _, one := range s.cuts.by {
		for i, c := range one {
			s.cuts.of[i] |= c
		}
	}
	return s.cuts.of
}
