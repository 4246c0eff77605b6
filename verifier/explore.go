package verifier

import (
	"fmt"

	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/way"
	"gospin/vm"
)

// orderFlag is the name of the measure that an order goes by.
const orderFlag = "-order"

// explores tells whether a search that is not in batches makes one choice of one state at a time, in an order
// other than depth first.
func (o *Options) explores() bool {
	return o.Order != way.AnyOrder && o.Order != way.DepthFirst || o.Cache != "" || o.Lean
}

// inOrder says why a part is not searched in the order that is asked for, and what to type instead; nil if it
// is.
func (o *Options) inOrder(less *reduction) error {
	switch {
	case !o.explores():
		return nil
	case less.rule != nil && !less.sparing:
		return fmt.Errorf("-order=%s: -por=%s asks for the path of a depth-first search: use -por=computed or -noreduce",
			o.Order, o.POR)
	}
	return nil
}

// frontier is that of the order, for a search of what st makes; nil: the search is depth first.
func (j *job) frontier(st *way.Made) (search.Frontier, error) {
	if !j.o.explores() {
		return nil, nil
	}
	by, err := way.ParseOrder(j.o.Order)
	if err != nil {
		return nil, err
	}
	m := way.Meaning{Seed: j.o.Seed}
	if by.Expr != "" {
		v := source.ValuesOf(j.prog, orderFlag)
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
	if open == nil {
		return j.part.search(t)
	}
	decided, free := j.decisions()
	defer free()
	t.Decided = decided
	t.Caching = search.Caching{Chains: j.o.Chains, MaxVisits: j.o.MaxVisits, Known: j.known}
	t.Lean = j.lean()
	res, err := search.Explore(t, open)
	if j.part.claim != "" && j.o.Cache == "" {
		res.Visited = res.Stored // as by a nested search that sees no accepting state
	}
	if err == nil && j.wrong != nil {
		err = fmt.Errorf("%s=%s: %w", orderFlag, j.o.Order, j.wrong)
	}
	return res, err
}
