package conformance

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/modelgen"
	"gospin/verifier/por"
	"gospin/verifier/search"
	"gospin/verifier/system"
	"gospin/verifier/systemtest"
	"gospin/verifier/thorough"
	"gospin/vm"
	"gospin/vm/compile"
)

// mutant is a reduction with a fault that random models must show.
type mutant struct {
	reducedBy
	live bool // it is for claims
}

// mutants are made of the computed rule: those that overlook some kind of conflict, and others.
func mutants() map[string]mutant {
	out := map[string]mutant{}
	for what := range por.Overlooked {
		out["overlooks "+what] = mutant{reducedBy: reducedBy{proviso: search.SomeOff, rule: func(p *vm.Program) por.Rule {
			return wrong(p, por.ComputedOptions{}.Overlooking(what))
		}}}
	}
	out["accepts every set"] = mutant{reducedBy: reducedBy{rule: func(p *vm.Program) por.Rule {
		return wrong(p, por.ComputedOptions{})
	}}}
	out["forgets timeout"] = mutant{reducedBy: reducedBy{
		proviso: search.SomeOff,
		below:   func(in system.Reducible) system.Reducible { return hasty{in} },
		rule:    func(p *vm.Program) por.Rule { return wrong(alwaysTimeout(p), por.ComputedOptions{}) },
	}}
	out["forgets the claim"] = mutant{live: true, reducedBy: reducedBy{static: true, rule: func(p *vm.Program) por.Rule {
		q := *p
		q.Claim = nil
		return wrong(&q, por.ComputedOptions{Static: true})
	}}}
	out["forgets sticky states"] = mutant{live: true, reducedBy: reducedBy{static: true, rule: func(p *vm.Program) por.Rule {
		return wrong(p, por.ComputedOptions{})
	}}}
	out["forgets sticky states, for safety"] = mutant{reducedBy: reducedBy{static: true, rule: func(p *vm.Program) por.Rule {
		return wrong(p, por.ComputedOptions{})
	}}}
	return out
}

// wrong is the computed rule where the right one fits.
func wrong(p *vm.Program, o por.ComputedOptions) por.Rule {
	right := por.ComputedOptions{Static: true}
	if right.Off(p) != "" {
		return nil
	}
	return computedRule(p, o)
}

// hasty is a system whose processes move by timeout as if that were a move like all others.
type hasty struct{ system.Reducible }

func (h hasty) ExpandOf(s *vm.State, pid int, x *system.Expansion) {
	if h.Reducible.ExpandOf(s, pid, x); len(x.Choices) > 0 {
		return
	}
	h.Expand(s, x)
	x.Choices = slices.DeleteFunc(x.Choices, func(c system.Choice) bool { return int(c.Pid) != pid })
	x.Whole = false
}

// alwaysTimeout is the program as if timeout always held.
func alwaysTimeout(p *vm.Program) *vm.Program {
	q := *p
	q.Code = slices.Clone(p.Code)
	for i := range q.Code {
		if q.Code[i].Op == vm.OpTimeout {
			q.Code[i] = vm.Instr{Op: vm.OpConst, A: 1}
		}
	}
	q.Accesses = slices.Clone(p.Accesses)
	for i := range q.Accesses {
		for _, a := range []*vm.Access{&q.Accesses[i].Guard, &q.Accesses[i].Effect} {
			if a.Timeout {
				a.Timeout, a.ReadsAll = false, false
			}
		}
	}
	return &q
}

// mostTries is how many models a mutant may survive.
const mostTries = 1000

// TestMutantsAreCaught: the comparison with raw finds every one of them out.
func TestMutantsAreCaught(t *testing.T) {
	t.Parallel()
	all := mutants()
	for i, name := range slices.Sorted(maps.Keys(all)) {
		if !thorough.Every(3, i) {
			continue
		}
		m := all[name]
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(mostTries) {
				if m.caught(t, seed) {
					t.Logf("seed %d", seed)
					return
				}
			}
			require.Fail(t, "nobody has noticed", name)
		})
	}
}

func (m *mutant) caught(t *testing.T, seed uint64) bool {
	if m.live {
		p := compiled(t, modelgen.ReducibleBeside(seed), compile.Options{Claim: "p"})
		raw, ok := systemtest.Violations(system.Of(vm.NewMachine(p)), mostStates)
		if !ok {
			return false
		}
		got, _ := m.verdict(t, p, "mask")
		return got != (raw.Cycle || raw.End)
	}
	p := compiled(t, modelgen.Reducible(seed), compile.Options{})
	raw, ok := rawSafety(p)
	if !ok {
		return false
	}
	got, _ := m.safety(t, p, "mask")
	return got.differs(&raw) != ""
}
