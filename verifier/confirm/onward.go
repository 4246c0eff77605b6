package confirm

import (
	"context"
	"errors"
	"slices"
	"strings"

	"gospin/verifier/product"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/trail"
	"gospin/vm"
)

// Started is a product that begins in a state which some moves have led to. The effect is the last move's.
type Started struct {
	*product.Product
	At     *vm.State
	Effect vm.Effect
	Before []vm.Move
}

// Initial implements system.System.
func (p *Started) Initial(s *vm.State) vm.Effect {
	s.CopyFrom(p.At)
	s.Dirty = 1<<64 - 1
	return p.Effect
}

// Path implements system.System.
func (p *Started) Path(path []system.Taken) []vm.Move {
	return append(slices.Clone(p.Before), p.Product.Path(path)...)
}

// Violation is a run that a claim accepts.
type Violation struct {
	Moves []vm.Move // including the claim's
	Cycle int       // number of moves before the cycle; -1 if there is none
	Depth int       // as search.Fault.Depth, for a cycle
}

// depths are the depth limits that Accepted tries in turn, since a nested search does not find the shortest
// run.
var depths = []int{50, 200, 1000, 0}

// Accepted searches for a run with the beginning that a trail gives that the program's claim accepts, and
// that therefore violates the property. A nil result with a reason means that the search was cut short;
// without a reason, that there is no such run.
func Accepted(
	ctx context.Context, p *vm.Program, begins *trail.Trail, l search.Limits,
) (found *Violation, reason string) {
	sys := product.New(system.Of(vm.NewMachine(p)))
	if len(p.Claim.Sources) == 0 {
		sys = sys.Ends() // of a formula
	}
	l.NoAssert, l.NoEnd = true, true
	starts, found := behind(sys, p, begins)
	for _, depth := range depths {
		var reasons []string
		for _, at := range starts {
			if found != nil {
				break
			}
			l.Depth = depth
			var why []string
			found, why = at.accepted(ctx, p, l)
			reasons = append(reasons, why...)
		}
		if found != nil || !slices.Contains(reasons, search.DepthLimit) {
			slices.Sort(reasons)
			return found, strings.Join(slices.Compact(reasons), "; ")
		}
	}
	return nil, search.DepthLimit
}

// accepted searches from one state.
func (p *Started) accepted(ctx context.Context, prog *vm.Program, l search.Limits) (*Violation, []string) {
	var found *Violation
	st := store.NewPlain(prog.Layout, l.Memory)
	defer st.Free()
	t := &search.Task{Context: ctx, Sys: p, Store: st, Limits: l}
	t.OnFault = func(f *search.Fault) error {
		if !f.Cycle && !f.ClaimEnd && !f.Stutter {
			return nil
		}
		found = &Violation{Moves: f.Moves(), Cycle: -1}
		if f.Cycle {
			found.Depth = f.Depth + Steps(p.Before)
			found.Cycle = len(found.Moves)
			for i := range found.Moves {
				if Steps(found.Moves[:i+1]) > found.Depth {
					found.Cycle = i
					break
				}
			}
		}
		return ErrFound
	}
	res, err := search.Nested(t, search.NestedOptions{})
	switch {
	case found != nil:
		return found, nil
	case err != nil && !errors.Is(err, ErrFound):
		return nil, []string{err.Error()}
	}
	return nil, res.Incomplete
}

// behind returns all states of a product that a trail's moves lead to, with all possible moves of the claim.
// If the claim ends on the way, that is a violation.
func behind(sys *product.Product, p *vm.Program, t *trail.Trail) (now []*Started, done *Violation) {
	first := &Started{Product: sys, At: &vm.State{}}
	first.Effect = sys.Initial(first.At)
	now = []*Started{first}
	for at := 0; at < len(t.Steps); {
		var next []*Started
		seen, step := map[string]bool{}, t.Steps[at]
		isNew := func(s *vm.State) bool {
			key := string(append(slices.Clone(s.Vec), byte(s.Excl), s.Turn, s.Copy))
			known := seen[key]
			seen[key] = true
			return !known
		}
		wide := 1
		for len(now) > 0 {
			from := now[0]
			now = now[1:]
			x := system.Expansion{Room: system.Unlimited, After: system.AllChoices}
			sys.Expand(from.At, &x)
			for x.Effect&vm.Released != 0 {
				sys.Expand(from.At, &x)
			}
			if x.Effect&vm.ClaimEnd != 0 {
				return nil, &Violation{Moves: from.Before, Cycle: -1}
			}
			for _, c := range slices.Clone(x.Choices) {
				mv := c.Move()
				ofClaim := mv.Pid == vm.ClaimPid
				if !ofClaim && (int(mv.Pid) != step.Pid || int(p.Trans[mv.Trans].ID) != step.ID) {
					continue
				}
				if mv.Partner != 0 {
					if to := t.Steps[min(at+1, len(t.Steps)-1)]; int(mv.Peer) != to.Pid ||
						int(p.Trans[mv.Partner].ID) != to.ID {
						continue
					}
					wide = 2
				}
				to := &Started{Product: sys, At: &vm.State{}, Before: append(slices.Clone(from.Before), mv)}
				to.At.CopyFrom(from.At)
				done := sys.Do(to.At, &c, 0)
				if to.Effect = done.Effect; to.Effect&(vm.Pruned|vm.Abort) != 0 || !isNew(to.At) {
					continue
				}
				if ofClaim {
					now = append(now, to)
				} else {
					next = append(next, to)
				}
			}
		}
		now, at = next, at+wide
	}
	return now, nil
}
