package run

import (
	"fmt"
	"strings"

	"gospin/compression"
	"gospin/verifier/plan"
	"gospin/verifier/search"
	"gospin/verifier/tune"
)

// known is what is known before a search.
type known struct {
	states uint64                // number of states; 0 if unknown
	learnt *compression.Training // profile of the states
	from   string                // origin of the profile
}

// findOut determines what the plan needs.
func (a *attempt) findOut() (out known, err error) {
	if a.plan.Before.Learn {
		p, from, err := tune.Profile(a.whole, a.o, a.Prog)
		if err != nil {
			return out, err
		}
		out.learnt, out.from = &p.Training, from
	}
	if count := a.plan.Before.Count; count != nil {
		out.states, err = a.count(count)
	}
	return out, err
}

// count counts the states by a separate search.
func (a *attempt) count(by *plan.Plan) (uint64, error) {
	own := *a
	own.plan = by
	st, err := by.Store.Make(own.build(nil))
	if err != nil {
		return 0, err
	}
	defer st.Free()
	res, err := search.DFS(&search.Task{
		Context: a.whole, Sys: a.beside(st.Sys, false), Store: st.Store, Progress: a.report,
		Limits: search.Limits{Memory: a.o.Memory, NoAssert: true, NoEnd: true, Depth: a.o.Depth},
	}, search.DFSOptions{Proviso: a.less.Proviso})
	if err != nil {
		return 0, err
	}
	if res.Stopped {
		return 0, fmt.Errorf("-cache=%s: the states could not be counted (%s): give a number of states", a.o.Cache,
			strings.Join(res.Incomplete, ", "))
	}
	return res.Stored, nil
}
