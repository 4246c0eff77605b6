package verifier

import (
	"fmt"

	"gospin/verifier/ask"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/way"
	"gospin/vm"
)

// frontier is that of the order, for a search of what st makes; nil: the search is depth first.
func (j *job) frontier(st *way.Made) (search.Frontier, error) {
	if !j.o.Explores() {
		return nil, nil
	}
	by, err := way.ParseOrder(j.plan.Order)
	if err != nil {
		return nil, err
	}
	m := way.Meaning{Seed: j.o.Seed}
	if by.Expr != "" {
		v := source.ValuesOf(j.prog, ask.OrderFlag)
		if len(v.Code) != 1 {
			return nil, fmt.Errorf("-order=%s takes one expression, not %d", by.Kind, len(v.Code))
		}
		var dst []int32
		m.Value = func(s *vm.State) int32 {
			if j.wrong != nil {
				return 0
			}
			if dst, j.wrong = v.Of(st.Unpacked(s), dst[:0]); j.wrong != nil {
				return 0
			}
			return dst[0]
		}
	}
	return by.Frontier(m), nil
}

// search makes the search of what st makes, in the order that is asked for.
func (j *job) search(t *search.Task, st *way.Made) (*search.Result, error) {
	open, err := j.frontier(st)
	if err != nil {
		return nil, err
	}
	if p := j.less.Proviso; open != nil && p > search.SomeOff || j.part.Claim != "" && p != search.Anywhere {
		return nil, fmt.Errorf("internal error: proviso %d is not for this search", p)
	}
	if open == nil {
		return j.searchDeep(t)
	}
	decided, free := j.decisions()
	defer free()
	res, err := search.Explore(t, search.ExploreOptions{
		Open: open, Lean: j.lean(), Decided: decided,
		Caching: search.Caching{Chains: j.o.Chains, MaxVisits: j.o.MaxVisits, Known: j.known},
	})
	if j.part.Claim != "" && j.o.Cache == "" {
		res.Visited = res.Stored // as by a nested search that sees no accepting state
	}
	if err == nil && j.wrong != nil {
		err = fmt.Errorf("%s=%s: %w", ask.OrderFlag, j.o.Order, j.wrong)
	}
	return res, err
}
