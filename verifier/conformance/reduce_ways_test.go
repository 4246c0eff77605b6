package conformance

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/atomic"
	"gospin/verifier/por"
	"gospin/verifier/product"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/systemtest"
	"gospin/verifier/way"
	"gospin/vm"
)

// reducedBy is a way to reduce a search.
type reducedBy struct {
	name    string
	rule    func(p *vm.Program) por.Rule // nil: it is not reduced
	static  bool                         // its sets need no proviso
	proviso search.Proviso
	below   func(system.Reducible) system.Reducible // around what is reduced. May be nil
	slow    bool
}

// dynamic are the provisos that a depth-first search judges.
var dynamic = map[string]search.Proviso{
	"SomeOff": search.SomeOff, "SomeOffPath": search.SomeOffPath, "NoneOn": search.NoneOn,
}

// safeWays are those that must find every deadlock and every failed assertion.
func safeWays() []reducedBy {
	out := []reducedBy{{name: "off"}}
	for _, name := range slices.Sorted(maps.Keys(dynamic)) {
		out = append(out, reducedBy{name: "judged " + name, rule: judged, proviso: dynamic[name], slow: true})
		out = append(out, reducedBy{name: "computed " + name, rule: computed(false), proviso: dynamic[name]})
	}
	return append(out, reducedBy{name: "computed static", rule: computed(true), static: true})
}

// liveWays are those that must find every run that a claim accepts.
func liveWays() []reducedBy {
	return []reducedBy{
		{name: "off"},
		{name: "judged static", rule: judgedOff, static: true, slow: true},
		{name: "computed static", rule: computed(true), static: true},
	}
}

// spinWays are those that must find all there is in models without a trap.
func spinWays() []reducedBy {
	return []reducedBy{
		{name: "spin", rule: spinRule(false, false), proviso: search.SomeOffPath},
		{name: "spin NoneOn", rule: spinRule(false, false), proviso: search.NoneOn},
		{name: "spin static", rule: spinRule(false, true), static: true},
	}
}

// TestEveryRuleIsHeldToNaive: each rule that is registered is among those above, which tests of reductions go
// through, beside naive searches.
func TestEveryRuleIsHeldToNaive(t *testing.T) {
	t.Parallel()
	tried := slices.Concat(safeWays(), liveWays(), spinWays())
	for _, rule := range way.Rules() {
		require.True(t, slices.ContainsFunc(tried, func(r reducedBy) bool {
			return r.name == strings.TrimSuffix(rule, "-liveness") || strings.HasPrefix(r.name, rule+" ")
		}), "the rule %s is not held to naive searches", rule)
	}
}

// spinRule is SPIN's rule, unless it does not fit.
func spinRule(beside, static bool) func(p *vm.Program) por.Rule {
	return func(p *vm.Program) por.Rule {
		if p.Marks.Off != "" {
			return nil
		}
		return por.NewSpin(context.Background(), p, beside, static)
	}
}

func computedRule(p *vm.Program, o por.ComputedOptions) *por.ComputedRule {
	r, err := por.Computed(context.Background(), p, o)
	if err != nil {
		panic(err)
	}
	return r
}

// computed is the rule that is the default, unless it does not fit.
func computed(static bool) func(p *vm.Program) por.Rule {
	return func(p *vm.Program) por.Rule {
		o := por.ComputedOptions{Static: static}
		if o.Off(p) != "" {
			return nil
		}
		return computedRule(p, o)
	}
}

// enough is how many states a judge looks at before a rule goes without it.
const enough = 60

// judged is the rule that finds all there is to find, by trying.
func judged(p *vm.Program) por.Rule { return &judging{systemtest.NewJudge(p, enough)} }

type judging struct{ *systemtest.Judge }

func (judging) Class(*vm.State, int) uint32          { return 0 }
func (judging) Next(_ []uint32, below int) (pid int) { return below - 1 }

func (j *judging) Suffice(at por.State, _ []uint32, pid int, _ []system.Choice) bool {
	why, sure := j.Objects(unpacked(at), pid)
	return sure && why == ""
}

// judgedOff is judged, but for processes that may come back to where they are: such a rule is static.
func judgedOff(p *vm.Program) por.Rule {
	return &judgingOff{judging{systemtest.NewJudge(p, enough)}, p, cyclic(p)}
}

