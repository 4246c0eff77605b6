package verifier

import (
	"fmt"
	"slices"

	"gospin/verifier/confirm"
	"gospin/verifier/product"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
	"gospin/vm/compile"
)

// aftermath finds how runs go on that a monitor has decided against. It knows states behind which no run goes
// on for ever.
type aftermath struct {
	j     *job
	sys   *product.Product
	known store.Store // nil: nothing is known
}

// decisions are a search.Decided for a part with a claim that moves; nil: there is none such. Free is to be
// called in the end.
func (j *job) decisions() (decided search.Decided, free func()) {
	if j.part.Claim == "" || j.part.Claim == compile.AcceptanceClaim {
		return nil, func() {}
	}
	a := &aftermath{j: j, sys: product.New(system.Of(vm.NewMachine(j.prog)))}
	return a.decided, a.free
}

func (a *aftermath) free() {
	if a.known != nil {
		a.known.Free()
	}
	a.known = nil
}

// decided is a search.Decided.
func (a *aftermath) decided(run func() []vm.Move) (f *search.Fault, why []string, err error) {
	moves := run()
	s := &vm.State{}
	a.sys.Initial(s)
	for i := range moves {
		if err := a.follow(s, moves[i]); err != nil {
			return nil, nil, fmt.Errorf("internal error: move %d of %d: %w", i+1, len(moves), err)
		}
	}
	b := &behind{aftermath: a, moves: moves, met: map[string]bool{}}
	if err = b.look(s); b.fault != nil {
		a.free()
	}
	return b.fault, b.why, err
}

// follow makes one move.
func (a *aftermath) follow(s *vm.State, mv vm.Move) error {
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

// behind looks for an accepted run behind a state.
type behind struct {
	*aftermath
	moves []vm.Move
	met   map[string]bool // states that are not stored
	fault *search.Fault
	why   []string
}

// look goes on to the states that are stored, and looks for runs behind each.
func (b *behind) look(s *vm.State) error {
	key := fmt.Sprint(s.Vec, s.Excl, s.Turn)
	if b.met[key] {
		return nil
	}
	b.met[key] = true
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
			next = b.look
		}
		if err := next(&to); err != nil || b.fault != nil {
			return err
		}
	}
	return nil
}

// from looks for runs behind a state that is stored.
func (b *behind) from(s *vm.State) error {
	j := b.j
	limits := search.Limits{Memory: j.o.Memory / 4, NoAssert: true, NoEnd: true}
	if b.known == nil {
		b.known = store.NewPlain(j.prog.Layout, limits.Memory)
	}
	before, prefix := confirm.Steps(b.moves), slices.Clone(b.moves)
	t := &search.Task{
		Context: j.ctx, Sys: &started{b.sys, s, prefix}, Store: b.known, Limits: limits, Progress: j.tell,
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
	res, err := search.Nested(t)
	if b.fault != nil {
		return nil
	}
	if err == nil {
		b.why = append(b.why, res.Incomplete...)
	}
	return err
}

// started is a product that begins in a state, to which moves have led.
type started struct {
	*product.Product
	at     *vm.State
	before []vm.Move
}

// Initial implements system.System.
func (p *started) Initial(s *vm.State) vm.Effect {
	s.CopyFrom(p.at)
	s.Dirty = 1<<64 - 1
	return vm.Accepting
}

// Path implements system.System.
func (p *started) Path(path []system.Taken) []vm.Move {
	return append(slices.Clone(p.before), p.Product.Path(path)...)
}
