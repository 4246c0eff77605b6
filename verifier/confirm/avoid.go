package confirm

import (
	"context"
	"slices"

	"gospin/verifier/fair"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/trail"
	"gospin/vm"
)

// Limits of a search for ways out of a run: the number of its moves, and of states after each of them. After
// the last one, where the search begins, they are few, so that those who see an error at once do not wait.
const (
	maxMoves = 10_000
	lastNear = 3000
	maxNear  = 10_000
)

// WayOut is the last state of a run from which its error could be avoided.
type WayOut struct {
	// Before is the number of moves to that state: after one more, every weakly fair run meets an error; -1:
	// every weakly fair run of the model does.
	Before int
	// Instead is a move there, after which some weakly fair run meets no error; if possible, of the process
	// that moves in the run.
	Instead vm.Move
}

// LastWayOut finds the last way out of a run to an error, which is given by its moves, for a program without
// a claim. The limits say which errors count. It returns nil if the run does not end in one, if ctx was done,
// or if it would have to look at too many states.
func LastWayOut(ctx context.Context, p *vm.Program, moves []vm.Move, l search.Limits) *WayOut {
	if len(moves) == 0 || len(moves) > maxMoves {
		return nil
	}
	m := vm.NewMachine(p)
	states := make([]vm.State, len(moves))
	var s vm.State
	eff := m.Initial(&s)
	for i, mv := range moves {
		states[i].CopyFrom(&s)
		trail.Moves(m, &s, nil) // a process blocked in an atomic sequence loses control
		eff = m.Do(&s, mv)
	}
	if !hasFault(m, eff, &l) {
		_, eff = trail.Moves(m, &s, nil)
		if !hasFault(m, eff, &l) && (l.NoEnd || eff&vm.InvalidEnd == 0) {
			return nil
		}
	}
	var out *WayOut
	// tries reports whether it is known if there is a way out of a state, and if there is one.
	tries := func(at int) (is, known bool) {
		near := maxNear
		if at == len(moves)-1 {
			near = lastNear
		}
		first, is, known := wayOut(ctx, p, &states[at], near, l)
		if is {
			out = &WayOut{at, first}
		}
		return is, known
	}
	good, bad := -1, len(moves)
	for back := 1; good < 0; back *= 2 { // later states usually have fewer states after them
		at := max(0, len(moves)-back)
		is, known := tries(at)
		switch {
		case !known:
			return nil
		case is:
			good = at
		case at == 0:
			return &WayOut{Before: -1}
		default:
			bad = at
		}
	}
	for bad-good > 1 {
		at := (good + bad) / 2
		is, known := tries(at)
		switch {
		case !known:
			return nil
		case is:
			good = at
		default:
			bad = at
		}
	}
	all, _ := trail.Moves(m, &states[good], nil)
	for _, mv := range all {
		s.CopyFrom(&states[good])
		if mv.Pid != moves[good].Pid || hasFault(m, m.Do(&s, mv), &l) {
			continue
		}
		if _, is, _ := wayOut(ctx, p, &s, maxNear, l); is {
			out.Instead = mv
			break
		}
	}
	return out
}

// wayOut looks for a weakly fair run from a state that meets no error, and returns its first move.
func wayOut(
	ctx context.Context, p *vm.Program, from *vm.State, near int, l search.Limits,
) (first vm.Move, is, known bool) {
	sys := faultless{startedAt{system.Of(vm.NewMachine(p)), from}, l}
	st := store.NewPlain(p.Layout, l.Memory)
	defer st.Free()
	t := &search.Task{Context: ctx, Sys: sys, Store: st, Limits: search.Limits{Memory: l.Memory}}
	t.OnFault = func(f *search.Fault) error {
		if is = true; len(f.Moves()) > 0 {
			first = f.Moves()[0]
		}
		return ErrFound
	}
	kinds := slices.Repeat([]fair.Kind{fair.Weak}, len(p.Procs))
	res, err := search.Fair(t, search.FairOptions{Kinds: kinds, Near: near})
	return first, is, is || err == nil && len(res.Incomplete) == 0
}

// faultless is a machine that makes no move that fails, and none in a state where a guard fails. Its only
// faults are the states in which a run may end. All states are accepting.
type faultless struct {
	startedAt
	limits search.Limits
}

// hasFault reports whether the last step or expansion of a machine had a fault that counts.
func hasFault(m *vm.Machine, eff vm.Effect, l *search.Limits) bool {
	return eff&vm.Failed != 0 && slices.ContainsFunc(m.Faults(), func(f vm.Fault) bool {
		return f.Kind != vm.Truncated && !l.Excuses(f.Kind)
	})
}

// Initial implements system.System.
func (m faultless) Initial(s *vm.State) vm.Effect { return m.startedAt.Initial(s) | vm.Accepting }

// Expand implements system.System.
func (m faultless) Expand(s *vm.State, x *system.Expansion) {
	m.Machine.Expand(s, x)
	failed := hasFault(m.Machine.Machine, x.Effect, &m.limits)
	mayEnd := len(x.Choices) == 0 && x.Effect&vm.Released == 0 && !failed &&
		(x.Effect&vm.InvalidEnd == 0 || m.limits.NoEnd)
	if x.Effect &^= vm.Failed | vm.InvalidEnd; failed {
		x.Choices = x.Choices[:0]
	}
	if mayEnd {
		x.Effect |= vm.InvalidEnd
	}
}

// Do implements system.System.
func (m faultless) Do(s *vm.State, c *system.Choice, room int) vm.Step {
	step := m.Machine.Do(s, c, room)
	if hasFault(m.Machine.Machine, step.Effect, &m.limits) {
		step.Effect |= vm.Pruned
	}
	step.Effect = step.Effect&^vm.Failed | vm.Accepting
	return step
}
