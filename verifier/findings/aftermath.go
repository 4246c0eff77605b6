package findings

import (
	"context"
	"fmt"
	"slices"

	"gospin/verifier/confirm"
	"gospin/verifier/product"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// Aftermath finds continuations of runs that a claim has already rejected.
type Aftermath struct {
	Ctx      context.Context
	Prog     *vm.Program
	Memory   int64 // bytes for the states that it stores
	Progress func(*search.Result)

	sys   *product.Product
	known store.Store // states after which no infinite run exists; nil before the first search
}

// Free releases what it has stored.
func (a *Aftermath) Free() {
	if a.known != nil {
		a.known.Free()
	}
	a.known = nil
}

// Decided is a search.Decided.
func (a *Aftermath) Decided(run func() []vm.Move) (f *search.Fault, why []string, err error) {
	if a.sys == nil {
		a.sys = product.New(system.Of(vm.NewMachine(a.Prog)))
	}
	moves := run()
	s := &vm.State{}
	a.sys.Initial(s)
	for i := range moves {
		if err := a.follow(s, moves[i]); err != nil {
			return nil, nil, fmt.Errorf("internal error: move %d of %d: %w", i+1, len(moves), err)
		}
	}
	b := &rest{Aftermath: a, moves: moves, seen: map[string]bool{}}
	if err = b.toStored(s); b.fault != nil {
		a.Free()
	}
	return b.fault, b.why, err
}

// follow makes one move.
func (a *Aftermath) follow(s *vm.State, mv vm.Move) error {
	x := system.Expansion{Room: system.Unlimited, After: system.AllChoices}
	a.sys.Expand(s, &x)
	for x.Effect&vm.Released != 0 {
		a.sys.Expand(s, &x)
	}
	for i := range x.Choices {
		if x.Choices[i].Move() == mv {
			a.sys.Do(s, &x.Choices[i], 0)
			return nil
		}
	}
	return fmt.Errorf("it is not enabled")
}

// rest searches for an accepted run from a state.
type rest struct {
	*Aftermath
	moves []vm.Move
	seen  map[string]bool // visited states that are not stored
	fault *search.Fault
	why   []string
}

// toStored finds the next stored states, and searches for runs from each.
func (b *rest) toStored(s *vm.State) error {
	key := fmt.Sprint(s.Vec, s.Excl, s.Turn)
	if b.seen[key] {
		return nil
	}
	b.seen[key] = true
	var at vm.State
	at.CopyFrom(s)
	x := &system.Expansion{Room: system.Unlimited, After: system.AllChoices}
	b.sys.Expand(&at, x)
	if x.Effect&vm.ClaimEnd != 0 {
		moves := slices.Clone(b.moves)
		b.fault = &search.Fault{ClaimEnd: true, Msg: "end state in claim reached", Depth: confirm.Steps(moves)}
		b.fault.Moves = func() []vm.Move { return moves }
		return nil
	}
	if x.Effect&vm.Released != 0 {
		return b.from(&at)
	}
	n := len(b.moves)
	for _, c := range slices.Clone(x.Choices) {
		var to vm.State
		to.CopyFrom(&at)
		step := b.sys.Do(&to, &c, 0)
		if step.Effect&(vm.Pruned|vm.Abort) != 0 {
			continue
		}
		b.moves = append(slices.Clip(b.moves[:n]), c.Move())
		next := b.from
		if step.Effect&(vm.Transient|vm.Passing) != 0 {
			next = b.toStored
		}
		if err := next(&to); err != nil || b.fault != nil {
			return err
		}
	}
	return nil
}

// from searches for runs from a stored state.
func (b *rest) from(s *vm.State) error {
	limits := search.Limits{Memory: b.Memory, NoAssert: true, NoEnd: true}
	if b.known == nil {
		b.known = store.NewPlain(b.Prog.Layout, limits.Memory)
	}
	before, prefix := confirm.Steps(b.moves), slices.Clone(b.moves)
	t := &search.Task{
		Context: b.Ctx, Store: b.known, Limits: limits, Progress: b.Progress,
		Sys: &confirm.Started{Product: b.sys, At: s, Effect: vm.Accepting, Before: prefix},
	}
	t.OnFault = func(f *search.Fault) error {
		if !f.Cycle && !f.ClaimEnd && !f.Stutter {
			return nil
		}
		moves := f.Moves()
		f.Depth += before
		f.Moves = func() []vm.Move { return moves }
		b.fault = f
		return confirm.ErrFound
	}
	res, err := search.Nested(t, search.NestedOptions{})
	if b.fault != nil {
		return nil
	}
	if err == nil {
		b.why = append(b.why, res.Incomplete...)
	}
	return err
}
