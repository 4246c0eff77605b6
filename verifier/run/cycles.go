package run

import (
	"fmt"

	"gospin/verifier/batch"
	"gospin/verifier/confirm"
	"gospin/verifier/plan"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/space"
	"gospin/verifier/system"
	"gospin/vm"
)

// cycleFault returns an accepting cycle without a path.
func cycleFault() *search.Fault { return &search.Fault{Cycle: true, Msg: "acceptance cycle"} }

// closes adds the accepting cycle found in batches to the report. If more errors are requested, or the cycle
// is unknown, another search has to follow.
func (a *attempt) closes(r *report.Report, states *space.Space, res *batch.Result) (plan.Stop, error) {
	if a.o.Errors != 1 || res.Lasso == nil {
		return plan.Cycle, nil
	}
	res.Errors, res.Stopped = 1, true
	if a.Part.Quiet {
		return 0, a.findingsIn(r).Add(cycleFault())
	}
	var vecs [][]byte
	for _, root := range res.Lasso.Roots {
		vecs = append(vecs, states.Vector(root))
	}
	vecs = append(vecs, vecs[res.Lasso.Cycle])
	if states.Exchanges() {
		return a.closesEvenly(r, states, res, vecs)
	}
	by := res.Lasso.By
	if by == nil {
		by = make([]uint64, len(vecs))
	}
	moves, at, err := confirm.Along(a.beside(system.Of(vm.NewMachine(a.Prog)), false), vecs, by)
	if err != nil {
		return 0, fmt.Errorf("internal error: the accepting cycle: %w", err)
	}
	ft := cycleFault()
	ft.Depth = confirm.Steps(moves[:at[res.Lasso.Cycle]])
	ft.Moves = func() []vm.Move { return moves }
	return 0, a.findingsIn(r).Add(ft)
}

// closesEvenly is closes for states that stand for others: another search has to follow if no run is found
// that comes back to a state of the model.
func (a *attempt) closesEvenly(
	r *report.Report, states *space.Space, res *batch.Result, vecs [][]byte,
) (plan.Stop, error) {
	sys := a.beside(system.Of(vm.NewMachine(a.Prog)), false)
	moves, begin, ok := confirm.Around(sys, vecs, res.Lasso.Cycle, states.Same)
	if !ok {
		return plan.Cycle, nil
	}
	ft := cycleFault()
	ft.Depth = confirm.Steps(moves[:begin])
	ft.Moves = func() []vm.Move { return moves }
	return 0, a.findingsIn(r).Add(ft)
}
