package plan

import (
	"slices"

	"gospin/promela"
	"gospin/verifier/ask"
	"gospin/verifier/space"
	"gospin/verifier/way"
	"gospin/vm"
)

// Facts are the properties of a compiled program, with the claim of a part, on which decisions depend.
type Facts struct {
	// About the claim.
	Terminal bool // it is decided by the states that it reaches
	Accepts  bool // the claim or the model has accept labels
	Timeout  bool // it reads timeout
	Atomic   bool // it has atomic sequences
	Np       bool // it reads np_
	Next     bool // it is a formula with X
	AtEnd    bool // it begins in its end state
	Traces   bool // a trace assertion has accept labels

	Unbatched string            // what batches can't do of the program; "": they can do it all
	Dependent string            // why any step may depend on any other; "": they do not
	Against   map[string]string // by the rule of a reduction, what is against it
	// Bare are those of the model without the claim, where short searches of it pick a plan; nil: there is
	// no claim, or nothing is picked.
	Bare *Facts
}

// FactsOf computes the facts of a program, except Bare.
func FactsOf(prog *vm.Program, tree *promela.Model, p *ask.Part) *Facts {
	_, terminal := prog.Terminal()
	begins := true
	if prog.Claim != nil {
		_, begins = prog.ClaimEnds()
	}
	against := map[string]string{}
	for i := range way.Reductions {
		r := &way.Reductions[i]
		against[r.Name] = r.Against(prog, p.Claim != "")
	}
	return &Facts{
		Terminal: terminal,
		Accepts:  vm.NewMachine(prog).Labelled(),
		Timeout:  prog.ClaimTimeout,
		Atomic:   prog.AtomicClaim(),
		AtEnd:    !begins,
		Traces:   prog.Events != nil && slices.ContainsFunc(prog.Events.Proc.States, accepts),
		Np:       slices.ContainsFunc(prog.Code, func(in vm.Instr) bool { return in.Op == vm.OpNp }),
		Next: slices.ContainsFunc(tree.LTL, func(l *promela.LTL) bool {
			return l.Name == p.Claim && l.UsesNext()
		}),
		Unbatched: space.Takes(prog),
		Dependent: dependent(prog),
		Against:   against,
	}
}

func accepts(st vm.StateInfo) bool { return st.Accept }

// dependent returns why any step may depend on any other.
func dependent(p *vm.Program) string {
	switch {
	case p.UsesPrio:
		return "the model has priorities"
	case p.UsesTimeout:
		return "the model uses timeout"
	case p.Events != nil:
		return "the model has a trace assertion"
	case p.LastVar != nil:
		return "the model uses _last"
	case slices.ContainsFunc(p.Procs, func(t vm.Proctype) bool { return t.Provided >= 0 }):
		return "the model has provided clauses"
	}
	return ""
}
