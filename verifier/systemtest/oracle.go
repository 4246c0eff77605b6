package systemtest

import (
	"slices"

	"gospin/verifier/system"
	"gospin/vm"
)

// Counts is the result of an exploration.
type Counts struct {
	Stored, Matched, AtomicSteps uint64
	Depth, Errors, MaxVector     int
}

// Count explores a system depth first, recursively, with a map of all keys. Depth 0 means no limit.
func Count(sys system.System, depth int) Counts {
	o := &oracle{sys: sys, limit: depth, seen: map[string]bool{}}
	var s vm.State
	eff := sys.Initial(&s)
	o.errors(eff)
	o.explore(&s, eff, 0)
	return o.Counts
}

type oracle struct {
	Counts
	sys   system.System
	limit int
	seen  map[string]bool
}

func (o *oracle) stored(s *vm.State) bool {
	key := string(o.sys.Layout().Key(s.Vec))
	if o.seen[key] {
		o.Matched++
		return false
	}
	o.seen[key] = true
	o.Stored++
	o.MaxVector = max(o.MaxVector, len(key))
	return true
}

func (o *oracle) errors(eff vm.Effect) {
	if eff&vm.Failed != 0 {
		o.Errors += len(o.sys.Faults())
	}
}

// explore is pan's Down: the state was reached with effect eff.
func (o *oracle) explore(s *vm.State, eff vm.Effect, depth int) {
	if o.limit > 0 && depth >= o.limit {
		o.Matched++
		return
	}
	if eff&(vm.Transient|vm.Passing) == 0 && !o.stored(s) {
		return
	}
	o.Depth = max(o.Depth, depth)
	choices, found := expand(o.sys, s)
	for {
		o.errors(found)
		if found&vm.ClaimEnd != 0 {
			o.Errors++
		}
		if found&vm.Attempted != 0 && (o.limit == 0 || depth+1 < o.limit) {
			o.Depth = max(o.Depth, depth+1)
		}
		last := o.limit > 0 && depth >= o.limit-1
		if found&vm.InvalidEnd != 0 && !last {
			o.Errors++
		}
		if found&vm.Released == 0 {
			break
		}
		if last || !o.stored(s) {
			return
		}
		choices, found = expand(o.sys, s)
	}
	for i, c := range choices {
		t := clone(s)
		eff := o.sys.Do(t, &c, 0).Effect
		o.errors(eff)
		if eff&vm.AtomicStep != 0 {
			o.AtomicSteps++
		}
		switch {
		case eff&vm.Pruned != 0:
		case eff&vm.Handshake != 0:
			// The intermediate state is the same for all receivers.
			if o.limit > 0 && depth+1 >= o.limit {
				if i == 0 || choices[i-1].Partner == 0 || choices[i-1].Trans != c.Trans ||
					choices[i-1].Pid != c.Pid {
					o.Matched++
				}
				continue
			}
			o.Depth = max(o.Depth, depth+1)
			o.explore(t, eff, depth+2)
		default:
			o.explore(t, eff, depth+1)
		}
	}
}

// expand returns the choices of s, found by single steps, and the effect.
func expand(sys system.System, s *vm.State) ([]system.Choice, vm.Effect) {
	var x system.Expansion
	sys.Expand(s, &x)
	return x.Choices, x.Effect
}

func clone(s *vm.State) *vm.State {
	return &vm.State{Vec: slices.Clone(s.Vec), Excl: s.Excl, Turn: s.Turn, Copy: s.Copy}
}
