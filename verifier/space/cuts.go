package space

import (
	"sync"

	"gospin/vm"
)

// cuts has the values that do not fit, as recorded by the machines of a search. A machine has made each
// remembered move once, with the same values, so nothing is missed.
type cuts struct {
	sync.Mutex
	by [][]vm.Cut // by machine
	of []vm.Cut
}

// machine returns a machine that records cuts. Engines of several workers may call it at a time.
func (c *cuts) machine(prog *vm.Program) *vm.Machine {
	m := vm.NewMachine(prog)
	c.Lock()
	c.by = append(c.by, m.NoteCuts())
	c.Unlock()
	return m
}

// Cuts returns, by transition, the cuts of values in a search by Search. No engine may be in use.
func (s *Space) Cuts() []vm.Cut {
	for _, one := range s.cuts.by {
		for i, c := range one {
			s.cuts.of[i] |= c
		}
	}
	return s.cuts.of
}
