package symmetry

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"gospin/vm"
)

// Trier computes successors with a machine of its own, to check the results of the proof.
type Trier struct {
	m     *vm.Machine
	claim bool
}

// NewTrier returns a Trier for a program.
func NewTrier(prog *vm.Program) *Trier {
	return &Trier{m: vm.NewMachine(prog), claim: prog.Claim != nil}
}

// Initial returns the vector of the initial state.
func (w *Trier) Initial() string {
	var first vm.State
	w.m.Initial(&first)
	return string(first.Vec)
}

// Successors returns the vectors of a state's successors, each once for every move to it, and separately the
// failures. A run-time error has no successor: it ends all searches.
func (w *Trier) Successors(vec string) (next, fails []string) {
	w.behind(&vm.State{Vec: []byte(vec), Excl: -1}, &next, &fails)
	if w.claim { // claims' moves are edges, too
		s := &vm.State{Vec: []byte(vec), Excl: -1}
		moves, _ := w.m.ClaimMoves(s, nil, false)
		for _, mv := range moves {
			to := &vm.State{Vec: bytes.Clone(s.Vec), Excl: s.Excl}
			w.m.ClaimDo(to, mv)
			next = append(next, string(to.Vec))
		}
	}
	return next, fails
}

func (w *Trier) behind(s *vm.State, next, fails *[]string) {
	moves, effect := w.m.Moves(s, nil)
	if effect&vm.Released != 0 {
		*next = append(*next, string(s.Vec))
		return
	}
	if effect &= vm.Failed | vm.InvalidEnd | vm.Abort; effect != 0 {
		*fails = append(*fails, fmt.Sprint("state ", effect))
	}
	for _, mv := range moves {
		to := &vm.State{Vec: bytes.Clone(s.Vec), Excl: s.Excl, Turn: s.Turn, Copy: s.Copy}
		effect := w.m.Do(to, mv)
		broken := false
		if effect&(vm.Failed|vm.Abort) != 0 {
			broken = slices.ContainsFunc(w.m.Faults(), func(f vm.Fault) bool {
				return f.Kind != vm.AssertionViolated
			})
			*fails = append(*fails, fmt.Sprint("move ", effect&(vm.Failed|vm.Abort), broken))
		}
		switch {
		case broken || effect&vm.Pruned != 0:
		case effect&vm.Transient != 0:
			w.behind(to, next, fails)
		default:
			*next = append(*next, string(to.Vec))
		}
	}
}

// Maps returns the image of a state in which the group holds, and why the image's successors are not the
// images of the state's successors; "" if they are.
func (w *Trier) Maps(g *Group, a *Action, vec string, next, fails []string) (image, wrong string) {
	image = string(g.Vector(a, nil, []byte(vec)))
	if !g.Holds([]byte(image)) {
		return "", "the group does not hold in an image"
	}
	var want []string
	for _, to := range next {
		if !g.Holds([]byte(to)) {
			return "", "the group does not go on to hold"
		}
		want = append(want, string(g.Vector(a, nil, []byte(to))))
	}
	got, failing := w.Successors(image)
	for _, list := range [][]string{want, got, failing} {
		slices.Sort(list)
	}
	fails = slices.Sorted(slices.Values(fails))
	if !slices.Equal(want, got) || !slices.Equal(fails, failing) {
		return "", "an edge is made none"
	}
	return image, ""
}

// Try searches the first states of a program step by step, and checks that each action maps edges to edges in
// those in which the group holds. It returns the number of these states, and what is wrong; "" if nothing is.
func (g *Group) Try(ctx context.Context, prog *vm.Program, most int) (tried int, wrong string) {
	w := NewTrier(prog)
	first := w.Initial()
	known, open := map[string]bool{first: true}, []string{first}
	for len(open) > 0 && tried < most && len(known) < 10*most && ctx.Err() == nil {
		vec := open[0]
		open = open[1:]
		next, fails := w.Successors(vec)
		for _, to := range next {
			if !known[to] {
				known[to] = true
				open = append(open, to)
			}
		}
		if !g.Holds([]byte(vec)) {
			continue
		}
		tried++
		for i := range g.Sets {
			for _, a := range g.Sets[i].Actions {
				if _, wrong := w.Maps(g, a, vec, next, fails); wrong != "" {
					return tried, fmt.Sprintf("%v: %s", a, wrong)
				}
			}
		}
	}
	return tried, ""
}
