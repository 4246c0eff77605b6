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

// Run makes a search, with states stored as the task says.
func Run(t *batch.Task) (*batch.Result, error) {
	if t.Unmove != nil {
		return unmove.Search(t)
	}
	return batch.Search(t)
}

// Search searches the states of a program as roots, with coarser components if roots become too wide. It is
// reduced by a rule, unless that is nil, and by a group of symmetries. Transitions that are taken are marked
// in taken. If decided is not nil, there is a claim (NewProduct). If accepting cycles are looked for, the
// claim need not be terminal: then decided only has the effects of its ends.
func Search(
	prog *vm.Program, decided []vm.Effect, rule por.Rule, group *symmetry.Group, taken []byte, t *batch.Task,
) (*Space, *batch.Result, error) {
	cut := &cuts{of: make([]vm.Cut, len(prog.Trans))}
	machine := func() Observed { return system.Of(cut.machine(prog)) }
	beside := decided != nil
	grain := 0
	if t.From != nil {
		t.From.Begin(keptGrain)
		grain = t.From.Int(Coarsest)
	}
	for ; ; grain++ {
		states := New(func() Noted { return machine() }, grain, taken)
		if beside {
			states = NewProduct(machine, grain, taken, decided)
		}
		if t.Cycles {
			states.SeekCycles(prog, beside, t.Fair)
		}
		if !t.Cycles || t.Fair == nil { // which process moves differs between the states of an orbit
			states.Exchange(group)
		}
		states.SetWidths(t.Widths())
		states.Reduce(rule)
		states.cuts = cut
		t.Space, t.Reduced = states, rule != nil && !beside
		if t.From != nil {
			if err := states.resume(t.From); err != nil {
				return nil, nil, err
			}
			t.Form = batch.ReadForm(t.From)
		}
		res, err := Run(t)
		t.From = nil // with coarser components, the search begins again
		if grain == Coarsest || !errors.Is(err, batch.ErrWide) {
			return states, res, err
		}
	}
}

// Traced is an error that Trace has found.
type Traced struct {
	*batch.Lead
	vectors func() [][]byte
}

// Path returns the machine's states from the initial one to that with the error, by as few choices as
// possible. It must be called at once.
func (e *Traced) Path() [][]byte { return e.vectors() }

// Trace is a breadth-first Search with a path to every error. If decided is not nil, the only error is the
// claim's end. begin is called before the search, and again if the search begins again with coarser
// components. It returns the function to call with every error, which ends the search by returning false.
func Trace(
	prog *vm.Program, decided []vm.Effect, rule por.Rule, taken []byte, t *batch.Task,
	begin func() func(*Traced) (goesOn bool),
) (states *Space, res *batch.Result, err error) {
	cut := &cuts{of: make([]vm.Cut, len(prog.Trans))}
	machine := func() Observed { return system.Of(cut.machine(prog)) }
	for grain := 0; ; grain++ {
		states = New(func() Noted { return machine() }, grain, taken)
		if decided != nil {
			states = NewProduct(machine, grain, taken, decided)
		}
		states.SetWidths(t.Widths())
		states.Reduce(rule)
		states.cuts = cut
		on := begin()
		t.Space, t.Reduced = states, rule != nil
		t.OnError = func(l *batch.Lead) bool {
			return on(&Traced{l, func() [][]byte { return states.vectors(l.Path()) }})
		}
		res, err = batch.Search(t)
		if grain == Coarsest || !errors.Is(err, batch.ErrWide) {
			return states, res, err
		}
	}
}

// vectors returns the machine's states of roots.
func (s *Space) vectors(path [][]uint64) (out [][]byte) {
	for _, root := range path {
		out = append(out, s.decode(nil, s.form(uint32(root[0]&s.pack.shapeMask)-1), root))
	}
	return out
}
