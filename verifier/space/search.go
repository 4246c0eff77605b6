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
	grain := 0
	if t.From != nil {
		t.From.Begin(keptGrain)
		grain = t.From.Int(Coarsest)
	}
	for ; ; grain++ {
		states := New(func() Noted { return machine() }, grain, taken)
		if beside {
			states = NewBeside(machine, grain, taken, decided)
		}
		if t.Cycles {
			states.SeekCycles(prog, beside, t.Fair)
		}
		if !t.Cycles || !t.Fair { // who moves is not the same for all states of an orbit
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
		t.From = nil // coarser components begin at the beginning
		if grain == Coarsest || !errors.Is(err, batch.ErrWide) {
			return states, res, err
		}
	}
}

// Traced is an error that Trace has met.
type Traced struct {
	*batch.Lead
	vectors func() [][]byte
}

// Path returns the states, as a machine has them, from the initial one to that where the error was met: on
// the way there are as few choices as can be. It is to be called at once.
func (e *Traced) Path() [][]byte { return e.vectors() }

// Trace is Search breadth first, with a path to every error. A claim's end is the only one if decided is not
// nil. Begin is called before the search, and again if the search begins again with coarser components. It
// returns the function to call with every error, which ends the search by returning false.
func Trace(
	prog *vm.Program, decided []vm.Effect, rule por.Rule, taken []byte, t *batch.Task,
	begin func() func(*Traced) (goesOn bool),
) (states *Space, res *batch.Result, err error) {
	cut := &cuts{of: make([]vm.Cut, len(prog.Trans))}
	machine := func() Observed { return system.Of(cut.machine(prog)) }
	for grain := 0; ; grain++ {
		states = New(func() Noted { return machine() }, grain, taken)
		if decided != nil {
			states = NewBeside(machine, grain, taken, decided)
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

// vectors are the states of roots, as a machine has them.
func (s *Space) vectors(path [][]uint64) (out [][]byte) {
	for _, root := range path {
		out = append(out, s.decode(nil, s.form(uint32(root[0]&s.pack.shapeMask)-1), root))
	}
	return out
}
