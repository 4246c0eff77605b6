package space

import (
	"errors"

	"gospin/verifier/batch"
	"gospin/verifier/batch/unmove"
	"gospin/verifier/por"
	"gospin/verifier/symmetry"
	"gospin/verifier/system"
	"gospin/vm"
)

// Run makes a search in whatever way the task has states kept.
func Run(t *batch.Task) (*batch.Result, error) {
	if t.Unmove != nil {
		return unmove.Search(t)
	}
	return batch.Search(t)
}

// Search searches the states of a program as roots, of coarser components where they are too wide, reduced
// by a rule unless it is nil, and by a group of symmetries. The transitions taken are marked. If decided is
// not nil, a claim moves beside (NewBeside). Where accepting cycles are looked for, the claim need not be
// terminal: decided tells of its ends only.
func Search(
	prog *vm.Program, decided []vm.Effect, rule por.Rule, group *symmetry.Group, taken []byte, t *batch.Task,
) (*Space, *batch.Result, error) {
	cut := &cuts{of: make([]vm.Cut, len(prog.Trans))}
	machine := func() Observed { return system.Of(cut.machine(prog)) }
	beside := decided != nil
	for grain := 0; ; grain++ {
		states := New(func() Noted { return machine() }, grain, taken)
		if beside {
			states = NewBeside(machine, grain, taken, decided)
		}
		if t.Cycles { // a cycle of representatives is none of the states that are shown
			states.SeekCycles(prog, beside, t.Fair)
		} else {
			states.Exchange(group)
		}
		states.SetWidths(t.Widths())
		states.Reduce(rule)
		states.cuts = cut
		t.Space, t.Reduced = states, rule != nil && !beside
		res, err := Run(t)
		if grain == Coarsest || !errors.Is(err, batch.ErrWide) {
			return states, res, err
		}
	}
}