type judgingOff struct {
	judging
	p      *vm.Program
	cyclic [][]bool
}

func (j *judgingOff) Suffice(at por.State, classes []uint32, pid int, choices []system.Choice) bool {
	t := &j.p.Trans[choices[0].Trans]
	return !j.cyclic[t.Proc][t.From] && j.judging.Suffice(at, classes, pid, choices) &&
		!j.Ends(unpacked(at), pid)
}

// cyclic tells of which control states of each proctype a way leads back.
func cyclic(p *vm.Program) [][]bool {
	out := make([][]bool, len(p.Procs))
	for i := range p.Procs {
		states := p.Procs[i].States
		out[i] = make([]bool, len(states))
		for from := range states {
			met := make([]bool, len(states))
			todo := []uint32{uint32(from)}
			for len(todo) > 0 {
				st := &states[todo[0]]
				todo = todo[1:]
				for _, t := range p.Trans[st.First : st.First+st.N] {
					if t.To < uint32(len(states)) && !met[t.To] { // else a d_step ends
						met[t.To] = true
						todo = append(todo, t.To)
					}
				}
			}
			out[i][from] = met[from]
		}
	}
	return out
}

// unpacked is a state as a machine has it, to keep.
func unpacked(at por.State) *vm.State {
	out := &vm.State{}
	out.CopyFrom(at.Unpacked())
	out.Excl = -1
	return out
}

// reducedStores are ways to store states that are most unlike each other.
var reducedStores = []string{"mask", "collapse", "tree"}

// reduced is the system of a program, and a store for it.
func (w *reducedBy) reduced(p *vm.Program, name string) (system.Claimed, store.Store) {
	around := func(in system.Reducible) system.Claimed {
		if w.rule == nil {
			return in
		}
		r := w.rule(p)
		if r == nil {
			return in
		}
		if w.below != nil {
			in = w.below(in)
		}
		return por.New(in, r, w.static)
	}
	machine := system.Of(vm.NewMachine(p))
	switch name {
	case "mask":
		return atomic.New(around(machine), nil), store.NewPlain(p.Layout, 0)
	case "tree":
		return atomic.New(around(machine), nil), store.NewTree(p.Layout, 0)
	}
	return atomic.New(around(machine), nil), store.NewCollapse(p.Layout, 0)
}

// safety is what a reduced search finds. The result false says that it was cut short.
func (w *reducedBy) safety(t *testing.T, p *vm.Program, name string) (found safety, ok bool) {
	t.Helper()
	sys, st := w.reduced(p, name)
	defer st.Free()
	faults := map[string]bool{}
	add := func(f *search.Fault) error {
		if f.EndState {
			found.Deadlocks++
		} else {
			faults[nameOf(p, f.Kind, f.Trans, f.Pid, f.Msg)] = true
		}
		return nil
	}
	task := &search.Task{Sys: sys, Store: st, OnFault: add}
	r, err := search.DFS(task, search.DFSOptions{Proviso: w.proviso})
	require.NoError(t, err)
	found.States, found.Faults = int(r.Stored), slices.Sorted(maps.Keys(faults))
	return found, len(r.Incomplete) == 0
}

// verdict tells whether a reduced search beside the claim finds a run that the claim accepts.
func (w *reducedBy) verdict(t *testing.T, p *vm.Program, name string) (violated bool, states uint64) {
	t.Helper()
	sys, st := w.reduced(p, name)
	defer st.Free()
	r, err := search.Nested(&search.Task{
		Sys: product.New(sys), Store: st,
		Limits: search.Limits{NoAssert: true, NoEnd: true},
		OnFault: func(f *search.Fault) error {
			violated = violated || f.Cycle || f.ClaimEnd || f.Stutter
			return nil
		},
	}, search.NestedOptions{})
	require.NoError(t, err)
	require.Empty(t, r.Incomplete)
	return violated, r.Stored
}

// same compares what is found with raw; what differs, or "".
func (s *safety) differs(raw *safety) string {
	if s.Deadlocks != raw.Deadlocks || !slices.Equal(s.Faults, raw.Faults) {
		return fmt.Sprintf("found  %+v\nin raw %+v", *s, *raw)
	}
	return ""
}
